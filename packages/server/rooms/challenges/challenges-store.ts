/** SQL of the room `challenges`: codes and their checks. A change names the state it expects. */
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { type Selectable, sql } from "kysely";
import { builtOnce } from "../../db/built-once.ts";
import type { ChallengeEnd, ChallengesTables, Channel, HolderKind, Purpose } from "../../db/challenges-tables.ts";
import type { Db } from "../../db/database.ts";
import type { CodeHolder, CodeTerms } from "./code-secret.ts";

/** A challenge as stored; `workflowId` is there for a signer's. */
export type StoredChallenge = CodeTerms & {
  readonly authTokenHash: string;
  readonly workflowId: WorkflowId | null;
  readonly reference: string;
  readonly codeMac: Uint8Array;
  readonly tries: number;
  readonly issuedAt: Date;
  readonly ended: ChallengeEnd | null;
};

/** Whose codes, and good for what: of these only the newest lives. */
export type CodesOf = Pick<StoredChallenge, "holder" | "purpose">;

const columns = [
  "challenge_id",
  "auth_token_hash",
  "workflow_id",
  "holder_kind",
  "holder_id",
  "purpose",
  "state_hash",
  "channel",
  "phone",
  "email",
  "reference",
  "salt",
  "code_mac",
  "tries",
  "issued_at",
  "expires_at",
  "ended",
] as const;
type Row = Pick<Selectable<ChallengesTables["challenge"]>, (typeof columns)[number]>;

const toChallenge = (row: Row): StoredChallenge => ({
  challengeId: row.challenge_id,
  authTokenHash: row.auth_token_hash,
  workflowId: row.workflow_id,
  holder: { kind: row.holder_kind, id: row.holder_id },
  purpose: row.purpose,
  stateHash: row.state_hash,
  channel: row.channel,
  sentTo: row.phone ?? row.email ?? "",
  reference: row.reference,
  salt: row.salt,
  codeMac: row.code_mac,
  tries: row.tries,
  issuedAt: row.issued_at,
  expiresAt: row.expires_at,
  ended: row.ended,
});

/** The holder as the columns have it. */
export const holderColumns = ({ kind, id }: CodeHolder) => ({
  holder_kind: kind,
  // A code's holder of this kind is a signer by their id.
  signer_id: kind === "signer" ? (id as SignerId) : null,
  other_id: kind === "signer" ? null : id,
});

/** Where a code goes as the columns have it. */
export const addressColumns = ({ channel, sentTo }: Pick<CodeTerms, "channel" | "sentTo">) => ({
  channel,
  phone: channel === "mail" ? null : sentTo,
  email: channel === "mail" ? sentTo : null,
});

/** Ends the holder's earlier challenge of that purpose and inserts the newest. */
export async function saveNewest(db: Db, challenge: Omit<StoredChallenge, "tries" | "ended">): Promise<void> {
  await superseded(db, { kind: challenge.holder.kind, id: challenge.holder.id, purpose: challenge.purpose });
  await newChallenge(db, {
    ...challenge,
    ...holderColumns(challenge.holder),
    ...addressColumns(challenge),
  });
}

const superseded = builtOnce((db, { kind, id, purpose }: CodeHolder & { purpose: Purpose }) =>
  db
    .with("superseded", (cte) =>
      cte
        .updateTable("challenge")
        .set({ ended: "superseded" })
        .where("holder_kind", "=", kind)
        .where("holder_id", "=", id)
        .where("purpose", "=", purpose)
        .where("ended", "is", null)
        .returning("challenge_id"),
    )
    .updateTable("code_delivery")
    .set({ sealed_code: null })
    .where("challenge_id", "in", (e) => e.selectFrom("superseded").select("challenge_id")),
);

type NewChallenge = Omit<StoredChallenge, "tries" | "ended"> &
  ReturnType<typeof holderColumns> &
  ReturnType<typeof addressColumns>;

const newChallenge = builtOnce((db, challenge: NewChallenge) =>
  db.insertInto("challenge").values({
    challenge_id: challenge.challengeId,
    auth_token_hash: challenge.authTokenHash,
    workflow_id: challenge.workflowId,
    holder_kind: challenge.holder_kind,
    signer_id: challenge.signer_id,
    other_id: challenge.other_id,
    purpose: challenge.purpose,
    state_hash: challenge.stateHash,
    channel: challenge.channel,
    phone: challenge.phone,
    email: challenge.email,
    reference: challenge.reference,
    salt: challenge.salt,
    code_mac: challenge.codeMac,
    issued_at: challenge.issuedAt,
    expires_at: challenge.expiresAt,
  }),
);

/** The holder's challenge of that purpose and token, locked: checks of one go one after the other, however many come at once. */
export async function lockChallenge(
  db: Db,
  { holder, purpose, authTokenHash }: CodesOf & { readonly authTokenHash: string },
): Promise<StoredChallenge | null> {
  const [row] = (await lockedChallenge(db, { ...holder, purpose, authTokenHash })).rows;
  return row === undefined ? null : toChallenge(row);
}

const lockedChallenge = builtOnce((db, named: CodeHolder & { purpose: Purpose; authTokenHash: string }) =>
  db
    .selectFrom("challenge")
    .select(columns)
    .where("auth_token_hash", "=", named.authTokenHash)
    .where("holder_kind", "=", named.kind)
    .where("holder_id", "=", named.id)
    .where("purpose", "=", named.purpose)
    .forNoKeyUpdate(),
);

/** The id of who holds the challenge of that purpose and token; or null. */
export async function readHolder(
  db: Db,
  named: { readonly purpose: Purpose; readonly authTokenHash: string },
): Promise<string | null> {
  const row = await db
    .selectFrom("challenge")
    .select("holder_id")
    .where("auth_token_hash", "=", named.authTokenHash)
    .where("purpose", "=", named.purpose)
    .executeTakeFirst();
  return row?.holder_id ?? null;
}

/** Counts a wrong code; the challenge is locked by the caller. */
export async function saveWrongTry(db: Db, challengeId: string): Promise<void> {
  await db
    .updateTable("challenge")
    .set({ tries: sql<number>`tries + 1` })
    .where("challenge_id", "=", challengeId)
    .execute();
}

/** Ends a challenge that still lives; false when it had ended. */
export async function saveEnd(db: Db, challengeId: string, ended: ChallengeEnd): Promise<boolean> {
  return (await endedChallenge(db, { challengeId, ended })).rows.length === 1;
}

const endedChallenge = builtOnce((db, { challengeId, ended }: { challengeId: string; ended: ChallengeEnd }) =>
  db
    .with("ended", (cte) =>
      cte
        .updateTable("challenge")
        .set({ ended })
        .where("challenge_id", "=", challengeId)
        .where("ended", "is", null)
        .returning("challenge_id"),
    )
    .with("sealed", (cte) =>
      cte
        .updateTable("code_delivery")
        .set({ sealed_code: null })
        .where("challenge_id", "in", (e) => e.selectFrom("ended").select("challenge_id")),
    )
    .selectFrom("ended")
    .select("challenge_id"),
);

/** Ends every challenge of these holders that still lives. */
export async function closeChallengesOf(
  db: Db,
  { kind, ids }: { readonly kind: HolderKind; readonly ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return;
  const closed = db
    .updateTable("challenge")
    .set({ ended: "closed" })
    .where("holder_kind", "=", kind)
    .where("holder_id", "in", ids)
    .where("ended", "is", null)
    .returning("challenge_id");
  await db
    .with("closed", () => closed)
    .updateTable("code_delivery")
    .set({ sealed_code: null })
    .where("challenge_id", "in", (where) => where.selectFrom("closed").select("challenge_id"))
    .execute();
}

/** The challenge of that id, or null. */
export async function readChallenge(db: Db, challengeId: string): Promise<StoredChallenge | null> {
  const [row] = (await challengeOf(db, { challengeId })).rows;
  return row === undefined ? null : toChallenge(row);
}

const challengeOf = builtOnce((db, { challengeId }: { challengeId: string }) =>
  db.selectFrom("challenge").select(columns).where("challenge_id", "=", challengeId),
);

const latestOf = (db: Db, { holder, purpose }: CodesOf) =>
  db
    .selectFrom("challenge")
    .where("holder_kind", "=", holder.kind)
    .where("holder_id", "=", holder.id)
    .where("purpose", "=", purpose)
    .orderBy("issued_at", "desc")
    .limit(1);

/** The holder's challenge of that purpose on that channel which has not ended, or null. */
export async function readOpenChallenge(
  db: Db,
  of: CodesOf & { readonly channel: Channel },
): Promise<StoredChallenge | null> {
  const open = latestOf(db, of).select(columns).where("channel", "=", of.channel).where("ended", "is", null);
  const row = await open.executeTakeFirst();
  return row === undefined ? null : toChallenge(row);
}

/** The channel of the holder's latest challenge of that purpose, ended or not; null before any. */
export async function readLatestChannel(db: Db, of: CodesOf): Promise<Channel | null> {
  return (await latestOf(db, of).select("channel").executeTakeFirst())?.channel ?? null;
}

/** Forgets the codes of a workflow, and how they were delivered. */
export async function forgetWorkflow(db: Db, workflowId: WorkflowId): Promise<void> {
  const signers = db.selectFrom("signer").select("signer_id").where("workflow_id", "=", workflowId);
  for (const table of ["code_delivery", "challenge"] as const)
    await db.deleteFrom(table).where("holder_kind", "=", "signer").where("holder_id", "in", signers).execute();
}

/** Forgets codes to mailboxes and to owners of certificates that were written before, and how they were delivered. */
export async function forgetOwnersCodes(db: Db, before: Date): Promise<void> {
  const kinds: readonly HolderKind[] = ["mailbox", "certificate"];
  await db.deleteFrom("code_delivery").where("holder_kind", "in", kinds).where("created_at", "<", before).execute();
  await db.deleteFrom("challenge").where("holder_kind", "in", kinds).where("issued_at", "<", before).execute();
}

/** Forgets the codes of people who were identified, and how they were delivered. */
export async function forgetIdentified(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const table of ["code_delivery", "challenge"] as const)
    await db.deleteFrom(table).where("holder_kind", "=", "identification").where("holder_id", "in", ids).execute();
}
