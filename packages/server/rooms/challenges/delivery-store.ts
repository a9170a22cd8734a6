/** SQL of the room `challenges`: attempts to deliver a code, and how many there were. */

import type { WorkflowId } from "@siegel/contract/ids.ts";
import { storableLine } from "@siegel/contract/text.ts";
import { sql } from "kysely";
import { builtOnce } from "../../db/built-once.ts";
import type { Channel, DeliveryState } from "../../db/challenges-tables.ts";
import type { Db } from "../../db/database.ts";
import { type EarlierSends, limitWindowMs, type SendLimits } from "./challenges-rules.ts";
import { addressColumns, holderColumns } from "./challenges-store.ts";
import type { CodeHolder, CodeTerms } from "./code-secret.ts";

/** An attempt that certainly did not reach the signer does not lock them out for a minute. */
const reachedNobody: readonly DeliveryState[] = ["refused", "unanswered", "undelivered", "failed"];

/** One send about to happen. */
export type Send = Pick<CodeTerms, "holder" | "channel" | "sentTo"> & {
  readonly network: string;
  readonly now: Date;
};

/** Makes every other send to this number, or from this network, wait until the caller's transaction ends. */
export async function lockSends(db: Db, send: Send): Promise<void> {
  // Always number before network, so that two sends cannot wait for each other.
  await sql`
    select pg_advisory_xact_lock(hashtextextended(lock.name, 0))
      from unnest(array[${`code to ${send.sentTo}`}, ${`code from ${send.network}`}]::text[]) as lock (name)`.execute(
    db,
  );
}

/** From many networks together a mailbox gets so many times as many codes as from one. */
const flooded_times = 10;

/** The sends that stand between this one and its limits. */
export async function readEarlierSends(db: Db, send: Send, limits: SendLimits): Promise<EarlierSends> {
  const { rows } = await earlierSends(db, {
    ...send.holder,
    ...addressColumns(send),
    network: send.network,
    since: new Date(send.now.getTime() - limitWindowMs),
    beforeNumber: limits.perNumberPerHour - 1,
    beforeFlood: limits.perNumberPerHour * flooded_times - 1,
    beforeAddress: limits.perAddressPerHour - 1,
  });
  const [earlier] = rows;
  if (earlier === undefined) throw new Error("a select without a table answered nothing");
  return earlier;
}

type Window = CodeHolder &
  ReturnType<typeof addressColumns> & {
    readonly network: string;
    readonly since: Date;
    readonly beforeNumber: number;
    readonly beforeFlood: number;
    readonly beforeAddress: number;
  };

const earlierSends = builtOnce((db, window: Window) => {
  const sends = db
    .selectFrom("code_delivery")
    .select("created_at")
    .where("created_at", ">", window.since)
    .orderBy("created_at", "desc")
    .limit(1);
  const latest = sends
    .where("holder_kind", "=", window.kind)
    .where("holder_id", "=", window.id)
    .where("channel", "=", window.channel)
    .where("state", "not in", reachedNobody);
  const sent = sends.where("state", "<>", "refused").offset(window.beforeNumber);
  const [phone, mailed] = [sent.where("phone", "=", window.phone), sent.where("email", "=", window.email)];
  // Of one network, or a stranger could keep an owner from their codes.
  const email = mailed.where("network", "=", window.network);
  const flooded = mailed.offset(window.beforeFlood);
  const address = sends.where("network", "=", window.network).offset(window.beforeAddress);
  const fillsNumber = sql<Date | null>`coalesce(${phone}, ${email}, ${flooded})`.as("fillsNumber");
  return db.selectNoFrom([latest.as("latest"), fillsNumber, address.as("fillsAddress")]);
});

/** Writes the attempt down before anything is sent. */
export async function saveAttempt(
  db: Db,
  attempt: Send & { attemptId: string; challengeId: string; sealedCode: Uint8Array | null },
): Promise<void> {
  await newAttempt(db, { ...attempt, ...holderColumns(attempt.holder), ...addressColumns(attempt) });
}

type NewAttempt = Parameters<typeof saveAttempt>[1] &
  ReturnType<typeof holderColumns> &
  ReturnType<typeof addressColumns>;

const newAttempt = builtOnce((db, attempt: NewAttempt) =>
  db.insertInto("code_delivery").values({
    attempt_id: attempt.attemptId,
    challenge_id: attempt.challengeId,
    holder_kind: attempt.holder_kind,
    signer_id: attempt.signer_id,
    other_id: attempt.other_id,
    channel: attempt.channel,
    phone: attempt.phone,
    email: attempt.email,
    network: attempt.network,
    sealed_code: attempt.sealedCode,
    created_at: attempt.now,
    updated_at: attempt.now,
  }),
);

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
  readonly workflowId: WorkflowId | null;
  readonly holder: CodeHolder;
  readonly channel: Channel;
  readonly state: DeliveryState;
  readonly sealedCode: Uint8Array | null;
};

const deliveries = (db: Db) =>
  db
    .selectFrom("code_delivery")
    .innerJoin("challenge", "challenge.challenge_id", "code_delivery.challenge_id")
    .select([
      "attempt_id as attemptId",
      "code_delivery.challenge_id as challengeId",
      "challenge.workflow_id as workflowId",
      "challenge.holder_kind as kind",
      "challenge.holder_id as id",
      "code_delivery.channel",
      "state",
      "sealed_code as sealedCode",
    ]);
const lockedByAttempt = builtOnce((db, { attemptId }: { attemptId: string }) =>
  deliveries(db).where("attempt_id", "=", attemptId).forNoKeyUpdate("code_delivery"),
);
const lockedByReference = builtOnce((db, { providerReference }: { providerReference: string }) =>
  deliveries(db).where("provider_reference", "=", providerReference).forNoKeyUpdate("code_delivery"),
);

/** The attempt a callback speaks of, locked: by our id where it came along, else by the provider's reference. */
export async function lockDelivery(
  db: Db,
  named: { attemptId?: string | undefined; providerReference: string },
): Promise<StoredDelivery | null> {
  const { attemptId, providerReference } = named;
  const { rows } = await (attemptId === undefined
    ? lockedByReference(db, { providerReference })
    : lockedByAttempt(db, { attemptId }));
  return toDelivery(rows[0]);
}

/** The attempt of that id, or null. */
export async function readDelivery(db: Db, attemptId: string): Promise<StoredDelivery | null> {
  return toDelivery(await deliveries(db).where("attempt_id", "=", attemptId).executeTakeFirst());
}

type DeliveryRow = Omit<StoredDelivery, "holder"> & CodeHolder;

function toDelivery(row: DeliveryRow | undefined): StoredDelivery | null {
  if (row === undefined) return null;
  const { kind, id, ...rest } = row;
  return { ...rest, holder: { kind, id } };
}

/** Records a later state; the attempt is locked by the caller. */
export async function saveReported(db: Db, attemptId: string, reported: Reported): Promise<void> {
  await laterState(db, { attemptId, ...reported });
}

type Reported = { state: DeliveryState; providerReference: string; providerCode: string | null; at: Date };

const laterState = builtOnce((db, reported: Reported & { attemptId: string }) =>
  db
    .updateTable("code_delivery")
    .set({
      state: reported.state,
      provider_reference: reported.providerReference,
      provider_code: reported.providerCode,
      updated_at: reported.at,
    })
    .where("attempt_id", "=", reported.attemptId),
);

/** The state of the newest attempt of a challenge, or null. */
export async function readDeliveryState(db: Db, challengeId: string): Promise<DeliveryState | null> {
  return (await newestState(db, { challengeId })).rows[0]?.state ?? null;
}

const newestState = builtOnce((db, { challengeId }: { challengeId: string }) =>
  db
    .selectFrom("code_delivery")
    .select("state")
    .where("challenge_id", "=", challengeId)
    .orderBy("created_at", "desc")
    .limit(1),
);
