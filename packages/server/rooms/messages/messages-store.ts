/** SQL of mails about workflows: each is one row. */
import type { WorkflowId } from "@siegel/contract/ids.ts";
import type { MessageKind } from "@siegel/contract/message-kinds.ts";
import { sql } from "kysely";
import type { Db } from "../../db/database.ts";
import type { MessageState } from "../../db/messages-tables.ts";
import type { MailRow } from "./mail-rows.ts";
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

/** The row of a mail about a workflow. */
export const messageRow = ({ kind, workflowId, recipient, actId, occasion }: MessageKey): MailRow => ({
  table: "message",
  is: sql<boolean>`
    workflow_id = ${workflowId} and kind = ${kind} and signer_id is not distinct from ${recipient}
    and act_id is not distinct from ${actId} and occasion is not distinct from ${occasion}`,
});

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

/** Forgets the mails of a workflow. */
export async function forgetWorkflow(db: Db, workflowId: WorkflowId): Promise<void> {
  await db.deleteFrom("message").where("workflow_id", "=", workflowId).execute();
}
