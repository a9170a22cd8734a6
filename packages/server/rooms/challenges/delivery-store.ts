/** SQL of the room `challenges`: attempts to deliver a code, and how many there were. */

import type { SignerId } from "@siegel/contract/ids.ts";
import { storableLine } from "@siegel/contract/text.ts";
import { sql } from "kysely";
import type { Channel, DeliveryState } from "../../db/challenges-tables.ts";
import type { Db } from "../../db/database.ts";
import { type EarlierSends, limitWindowMs, type SendLimits } from "./challenges-rules.ts";

/** Attempts that certainly reached nobody do not lock the signer out for a minute. */
const reachedNobody: readonly DeliveryState[] = ["refused", "unanswered", "undelivered", "failed"];

/** One send about to happen. */
export type Send = {
  readonly signerId: SignerId;
  readonly channel: Channel;
  readonly phone: string;
  readonly ip: string;
  readonly now: Date;
};

/** Makes every other send to this number, or from this address, wait until the caller's transaction ends. */
export async function lockSends(db: Db, send: Send): Promise<void> {
  // Always number before address, so that two sends cannot wait for each other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`code to ${send.phone}`}, 0))`.execute(db);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`code from ${send.ip}`}, 0))`.execute(db);
}

/** The sends that stand between this one and its limits. */
export async function readEarlierSends(db: Db, send: Send, limits: SendLimits): Promise<EarlierSends> {
  const since = new Date(send.now.getTime() - limitWindowMs);
  const sends = db
    .selectFrom("code_delivery")
    .select("created_at")
    .where("created_at", ">", since)
    .orderBy("created_at", "desc")
    .limit(1);
  const latest = await sends
    .where("signer_id", "=", send.signerId)
    .where("channel", "=", send.channel)
    .where("state", "not in", reachedNobody)
    .executeTakeFirst();
  const number = await sends
    .where("phone", "=", send.phone)
    .where("state", "<>", "refused")
    .offset(limits.perNumberPerHour - 1)
    .executeTakeFirst();
  const address = await sends
    .where("ip", "=", send.ip)
    .offset(limits.perAddressPerHour - 1)
    .executeTakeFirst();
  return {
    latest: latest?.created_at ?? null,
    fillsNumber: number?.created_at ?? null,
    fillsAddress: address?.created_at ?? null,
  };
}

/** Writes the attempt down before anything is sent. */
export async function saveAttempt(
  db: Db,
  attempt: Send & { attemptId: string; challengeId: string; sealedCode: Uint8Array | null },
): Promise<void> {
  await db
    .insertInto("code_delivery")
    .values({
      attempt_id: attempt.attemptId,
      challenge_id: attempt.challengeId,
      signer_id: attempt.signerId,
      channel: attempt.channel,
      phone: attempt.phone,
      ip: attempt.ip,
      sealed_code: attempt.sealedCode === null ? null : Buffer.from(attempt.sealedCode),
      created_at: attempt.now,
      updated_at: attempt.now,
    })
    .execute();
}

/** What the provider answered at once. A status callback may have been faster; it stays. */
export async function saveOutcome(
  db: Db,
  attemptId: string,
  outcome: { state: DeliveryState; at: Date; failure?: string; providerReference?: string },
): Promise<void> {
  await db
    .updateTable("code_delivery")
    .set({
      state: sql<DeliveryState>`case when state = 'pending' then ${outcome.state} else state end`,
      failure: outcome.failure === undefined ? null : storableLine(outcome.failure, 500),
      ...(outcome.providerReference === undefined ? {} : { provider_reference: outcome.providerReference }),
      updated_at: outcome.at,
    })
    .where("attempt_id", "=", attemptId)
    .execute();
}

/** One attempt as a callback finds it. */
export type StoredDelivery = {
  readonly attemptId: string;
  readonly challengeId: string;
  readonly channel: Channel;
  readonly state: DeliveryState;
  readonly sealedCode: Uint8Array | null;
};

const columns = [
  "attempt_id as attemptId",
  "challenge_id as challengeId",
  "channel",
  "state",
  "sealed_code as sealedCode",
] as const;

/** The attempt a callback speaks of, locked: by our id where it came along, else by the provider's reference. */
export async function lockDelivery(
  db: Db,
  named: { attemptId?: string | undefined; providerReference: string },
): Promise<StoredDelivery | null> {
  const query = db.selectFrom("code_delivery").select(columns).forUpdate();
  const row =
    named.attemptId === undefined
      ? await query.where("provider_reference", "=", named.providerReference).executeTakeFirst()
      : await query.where("attempt_id", "=", named.attemptId).executeTakeFirst();
  return row ?? null;
}

/** The attempt of that id, or null. */
export async function readDelivery(db: Db, attemptId: string): Promise<StoredDelivery | null> {
  const row = await db
    .selectFrom("code_delivery")
    .select(columns)
    .where("attempt_id", "=", attemptId)
    .executeTakeFirst();
  return row ?? null;
}

/** Records a later state; the attempt is locked by the caller. */
export async function saveReported(
  db: Db,
  attemptId: string,
  reported: { state: DeliveryState; providerReference: string; providerCode: string | null; at: Date },
): Promise<void> {
  await db
    .updateTable("code_delivery")
    .set({
      state: reported.state,
      provider_reference: reported.providerReference,
      provider_code: reported.providerCode,
      updated_at: reported.at,
    })
    .where("attempt_id", "=", attemptId)
    .execute();
}

/** The state of the newest attempt of a challenge, or null. */
export async function readDeliveryState(db: Db, challengeId: string): Promise<DeliveryState | null> {
  const row = await db
    .selectFrom("code_delivery")
    .select("state")
    .where("challenge_id", "=", challengeId)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.state ?? null;
}
