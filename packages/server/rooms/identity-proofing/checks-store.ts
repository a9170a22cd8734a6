/** SQL of identifications by ID card and video. Every change names the state that it expects; of two that make it, one wins. */
import type { IdentificationFault, IdentificationRoute, IdentificationState } from "@siegel/contract/identification.ts";
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { Language } from "@siegel/contract/limits.ts";
import type { OwnersPurpose } from "@siegel/contract/owners-purposes.ts";
import { type Selectable, sql } from "kysely";
import type { Db } from "../../db/database.ts";
import type { IdentityProofingTables } from "../../db/identity-proofing-tables.ts";

/** Whom an identification is about: a signer of a workflow, or who is named in a certificate and owns it. */
export type CheckSubject =
  | { readonly purpose: "sign"; readonly workflowId: WorkflowId; readonly signerId: SignerId }
  | {
      readonly purpose: OwnersPurpose;
      readonly about: { readonly certificateId: string; readonly holderId: string };
      /** Who is named in the certificate (sealed). */
      readonly holder: Uint8Array;
    };

type CheckRow = {
  readonly checkId: string;
  readonly route: IdentificationRoute;
  readonly provider: string;
  readonly state: IdentificationState;
  readonly language: Language;
  readonly browserHash: string;
  readonly nextBrowserHash: string | null;
  readonly isOnPhone: boolean;
  /** What a computer offers to a phone; null: nothing. */
  readonly offer: { readonly digits: string; readonly takenAt: Date | null } | null;
  /** Whether somebody came back from the provider, and when in the browser that began. */
  readonly hasArrived: boolean;
  readonly releasedAt: Date | null;
  readonly question: Uint8Array | null;
  readonly providerRef: string | null;
  readonly asked: number;
  readonly begunAt: Date;
  readonly expiresAt: Date;
  readonly answeredAt: Date | null;
  readonly endedAt: Date | null;
  readonly failure: IdentificationFault | null;
  readonly sealed: Uint8Array | null;
  readonly evidenceHash: string | null;
  readonly keyId: string | null;
  readonly phone: Uint8Array | null;
  readonly keptAt: Date | null;
  readonly certificateId: string | null;
  /** When an owner used it; a signer's is used by its certificate. */
  readonly usedAt: Date | null;
};

/** An identification as stored. */
export type StoredCheck = CheckRow & CheckSubject;
/** One about a signer of a workflow. */
export type SignersCheck = CheckRow & Extract<CheckSubject, { readonly purpose: "sign" }>;
/** One about a certificate. */
export type OwnersCheck = CheckRow & Exclude<CheckSubject, { readonly purpose: "sign" }>;

const bytesOf = (bytes: Buffer | null): Uint8Array | null => (bytes === null ? null : new Uint8Array(bytes));

/** Where every reading of whole rows begins. */
export const checksIn = (db: Db) => db.selectFrom("identity_check").selectAll();

type Row = Selectable<IdentityProofingTables["identity_check"]>;

/** A row as stored. */
export const toCheck = (row: Row): StoredCheck => ({ ...rowOf(row), ...subjectIn(row) });

/** @throws for a row that the database would not take */
function subjectIn({ purpose, workflow_id, signer_id, about_certificate, holder_id, holder }: Row): CheckSubject {
  if (purpose === "sign" && workflow_id !== null && signer_id !== null)
    return { purpose, workflowId: workflow_id, signerId: signer_id };
  if (purpose !== "sign" && about_certificate !== null && holder_id !== null && holder !== null) {
    const about = { certificateId: about_certificate, holderId: holder_id };
    return { purpose, about, holder: new Uint8Array(holder) };
  }
  throw new Error("an identification is about a signer or a certificate");
}

const rowOf = (row: Row): CheckRow => ({
  checkId: row.check_id,
  route: row.route,
  provider: row.provider,
  state: row.state,
  language: row.language,
  browserHash: row.browser_hash,
  nextBrowserHash: row.next_browser_hash,
  isOnPhone: row.on_phone,
  offer: row.digits === null ? null : { digits: row.digits, takenAt: row.offer_taken_at },
  hasArrived: row.ref_used_at !== null,
  releasedAt: row.released_at,
  question: bytesOf(row.question),
  providerRef: row.provider_ref,
  asked: row.asked,
  begunAt: row.begun_at,
  expiresAt: row.expires_at,
  answeredAt: row.answered_at,
  endedAt: row.ended_at,
  failure: row.failure,
  sealed: bytesOf(row.sealed),
  evidenceHash: row.evidence_hash,
  keyId: row.key_id,
  phone: bytesOf(row.phone),
  keptAt: row.kept_at,
  certificateId: row.certificate_id,
  usedAt: row.used_at,
});

/** What is known when one begins. Secrets by their digests. */
export type NewCheck = Pick<
  CheckRow,
  "checkId" | "route" | "provider" | "language" | "browserHash" | "isOnPhone" | "begunAt" | "expiresAt"
> & {
  readonly subject: CheckSubject;
  readonly offer?: { readonly hash: string; readonly digits: string };
  readonly tokenHash?: string;
  readonly refHash?: string;
  readonly question?: Uint8Array;
};

/** Stores one that begins. */
export async function insertCheck(db: Db, made: NewCheck): Promise<void> {
  const { offer, question } = made;
  await db
    .insertInto("identity_check")
    .values({
      check_id: made.checkId,
      route: made.route,
      provider: made.provider,
      state: "pending",
      ...columnsOf(made.subject),
      language: made.language,
      browser_hash: made.browserHash,
      on_phone: made.isOnPhone,
      begun_at: made.begunAt,
      expires_at: made.expiresAt,
      offer_hash: offer?.hash ?? null,
      digits: offer?.digits ?? null,
      token_hash: made.tokenHash ?? null,
      ref_hash: made.refHash ?? null,
      question: question === undefined ? null : Buffer.from(question),
    })
    .execute();
}

const columnsOf = (subject: CheckSubject) =>
  subject.purpose === "sign"
    ? { purpose: subject.purpose, workflow_id: subject.workflowId, signer_id: subject.signerId }
    : {
        purpose: subject.purpose,
        about_certificate: subject.about.certificateId,
        holder_id: subject.about.holderId,
        holder: Buffer.from(subject.holder),
      };

type Secret = "offer_hash" | "token_hash" | "ref_hash" | "link_hash";

/** One by its id, or null; `isLocked`: until the transaction ends. */
export async function readCheck(
  db: Db,
  checkId: string,
  { isLocked = false }: { readonly isLocked?: boolean } = {},
): Promise<StoredCheck | null> {
  const row = await checksIn(db)
    .where("check_id", "=", checkId)
    .$if(isLocked, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return row === undefined ? null : toCheck(row);
}

/** One by the digest of a secret, or null. */
export async function readCheckBy(db: Db, secret: Secret, hash: string): Promise<StoredCheck | null> {
  const row = await checksIn(db).where(secret, "=", hash).executeTakeFirst();
  return row === undefined ? null : toCheck(row);
}

/** The case of a provider, or null. */
export async function readCheckOfProvider(
  db: Db,
  { provider, providerRef }: { readonly provider: string; readonly providerRef: string },
): Promise<StoredCheck | null> {
  const row = await checksIn(db)
    .where("provider", "=", provider)
    .where("provider_ref", "=", providerRef)
    .executeTakeFirst();
  return row === undefined ? null : toCheck(row);
}

/** The signer of a workflow whose identification a certificate was issued after, or null. */
export async function signerCertified(
  db: Db,
  { workflowId, certificateId }: { readonly workflowId: WorkflowId; readonly certificateId: string },
): Promise<SignerId | null> {
  const row = await db
    .selectFrom("identity_check")
    .select("signer_id")
    .where("workflow_id", "=", workflowId)
    .where("certificate_id", "=", certificateId)
    .executeTakeFirst();
  return row?.signer_id ?? null;
}

/** The newest of a browser, and of a signer where one is named; or null. */
export async function readNewest(
  db: Db,
  of: { readonly browserHash: string; readonly signerId?: SignerId; readonly route?: IdentificationRoute },
): Promise<SignersCheck | null> {
  const { signerId, route } = of;
  const row = await checksIn(db)
    .where("browser_hash", "=", of.browserHash)
    .where("purpose", "=", "sign")
    .$if(signerId !== undefined, (query) => query.where("signer_id", "=", signerId as SignerId))
    .$if(route !== undefined, (query) => query.where("route", "=", route as IdentificationRoute))
    .orderBy("begun_at", "desc")
    .orderBy("check_id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : (toCheck(row) as SignersCheck);
}

/** The newest of an owner's in a browser, or null. */
export async function readNewestOfOwner(db: Db, browserHash: string): Promise<OwnersCheck | null> {
  const row = await checksIn(db)
    .where("browser_hash", "=", browserHash)
    .where("purpose", "<>", "sign")
    .orderBy("begun_at", "desc")
    .orderBy("check_id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : (toCheck(row) as OwnersCheck);
}

/** Identifications about one certificate begin one after the other, until the transaction ends. */
export async function lockAbout(db: Db, certificateId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`checks of ${certificateId}`}, 0))`.execute(db);
}

/** Uses an owner's up, once; false: it was used. `certificateId`: the certificate that it stands for from now on; null: for none. */
export async function saveUsed(
  db: Db,
  checkId: string,
  { at, certificateId }: { readonly at: Date; readonly certificateId: string | null },
): Promise<boolean> {
  const done = await db
    .updateTable("identity_check")
    .set({ used_at: at, certificate_id: certificateId })
    .where("check_id", "=", checkId)
    .where("state", "=", "succeeded")
    .where("used_at", "is", null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** The one that waits for a browser's person to confirm their name, or null. */
export async function readUnconfirmed(db: Db, browserHash: string): Promise<StoredCheck | null> {
  const row = await checksIn(db).where("next_browser_hash", "=", browserHash).executeTakeFirst();
  return row === undefined ? null : toCheck(row);
}

/** When the earliest of a subject's newest `count` was begun, since a moment; null: fewer were. */
export async function nthNewestBegun(
  db: Db,
  { subject, since, count }: { readonly subject: CheckSubject; readonly since: Date; readonly count: number },
): Promise<Date | null> {
  const row = await db
    .selectFrom("identity_check")
    .select("begun_at")
    .where((where) =>
      subject.purpose === "sign"
        ? where("signer_id", "=", subject.signerId)
        : where("about_certificate", "=", subject.about.certificateId),
    )
    .where("begun_at", ">", since)
    .orderBy("begun_at", "desc")
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.begun_at ?? null;
}

/** The pending ones of a browser, locked. */
export async function lockPendingOf(db: Db, browserHash: string): Promise<StoredCheck[]> {
  const rows = await checksIn(db)
    .where("browser_hash", "=", browserHash)
    .where("state", "=", "pending")
    .orderBy("check_id")
    .forNoKeyUpdate()
    .execute();
  return rows.map(toCheck);
}

/** What a step of a pending one may write. */
export type Step = {
  readonly provider_ref?: string;
  readonly ref_hash?: string;
  readonly token_hash?: string;
  readonly question?: Buffer;
  readonly expires_at?: Date;
};

/** Notes what was learnt on the way, while it is pending; false: it is over. */
export async function saveStep(db: Db, checkId: string, step: Step): Promise<boolean> {
  const done = await db
    .updateTable("identity_check")
    .set(step)
    .where("check_id", "=", checkId)
    .where("state", "=", "pending")
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Uses a secret up, once. `takenAt`: the column that says so. */
export async function useSecret(
  db: Db,
  checkId: string,
  used: { readonly takenAt: "offer_taken_at" | "token_fetched_at" | "ref_used_at"; readonly at: Date },
): Promise<boolean> {
  const done = await db
    .updateTable("identity_check")
    .set({ [used.takenAt]: used.at })
    .where("check_id", "=", checkId)
    .where(used.takenAt, "is", null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** From now on the browser that began may be told who it is. */
export async function saveReleased(db: Db, checkId: string, at: Date): Promise<void> {
  await db.updateTable("identity_check").set({ released_at: at }).where("check_id", "=", checkId).execute();
}

/** What a state brings with it. */
export type Settled = {
  readonly state: IdentificationState;
  readonly failure?: IdentificationFault | null;
  readonly sealed?: Uint8Array;
  readonly evidenceHash?: string | null;
  readonly answeredAt?: Date;
  readonly endedAt: Date | null;
};

/** Moves from one state to the next; false: it was not in it any more. */
export async function saveState(
  db: Db,
  check: Pick<StoredCheck, "checkId" | "state">,
  { state, failure, sealed, evidenceHash, answeredAt, endedAt }: Settled,
): Promise<boolean> {
  const done = await db
    .updateTable("identity_check")
    .set({
      state,
      ended_at: endedAt,
      ...(failure === undefined ? {} : { failure }),
      ...(sealed === undefined ? {} : { sealed: Buffer.from(sealed) }),
      ...(evidenceHash === undefined ? {} : { evidence_hash: evidenceHash }),
      ...(answeredAt === undefined ? {} : { answered_at: answeredAt }),
    })
    .where("check_id", "=", check.checkId)
    .where("state", "=", check.state)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Deletes the identifications for a workflow; answers their ids, and the keys that no certificate is of. */
export async function deleteChecks(
  db: Db,
  workflowId: WorkflowId,
): Promise<readonly { readonly checkId: string; readonly unusedKeyId: string | null }[]> {
  const rows = await db
    .deleteFrom("identity_check")
    .where("workflow_id", "=", workflowId)
    .returning(["check_id", "key_id", "certificate_id"])
    .execute();
  return rows.map((row) => ({ checkId: row.check_id, unusedKeyId: row.certificate_id === null ? row.key_id : null }));
}
