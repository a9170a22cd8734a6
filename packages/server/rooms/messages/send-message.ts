/** Sends the mails about one event, each exactly once. */
import { mail_tries_max } from "@siegel/contract/limits.ts";
import type { SendMessagePayload } from "@siegel/contract/message-kinds.ts";
import { storableLine } from "@siegel/contract/text.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { BlobStore } from "../../ports/blobs.ts";
import type { Clock } from "../../ports/clock.ts";
import { type MailPort, MailUnavailable, mail_timeout_ms } from "../../ports/mail.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import type { AuditReportOf } from "../documents/documents.ts";
import { loadWorkflow, workflowAt } from "../workflows/workflows.ts";
import { type Event, isStillTrue, type Recipient, recipientsOf } from "./messages-rules.ts";
import {
  type FailedTry,
  insertMessages,
  isQueued,
  type MessageKey,
  type Settled,
  saveSettled,
  saveTryFailed,
  takeMessage,
} from "./messages-store.ts";
import type { MailLook } from "./render-mail.ts";
import { openSharedContents, type SharedContents } from "./shared-contents.ts";
import { nothingAttached } from "./signed-copies.ts";
import { languageOf, writeMail } from "./write-mail.ts";

/** What sending needs; `service` is the part of a mail's look that no organisation changes. */
export type MessagesDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly mail: MailPort;
  readonly blobs: Pick<BlobStore, "stream">;
  /** The evidence room's, handed in because it comes after this one; without it mails say where the report is. */
  readonly auditReportOf: AuditReportOf;
  readonly service: Pick<MailLook, "provider" | "publicUrl" | "timeZone">;
  /** The number by which others see that this process lives (db/presence.ts). */
  readonly presence?: () => number | null;
};

/** Some mails of an event have not gone out yet: ask again later. */
export class MessagesLeft extends Error {
  override readonly name = "MessagesLeft";
}

/** With time to write a mail, so that no other process sends what is still being sent. */
const lease_ms = mail_timeout_ms + 30_000;

/**
 * Mails everybody whom the event concerns and has not been mailed. Safe to call again and at the same time:
 * a row a mail says what is done. Only a crash between the mail server's yes and our note of it sends a mail twice,
 * then under the same Message-ID. After as many
 * tries as there may be, giving up is recorded like a mail server's no. @throws MessagesLeft when the mail server is away
 */
export async function sendMessage(deps: MessagesDeps, payload: SendMessagePayload): Promise<void> {
  const loaded = await loadWorkflow(deps.db, payload.workflowId);
  if (loaded === null) return;
  const workflow = workflowAt(loaded.workflow, deps.clock.now());
  const { failure, actId, occasion } = payload;
  const event: Event = { kind: payload.messageKind, failure, actId, occasion, workflow, signers: loaded.signers };
  const keys = recipientsOf(event, payload.signerId).map((recipient) => keyOf(event, recipient));
  await insertMessages(deps.db, keys, deps.clock.now());
  const contents = openSharedContents(deps, workflow);
  const left: unknown[] = [];
  for (const key of keys) {
    const fault = await sendOne(deps, { event, contents }, key);
    if (fault !== null) left.push(fault);
  }
  if (left.length > 0) throw new MessagesLeft(`${left.length} of ${keys.length} mails are left`, { cause: left[0] });
}

function keyOf(event: Event, recipient: Recipient): MessageKey {
  const { kind, workflow, actId = null, occasion = null } = event;
  return { kind, workflowId: workflow.workflowId, recipient, actId, occasion };
}

/** What the mails of one event are written from. */
type Sent = { readonly event: Event; readonly contents: SharedContents };

/** Null when there is nothing left to do about this mail, else the reason to come again. */
async function sendOne(deps: MessagesDeps, sent: Sent, key: MessageKey): Promise<unknown> {
  const now = deps.clock.now();
  const lease = { now, until: new Date(now.getTime() + lease_ms), presence: deps.presence?.() ?? null };
  const tries = await takeMessage(deps.db, key, lease);
  if (tries === null) return (await isQueued(deps.db, key)) ? new Error("somebody else is sending this mail") : null;
  if (!isStillTrue(sent.event, key.recipient)) return await settle(deps, key, { state: "dropped", failure: null });
  try {
    await deps.mail.send(await compose(deps, sent, key));
  } catch (fault) {
    const failure = failedTry(fault);
    if (fault instanceof MailUnavailable && fault.permanent)
      return await settle(deps, key, { state: "failed", failure });
    if (tries >= mail_tries_max) {
      const error = `after ${tries} tries: ${failure.error}`;
      return await settle(deps, key, { state: "given_up", failure: { ...failure, error } });
    }
    await saveTryFailed(deps.db, key, failure);
    return fault;
  }
  return await settle(deps, key, { state: "sent", failure: null });
}

async function compose(deps: MessagesDeps, { event, contents }: Sent, { recipient }: MessageKey) {
  const [branding, documents] = [await contents.branding(), await contents.files()];
  const copies =
    event.kind === "finished" && mayCarryCopies(event, recipient)
      ? await contents.copies(languageOf(event, recipient))
      : nothingAttached;
  const { name: organisation, colour, logo, mailLogo } = branding;
  const timeZone = branding.timeZone ?? deps.service.timeZone;
  const look: MailLook = { ...deps.service, organisation, colour, logo: mailLogo ?? logo, timeZone };
  return writeMail({ event, recipient, documents, copies, look });
}

/** A sender who protected a workflow with a password did not want its documents in mailboxes; the initiator has no other way to them. */
function mayCarryCopies({ workflow }: Event, recipient: Recipient): boolean {
  return recipient === null || !workflow.hasPassword;
}

/** How an end stands in the trail, null where nothing happened; each type has its words in the audit report. */
function eventTypeOf(state: Settled["state"], unanswered: number) {
  if (state === "sent") return "message.sent";
  // A mail that may have reached the mailbox is not recorded as undelivered, but it is recorded.
  if (unanswered > 0) return "message.unconfirmed";
  return state === "dropped" ? null : "message.failed";
}

async function settle(deps: MessagesDeps, key: MessageKey, end: Settled): Promise<null> {
  const at = deps.clock.now();
  await inTransaction(deps.db, async (db) => {
    const unanswered = await saveSettled(db, key, { ...end, at });
    const type = unanswered === null ? null : eventTypeOf(end.state, unanswered);
    if (type === null) return;
    const signer = key.recipient === null ? {} : { signerId: key.recipient };
    const error = end.failure?.error ?? null;
    const details = { kind: key.kind, to: key.recipient === null ? "initiator" : "signer", error };
    await recordEvent(db, {
      at,
      type,
      actor: { kind: "system" },
      workflowId: key.workflowId,
      ...signer,
      details,
    });
  });
  return null;
}

function failedTry(fault: unknown): FailedTry {
  const { unanswered, reply } = fault instanceof MailUnavailable ? fault : { unanswered: false, reply: null };
  return { error: describe(fault), unanswered, reply: reply === null ? null : storableLine(reply, 300) };
}

/** A fault with what caused it, in one line. Words of foreign mail servers may hold bytes that a database refuses. */
function describe(fault: unknown): string {
  if (!(fault instanceof Error)) return storableLine(String(fault), 500);
  const cause = fault.cause instanceof Error ? `: ${fault.cause.message}` : "";
  return storableLine(`${fault.message}${cause}`, 500);
}
