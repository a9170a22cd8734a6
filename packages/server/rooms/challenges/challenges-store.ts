/** SQL of the room `challenges`: codes and their checks. A change names the state it expects. */
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { sql } from "kysely";
import { builtOnce } from "../../db/built-once.ts";
import type { ChallengeEnd, Channel } from "../../db/challenges-tables.ts";
import type { Db } from "../../db/database.ts";

/** A challenge as stored. */
export type StoredChallenge = {
  readonly challengeId: string;
  readonly authTokenHash: string;
  readonly workflowId: WorkflowId;
  readonly signerId: SignerId;
  readonly stateHash: string;
  readonly channel: Channel;
  readonly phone: string;
  readonly reference: string;
  readonly salt: Uint8Array;
  readonly codeMac: Uint8Array;
  readonly tries: number;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  readonly ended: ChallengeEnd | null;
};

const columns = [
  "challenge_id as challengeId",
  "auth_token_hash as authTokenHash",
  "workflow_id as workflowId",
  "signer_id as signerId",
  "state_hash as stateHash",
  "channel",
  "phone",
  "reference",
  "salt",
  "code_mac as codeMac",
  "tries",
  "issued_at as issuedAt",
  "expires_at as expiresAt",
  "ended",
] as const;

/** Ends the signer's earlier challenge and inserts the newest. */
export async function saveNewest(db: Db, challenge: Omit<StoredChallenge, "tries" | "ended">): Promise<void> {
  await superseded(db, challenge);
  await newChallenge(db, challenge);
}

const superseded = builtOnce((db, { signerId }: { signerId: SignerId }) =>
  db
    .with("superseded", (cte) =>
      cte
        .updateTable("challenge")
        .set({ ended: "superseded" })
        .where("signer_id", "=", signerId)
        .where("ended", "is", null)
        .returning("challenge_id"),
    )
    .updateTable("code_delivery")
    .set({ sealed_code: null })
    .where("challenge_id", "in", (e) => e.selectFrom("superseded").select("challenge_id")),
);

const newChallenge = builtOnce((db, challenge: Omit<StoredChallenge, "tries" | "ended">) =>
  db.insertInto("challenge").values({
    challenge_id: challenge.challengeId,
    auth_token_hash: challenge.authTokenHash,
    workflow_id: challenge.workflowId,
    signer_id: challenge.signerId,
    purpose: "sign",
    state_hash: challenge.stateHash,
    channel: challenge.channel,
    phone: challenge.phone,
    reference: challenge.reference,
    salt: challenge.salt,
    code_mac: challenge.codeMac,
    issued_at: challenge.issuedAt,
    expires_at: challenge.expiresAt,
  }),
);

/** The signer's challenge of that token, locked: checks of one challenge go one after the other, however many come at once. */
export async function lockChallenge(
  db: Db,
  named: { signerId: string; authTokenHash: string },
): Promise<StoredChallenge | null> {
  const { authTokenHash } = named;
  return (await lockedChallenge(db, { authTokenHash, signerId: named.signerId as SignerId })).rows[0] ?? null;
}

const lockedChallenge = builtOnce((db, named: { authTokenHash: string; signerId: SignerId }) =>
  db
    .selectFrom("challenge")
    .select(columns)
    .where("auth_token_hash", "=", named.authTokenHash)
    .where("signer_id", "=", named.signerId)
    .forNoKeyUpdate(),
);

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

/** Ends every challenge of these signers that still lives. */
export async function closeChallenges(db: Db, signerIds: readonly SignerId[]): Promise<void> {
  if (signerIds.length === 0) return;
  const closed = db
    .updateTable("challenge")
    .set({ ended: "closed" })
    .where("signer_id", "in", signerIds)
    .where("purpose", "=", "sign")
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
  return (await challengeOf(db, { challengeId })).rows[0] ?? null;
}

const challengeOf = builtOnce((db, { challengeId }: { challengeId: string }) =>
  db.selectFrom("challenge").select(columns).where("challenge_id", "=", challengeId),
);

/** The signer's challenge on that channel which has not ended, or null. */
export async function readOpenChallenge(
  db: Db,
  of: { signerId: SignerId; channel: Channel },
): Promise<StoredChallenge | null> {
  const row = await db
    .selectFrom("challenge")
    .select(columns)
    .where("signer_id", "=", of.signerId)
    .where("channel", "=", of.channel)
    .where("ended", "is", null)
    .orderBy("issued_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** The channel of the signer's latest challenge, ended or not; null before any. */
export async function readLatestChannel(db: Db, signerId: SignerId): Promise<Channel | null> {
  const row = await db
    .selectFrom("challenge")
    .select("channel")
    .where("signer_id", "=", signerId)
    .orderBy("issued_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.channel ?? null;
}

/** Forgets the codes of a workflow, and how they were delivered. */
export async function forgetWorkflow(db: Db, workflowId: WorkflowId): Promise<void> {
  const signers = db.selectFrom("signer").select("signer_id").where("workflow_id", "=", workflowId);
  await db.deleteFrom("code_delivery").where("signer_id", "in", signers).execute();
  await db.deleteFrom("challenge").where("signer_id", "in", signers).execute();
}
