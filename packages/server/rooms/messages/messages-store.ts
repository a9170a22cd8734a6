/** SQL of the room `messages`: each mail is one row, and whoever sends it holds a lease on that row. */
import type { WorkflowId } from "@siegel/contract/ids.ts";
import type { MessageKind } from "@siegel/contract/message-kinds.ts";
import { sql } from "kysely";
import type { Db } from "../../db/database.ts";
import type { MessageState } from "../../db/messages-tables.ts";
import { isGone } from "../../db/presence.ts";
import type { Recipient } from "./messages-rules.ts";

/** Names one mail. */
export type MessageKey = {
  readonly kind: MessageKind;
  readonly workflowId: WorkflowId;
  readonly recipient: Recipient;
  /** The approval it is about, if any. */
  readonly actId: string | null;
  /** Which reminder it is, if it is one. */
  readonly occasion: string | null;
};

const isMail = ({ kind, workflowId, recipient, actId, occasion }: MessageKey) => sql<boolean>`
  workflow_id = ${workflowId} and kind = ${kind} and signer_id is not distinct from ${recipient}
  and act_id is not distinct from ${actId} and occasion is not distinct from ${occasion}`;

/** A mail as a person sees it who asks what became of it. */
export type StoredMessage = {
  readonly workflowId: WorkflowId;
  readonly kind: MessageKind;
  readonly recipient: Recipient;
  readonly state: MessageState;
  readonly tries: number;
  /** The number of tries that may have reached the mailbox unnoticed. */
  readonly unanswered: number;
  readonly lastError: string | null;
  /** The mail server's words about the recipient or the mail, at the last try that failed. */
  readonly reply: string | null;
  readonly createdAt: Date;
  readonly settledAt: Date | null;
};

/** Makes the rows that are missing; one that is there stays as it is. */
export async function insertMessages(db: Db, keys: readonly MessageKey[], at: Date): Promise<void> {
  if (keys.length === 0) return;
  const rows = keys.map((key) => ({
    kind: key.kind,
    workflow_id: key.workflowId,
    signer_id: key.recipient,
    act_id: key.actId,
    occasion: key.occasion,
    created_at: at,
  }));
  await db
    .insertInto("message")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Takes the lease of a queued mail and answers which try this is; null where it is settled or somebody else is sending it.
 * A lease that was never given back is a try whose outcome is unknown.
 */
export async function takeMessage(
  db: Db,
  key: MessageKey,
  lease: { now: Date; until: Date; presence: number | null },
): Promise<number | null> {
  const taken = await sql<{ tries: number }>`
    update message set tries = tries + 1, leased_until = ${lease.until}, presence = ${lease.presence},
                       unanswered = unanswered + (leased_until is not null)::int
     where ${isMail(key)} and state = 'queued'
       and (leased_until is null or leased_until <= ${lease.now} or ${isGone(sql.ref("presence"))})
     returning tries`.execute(db);
  return taken.rows[0]?.tries ?? null;
}

/** Whether a mail has not ended. */
export async function isQueued(db: Db, key: MessageKey): Promise<boolean> {
  const row = await db.selectFrom("message").select("state").where(isMail(key)).executeTakeFirst();
  return row?.state === "queued";
}

/** Why a try came to nothing; `unanswered`: as far as we know; `reply`: the mail server's words, if it spoke. */
export type FailedTry = { readonly error: string; readonly unanswered: boolean; readonly reply: string | null };

/** How a mail ended for good. */
export type Settled = { readonly state: Exclude<MessageState, "queued">; readonly failure: FailedTry | null };

/** Ends a mail for good and answers how many of its tries may have arrived unnoticed; null where it had ended already. */
export async function saveSettled(db: Db, key: MessageKey, { state, failure, at }: Settled & { at: Date }) {
  const done = await sql<{ unanswered: number }>`
    update message set state = ${state}, settled_at = ${at}, last_error = ${failure?.error ?? null}, reply = ${failure?.reply ?? null}, leased_until = null,
                       unanswered = unanswered + ${failure?.unanswered === true ? 1 : 0}
     where ${isMail(key)} and state = 'queued'
     returning unanswered`.execute(db);
  return done.rows[0]?.unanswered ?? null;
}

/** Gives the lease back after a try that may work later. */
export async function saveTryFailed(db: Db, key: MessageKey, { error, unanswered, reply }: FailedTry): Promise<void> {
  await sql`
    update message set last_error = ${error}, reply = ${reply}, leased_until = null, unanswered = unanswered + ${unanswered ? 1 : 0}
     where ${isMail(key)} and state = 'queued'`.execute(db);
}

/** All mails of these workflows, oldest first. */
export async function readMessages(db: Db, workflowIds: readonly WorkflowId[]): Promise<StoredMessage[]> {
  if (workflowIds.length === 0) return [];
  const rows = await db
    .selectFrom("message")
    .selectAll()
    .where("workflow_id", "in", workflowIds)
    .orderBy("created_at")
    .orderBy("kind")
    .execute();
  return rows.map((row) => ({
    workflowId: row.workflow_id,
    kind: row.kind,
    recipient: row.signer_id,
    state: row.state,
    tries: row.tries,
    unanswered: row.unanswered,
    lastError: row.last_error,
    reply: row.reply,
    createdAt: row.created_at,
    settledAt: row.settled_at,
  }));
}

/** Mails that have not gone out, by state. Sent ones are not counted: their number grows for as long as the service runs. */
export async function countUnsent(db: Db): Promise<Record<"queued" | "failed" | "given_up", number>> {
  const rows = await db
    .selectFrom("message")
    .select((e) => ["state", e.fn.countAll<string>().as("n")])
    .where("state", "in", ["queued", "failed", "given_up"])
    .groupBy("state")
    .execute();
  const countOf = (state: MessageState) => Number(rows.find((row) => row.state === state)?.n ?? 0);
  return { queued: countOf("queued"), failed: countOf("failed"), given_up: countOf("given_up") };
}
