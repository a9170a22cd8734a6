/** SQL of the room `signing`. Every save names the state it expects; a row that is not in it is somebody else's by now. */
import type { SignerType } from "@siegel/contract/calls/workflow.ts";
import type { FileId, SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { sql } from "kysely";
import { builtOnce } from "../../db/built-once.ts";
import type { Db } from "../../db/database.ts";
import type { Sha256Hex } from "../../ports/blobs.ts";
import type { ApprovedDocument, ShownDocument, StoredBytes } from "../documents/documents.ts";
import type { FailureCode } from "./signing-rules.ts";

/** A signer's recorded approval. AUTHORISED: the server's turn · SIGNED: done · FAILED: the sender's turn · STALLED: the operator's. */
export type Act = {
  readonly actId: string;
  readonly workflowId: WorkflowId;
  readonly signerId: SignerId;
  readonly signerType: SignerType;
  readonly authToken: string;
  readonly challengeId: string | null;
  readonly stateHash: string;
  readonly image: string | null;
  readonly shown: readonly ShownDocument[];
  readonly approvalMac: Uint8Array | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly authorisedAt: Date;
  readonly attempts: number;
  readonly credential: string | null;
  readonly certificateSerial: string | null;
} & (
  | { readonly status: "AUTHORISED" | "STALLED" }
  | { readonly status: "SIGNED"; readonly signedAt: Date; readonly finished: boolean }
  | { readonly status: "FAILED"; readonly failureCode: FailureCode }
);

/** What an act starts with. */
export type ApprovedAct = Pick<
  Act,
  | "actId"
  | "workflowId"
  | "signerId"
  | "signerType"
  | "authToken"
  | "challengeId"
  | "stateHash"
  | "image"
  | "shown"
  | "ip"
  | "userAgent"
  | "authorisedAt"
> & { readonly approvalMac: Uint8Array; readonly nextAttemptAt: Date };

/** One document of an act, with what each step left. `null` means the step is still to be done. */
export type ActDocument = {
  readonly actId: string;
  readonly fileId: FileId;
  readonly round: number;
  readonly original: { readonly sha256: Sha256Hex };
  /** What the signer was shown: every base begins with these bytes. */
  readonly intake: StoredBytes;
  readonly values: ReadonlyArray<{ readonly name: string; readonly value: string }>;
  readonly base: { readonly sha256: Sha256Hex; readonly finishing: boolean } | null;
  /** Of `encodePrepared`. */
  readonly prepared: string | null;
  readonly preparedMac: Uint8Array | null;
  readonly cms: Uint8Array | null;
  readonly stamped: { readonly cms: Uint8Array; readonly at: Date } | null;
  readonly result: StoredBytes | null;
  readonly resultMac: Uint8Array | null;
};

/** Another run took a step of this act meanwhile; this run goes away. */
export class StepTaken extends Error {
  override readonly name = "StepTaken";
}

/** Records an act; false when the signer has one that did not fail (waits for a transaction that is just making it). */
export async function insertAct(db: Db, act: ApprovedAct): Promise<boolean> {
  const row = await db
    .insertInto("signing_act")
    .values({
      act_id: act.actId,
      workflow_id: act.workflowId,
      signer_id: act.signerId,
      signer_type: act.signerType,
      auth_token: act.authToken,
      challenge_id: act.challengeId,
      state_hash: act.stateHash,
      image_hash: act.image,
      shown: JSON.stringify(act.shown),
      approval_mac: Buffer.from(act.approvalMac),
      ip: act.ip,
      user_agent: act.userAgent,
      status: "AUTHORISED",
      next_attempt_at: act.nextAttemptAt,
      authorised_at: act.authorisedAt,
    })
    .onConflict((conflict) => conflict.column("signer_id").where("status", "<>", sql.lit("FAILED")).doNothing())
    .returning("act_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Records the documents of an act with the signer's values as approved. */
export async function insertDocuments(
  db: Db,
  actId: string,
  documents: ReadonlyArray<ApprovedDocument & { readonly values: ReadonlyArray<{ name: string; value: string }> }>,
): Promise<void> {
  await db
    .insertInto("signing_document")
    .values(
      documents.map(({ fileId, original, intake, values }, position) => ({
        act_id: actId,
        file_id: fileId,
        position,
        original_sha256: original.sha256,
        intake_sha256: intake.sha256,
        intake_size: intake.size,
        field_values: JSON.stringify(values),
      })),
    )
    .execute();
}

const actQuery = (db: Db) => db.selectFrom("signing_act").selectAll();
type ActRow = Awaited<ReturnType<ReturnType<typeof actQuery>["executeTakeFirstOrThrow"]>>;

function toAct(row: ActRow): Act {
  const base = {
    actId: row.act_id,
    workflowId: row.workflow_id,
    signerId: row.signer_id,
    signerType: row.signer_type,
    authToken: row.auth_token,
    challengeId: row.challenge_id,
    stateHash: row.state_hash,
    image: row.image_hash,
    shown: row.shown.map(({ fileId, sha256, size }) => ({ fileId, sha256: sha256 as Sha256Hex, size })),
    approvalMac: row.approval_mac,
    ip: row.ip,
    userAgent: row.user_agent,
    authorisedAt: row.authorised_at,
    attempts: row.attempts,
    credential: row.credential,
    certificateSerial: row.certificate_serial,
  };
  // The table's checks guarantee both columns where the status says so.
  if (row.status === "SIGNED" && row.signed_at !== null)
    return { ...base, status: "SIGNED", signedAt: row.signed_at, finished: row.finished };
  if (row.status === "FAILED") return { ...base, status: "FAILED", failureCode: row.failure_code as FailureCode };
  return { ...base, status: row.status === "STALLED" ? "STALLED" : "AUTHORISED" };
}

/** The act of that id. @throws when there is none */
export async function readAct(db: Db, actId: string): Promise<Act> {
  const [row] = (await actOf(db, { actId })).rows;
  if (row === undefined) throw new Error(`no act ${actId}`);
  return toAct(row);
}

const actOf = builtOnce((db, { actId }: { actId: string }) => actQuery(db).where("act_id", "=", actId));

/** The signer's act: the one that did not fail, else the last that did; null before any. */
export async function readActOfSigner(db: Db, signerId: SignerId): Promise<Act | null> {
  const [row] = (await actOfSigner(db, { signerId })).rows;
  return row === undefined ? null : toAct(row);
}

const actOfSigner = builtOnce((db, { signerId }: { signerId: SignerId }) =>
  actQuery(db)
    .where("signer_id", "=", signerId)
    .orderBy((act) => act("status", "=", "FAILED"))
    .orderBy("authorised_at", "desc")
    .limit(1),
);

/** The acts of a workflow, oldest first. */
export async function readActsOfWorkflow(db: Db, workflowId: WorkflowId): Promise<Act[]> {
  return (await actsOfWorkflow(db, { workflowId })).rows.map(toAct);
}

const actsOfWorkflow = builtOnce((db, { workflowId }: { workflowId: WorkflowId }) =>
  actQuery(db).where("workflow_id", "=", workflowId).orderBy("authorised_at"),
);

/** Acts whose next try is due, longest waiting first. */
export async function readDueActs(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("signing_act")
    .select("act_id")
    .where("status", "=", sql.lit("AUTHORISED"))
    .where("next_attempt_at", "<=", now)
    .orderBy("next_attempt_at")
    .limit(limit)
    .execute();
  return rows.map((row) => row.act_id);
}

/** How many acts there are in each status, and since when the oldest that is not done was approved, and due. */
export async function countActs(
  db: Db,
  now: Date,
): Promise<{ byStatus: Record<Act["status"], number>; oldestApproved: Date | null; oldestDue: Date | null }> {
  const counts = await db
    .selectFrom("signing_act")
    .select((e) => ["status", e.fn.countAll<string>().as("n")])
    .groupBy("status")
    .execute();
  const oldest = await db
    .selectFrom("signing_act")
    .select((e) => [
      e.fn.min("authorised_at").as("approved"),
      e.fn.min("next_attempt_at").filterWhere("next_attempt_at", "<=", now).as("due"),
    ])
    .where("status", "=", "AUTHORISED")
    .executeTakeFirstOrThrow();
  const byStatus = { AUTHORISED: 0, SIGNED: 0, FAILED: 0, STALLED: 0 };
  for (const { status, n } of counts) byStatus[status] = Number(n);
  return { byStatus, oldestApproved: oldest.approved, oldestDue: oldest.due };
}

/** Remembers the certificate the act signs with; the first one stays. Answers the one that is written. */
export async function saveCredential(
  db: Db,
  actId: string,
  chosen: { credential: string; serial: string },
): Promise<string> {
  const { credential } = await db
    .updateTable("signing_act")
    .set((e) => ({
      credential: e.fn.coalesce("credential", e.val(chosen.credential)),
      certificate_serial: e.fn.coalesce("certificate_serial", e.val(chosen.serial)),
    }))
    .where("act_id", "=", actId)
    .returning("credential")
    .executeTakeFirstOrThrow();
  if (credential === null) throw new Error(`act ${actId} kept no certificate`);
  return credential;
}

/** Records a fault and when to try again; without a time the act stalls. */
export async function saveFault(
  db: Db,
  actId: string,
  fault: { attempts: number; nextAttemptAt: Date | null; reason: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("signing_act")
    .set({
      attempts: fault.attempts,
      last_fault: fault.reason.slice(0, 500),
      ...(fault.nextAttemptAt === null ? { status: "STALLED" as const } : { next_attempt_at: fault.nextAttemptAt }),
    })
    .where("act_id", "=", actId)
    .where("status", "=", "AUTHORISED")
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Records when an act goes on that waits for somebody else's. */
export async function saveWaiting(db: Db, actId: string, nextAttemptAt: Date): Promise<void> {
  await db
    .updateTable("signing_act")
    .set({ next_attempt_at: nextAttemptAt })
    .where("act_id", "=", actId)
    .where("status", "=", "AUTHORISED")
    .execute();
}

/** Notes that the signer was told to wait and is owed a mail; false when the act ended meanwhile, so that the truth is told instead. */
export async function saveToldPending(db: Db, actId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("signing_act")
    .set({ told_pending: true })
    .where("act_id", "=", actId)
    .where("status", "in", ["AUTHORISED", "STALLED"])
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Ends an act for good; false when it ended before. A file it has written belongs to no act then, even if it is signed, and is forgotten. */
export async function saveFailed(db: Db, actId: string, code: FailureCode): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("signing_act")
    .set({ status: "FAILED", failure_code: code })
    .where("act_id", "=", actId)
    .where("status", "in", ["AUTHORISED", "STALLED"])
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) return false;
  // With a round of its own, a run that is still at work stores nothing under the ended act.
  const nobodys = { round: sql<number>`round + 1`, result_sha256: null, result_size: null, result_mac: null };
  await db.updateTable("signing_document").set(nobodys).where("act_id", "=", actId).execute();
  return true;
}

/** Ends an act well and says whether its signer waits for a mail; null when it ended before. */
export async function saveSigned(
  db: Db,
  actId: string,
  signed: { at: Date; finished: boolean },
): Promise<{ toldPending: boolean } | null> {
  const row = await db
    .updateTable("signing_act")
    .set({ status: "SIGNED", signed_at: signed.at, finished: signed.finished, last_fault: null })
    .where("act_id", "=", actId)
    .where("status", "in", ["AUTHORISED", "STALLED"])
    .returning("told_pending")
    .executeTakeFirst();
  return row === undefined ? null : { toldPending: row.told_pending };
}

/** Forgets the acts of a workflow. */
export async function forgetActs(db: Db, workflowId: WorkflowId): Promise<void> {
  const acts = db.selectFrom("signing_act").select("act_id").where("workflow_id", "=", workflowId);
  await db.deleteFrom("signing_document").where("act_id", "in", acts).execute();
  await db.deleteFrom("signing_act").where("workflow_id", "=", workflowId).execute();
  await db.deleteFrom("signing_lease").where("workflow_id", "=", workflowId).execute();
}

/** The code that approved the latest signature made with a person's advanced certificate; null: none is on record. */
export async function codeOfLatestAct(db: Db, certificateId: string): Promise<string | null> {
  const row = await db
    .selectFrom("signing_act")
    .select("challenge_id")
    .where("credential", "=", `signer:${certificateId}`)
    .where("status", "=", "SIGNED")
    .where("challenge_id", "is not", null)
    .orderBy("authorised_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.challenge_id ?? null;
}
