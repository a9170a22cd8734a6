/** SQL of what a qualified signer's code stands for. A change names the state that it expects. */
import type { FileId, SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";
import type { PreparationEnd } from "../../db/signing-tables.ts";
import type { Sha256Hex } from "../../ports/blobs.ts";

/** Every document of a signer's prepared for one code, for the act of that id. */
export type Preparation = {
  readonly actId: string;
  readonly challengeId: string;
  readonly workflowId: WorkflowId;
  readonly signerId: SignerId;
  readonly credential: string;
  /** Null: the certificate is issued with the signature. */
  readonly certificateSerial: string | null;
  readonly stateHash: string;
  readonly preparedAt: Date;
  readonly documents: readonly PreparedDocument[];
};

/** One of them, as an act's row has it. */
export type PreparedDocument = {
  readonly fileId: FileId;
  readonly base: { readonly sha256: Sha256Hex; readonly finishing: boolean };
  /** Of `encodePrepared`. */
  readonly prepared: string;
  readonly preparedMac: Uint8Array;
};

/** A preparation as found. */
export type FoundPreparation = Preparation & {
  readonly checked: { readonly at: Date; readonly sessionId: string } | null;
  readonly burntAt: Date | null;
  readonly ended: PreparationEnd | null;
};

/** Ends the signer's living preparation and keeps the newest. */
export async function savePreparation(db: Db, made: Preparation): Promise<void> {
  const living = await readLivingId(db, made.signerId);
  if (living !== null) await endPreparation(db, living, "replaced");
  await db
    .insertInto("signing_preparation")
    .values({
      act_id: made.actId,
      challenge_id: made.challengeId,
      workflow_id: made.workflowId,
      signer_id: made.signerId,
      credential: made.credential,
      certificate_serial: made.certificateSerial,
      state_hash: made.stateHash,
      prepared_at: made.preparedAt,
    })
    .execute();
  await db
    .insertInto("signing_preparation_document")
    .values(
      made.documents.map(({ fileId, base, prepared, preparedMac }, position) => ({
        act_id: made.actId,
        file_id: fileId,
        position,
        base_sha256: base.sha256,
        finishing: base.finishing,
        prepared,
        prepared_mac: Buffer.from(preparedMac),
      })),
    )
    .execute();
}

/** The preparation that a challenge stands for, or null. */
export async function readPreparation(db: Db, challengeId: string): Promise<FoundPreparation | null> {
  return await readWhere(db, "challenge_id", challengeId);
}

/** The signer's living preparation, or null. */
export async function readLivingPreparation(db: Db, signerId: SignerId): Promise<FoundPreparation | null> {
  const living = await readLivingId(db, signerId);
  return living === null ? null : await readWhere(db, "act_id", living);
}

async function readLivingId(db: Db, signerId: SignerId): Promise<string | null> {
  const row = await db
    .selectFrom("signing_preparation")
    .select("act_id")
    .where("signer_id", "=", signerId)
    .where("ended", "is", null)
    .executeTakeFirst();
  return row?.act_id ?? null;
}

async function readWhere(db: Db, column: "act_id" | "challenge_id", id: string): Promise<FoundPreparation | null> {
  const row = await db.selectFrom("signing_preparation").selectAll().where(column, "=", id).executeTakeFirst();
  if (row === undefined) return null;
  const documents = await db
    .selectFrom("signing_preparation_document")
    .selectAll()
    .where("act_id", "=", row.act_id)
    .orderBy("position")
    .execute();
  const { checked_at: at, checked_session: sessionId } = row;
  return {
    actId: row.act_id,
    challengeId: row.challenge_id,
    workflowId: row.workflow_id,
    signerId: row.signer_id,
    credential: row.credential,
    certificateSerial: row.certificate_serial,
    stateHash: row.state_hash,
    preparedAt: row.prepared_at,
    checked: at === null || sessionId === null ? null : { at, sessionId },
    burntAt: row.burnt_at,
    ended: row.ended,
    documents: documents.map((document) => ({
      fileId: document.file_id,
      base: { sha256: document.base_sha256 as Sha256Hex, finishing: document.finishing },
      prepared: document.prepared,
      preparedMac: new Uint8Array(document.prepared_mac),
    })),
  };
}

/** The living preparations for a credential, in one order, so that two who end them wait for each other. */
export async function readLivingWith(
  db: Db,
  credential: string,
): Promise<readonly Pick<Preparation, "actId" | "challengeId" | "workflowId" | "signerId">[]> {
  return await db
    .selectFrom("signing_preparation")
    .select(["act_id as actId", "challenge_id as challengeId", "workflow_id as workflowId", "signer_id as signerId"])
    .where("credential", "=", credential)
    .where("ended", "is", null)
    .orderBy("workflow_id")
    .execute();
}

/** Notes in which session the code was right. */
export async function saveChecked(db: Db, actId: string, checked: { at: Date; sessionId: string }): Promise<void> {
  await db
    .updateTable("signing_preparation")
    .set({ checked_at: checked.at, checked_session: checked.sessionId })
    .where("act_id", "=", actId)
    .where("ended", "is", null)
    .execute();
}

/** Notes that the code is used up; false when it was, or when the preparation ended. */
export async function saveBurnt(db: Db, actId: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("signing_preparation")
    .set({ burnt_at: at })
    .where("act_id", "=", actId)
    .where("burnt_at", "is", null)
    .where("ended", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Ends a preparation; false when it had ended. Its documents go: an act has its own rows. */
export async function endPreparation(db: Db, actId: string, ended: PreparationEnd): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("signing_preparation")
    .set({ ended })
    .where("act_id", "=", actId)
    .where("ended", "is", null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) return false;
  await db.deleteFrom("signing_preparation_document").where("act_id", "=", actId).execute();
  return true;
}

/** What is left of one whose process died over it. */
export type Interrupted = Pick<Preparation, "actId" | "challengeId" | "workflowId" | "signerId" | "credential"> & {
  readonly burntAt: Date;
};

/** Preparations whose code was used up before `before` and that came to nothing: their process died over the key. */
export async function readInterrupted(db: Db, before: Date, limit: number): Promise<readonly Interrupted[]> {
  return await db
    .selectFrom("signing_preparation")
    .select(["act_id as actId", "challenge_id as challengeId", "workflow_id as workflowId", "signer_id as signerId"])
    .select(["credential", "burnt_at as burntAt"])
    .where("ended", "is", null)
    .$narrowType<{ burntAt: Date }>()
    .where("burnt_at", "<", before)
    .orderBy("burnt_at")
    .limit(limit)
    .execute();
}

/** Forgets what was prepared in a workflow, and who held its files. */
export async function forgetPreparations(db: Db, workflowId: WorkflowId): Promise<void> {
  const acts = db.selectFrom("signing_preparation").select("act_id").where("workflow_id", "=", workflowId);
  await db.deleteFrom("signing_preparation_document").where("act_id", "in", acts).execute();
  await db.deleteFrom("signing_preparation").where("workflow_id", "=", workflowId).execute();
  await db.deleteFrom("signing_hold").where("workflow_id", "=", workflowId).execute();
}
