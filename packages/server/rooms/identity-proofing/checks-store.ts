/** SQL of identifications by ID card and video. Every change names the state that it expects; of two that make it, one wins. */
import type { IdentificationFault, IdentificationRoute, IdentificationState } from "@siegel/contract/identification.ts";
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { Language } from "@siegel/contract/limits.ts";
import type { Selectable } from "kysely";
import type { Db } from "../../db/database.ts";
import type { IdentityProofingTables } from "../../db/identity-proofing-tables.ts";

/** An identification as stored. */
export type StoredCheck = {
  readonly checkId: string;
  readonly route: IdentificationRoute;
  readonly provider: string;
  readonly state: IdentificationState;
  readonly workflowId: WorkflowId;
  readonly signerId: SignerId;
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
};

const bytesOf = (bytes: Buffer | null): Uint8Array | null => (bytes === null ? null : new Uint8Array(bytes));

/** Where every reading of whole rows begins. */
export const checksIn = (db: Db) => db.selectFrom("identity_check").selectAll();

/** A row as stored. */
export const toCheck = (row: Selectable<IdentityProofingTables["identity_check"]>): StoredCheck => ({
  checkId: row.check_id,
  route: row.route,
  provider: row.provider,
  state: row.state,
  workflowId: row.workflow_id,
  signerId: row.signer_id,
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
});

/** What is known when one begins. Secrets by their digests. */
export type NewCheck = Pick<
  StoredCheck,
  | "checkId"
  | "route"
  | "provider"
  | "workflowId"
  | "signerId"
  | "language"
  | "browserHash"
  | "isOnPhone"
  | "begunAt"
  | "expiresAt"
> & {
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
      workflow_id: made.workflowId,
      signer_id: made.signerId,
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

type Secret = "offer_hash" | "token_hash" | "ref_hash";

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
): Promise<StoredCheck | null> {
  const { signerId, route } = of;
  const row = await checksIn(db)
    .where("browser_hash", "=", of.browserHash)
    .$if(signerId !== undefined, (query) => query.where("signer_id", "=", signerId as SignerId))
    .$if(route !== undefined, (query) => query.where("route", "=", route as IdentificationRoute))
    .orderBy("begun_at", "desc")
    .orderBy("check_id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : toCheck(row);
}

/** The one that waits for a browser's person to confirm their name, or null. */
export async function readUnconfirmed(db: Db, browserHash: string): Promise<StoredCheck | null> {
  const row = await checksIn(db).where("next_browser_hash", "=", browserHash).executeTakeFirst();
  return row === undefined ? null : toCheck(row);
}

/** When the earliest of a signer's newest `count` was begun, since a moment; null: fewer were. */
export async function nthNewestBegun(
  db: Db,
  { signerId, since, count }: { readonly signerId: SignerId; readonly since: Date; readonly count: number },
): Promise<Date | null> {
  const row = await db
    .selectFrom("identity_check")
    .select("begun_at")
    .where("signer_id", "=", signerId)
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
