/** Sends the mails about one event, each exactly once. */
import type { SendMessagePayload } from "@siegel/contract/message-kinds.ts";
import type { Db } from "../../db/database.ts";
import type { BlobStore } from "../../ports/blobs.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import type { AuditReportOf } from "../documents/documents.ts";
import { loadWorkflow, workflowAt } from "../workflows/workflows.ts";
import { type DeliveryDeps, deliverMail, MessagesLeft } from "./deliver-mail.ts";
import { type Event, isStillTrue, type Recipient, recipientsOf } from "./messages-rules.ts";
import { insertMessages, type MessageKey, messageRow } from "./messages-store.ts";
import type { MailLook } from "./render-mail.ts";
import { openSharedContents, type SharedContents } from "./shared-contents.ts";
import { nothingAttached } from "./signed-copies.ts";
import { languageOf, writeMail } from "./write-mail.ts";

/** What sending needs; `service` is the part of a mail's look that no organisation changes. */
export type MessagesDeps = DeliveryDeps & {
  readonly blobs: Pick<BlobStore, "stream">;
  /** The evidence room's, handed in because it comes after this one; without it mails say where the report is. */
  readonly auditReportOf: AuditReportOf;
  readonly service: ServiceLook;
};

/** The part of a mail's look that no organisation changes. */
export type ServiceLook = Pick<MailLook, "provider" | "publicUrl" | "timeZone" | "contactEmail">;

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
  return await deliverMail(deps, {
    row: messageRow(key),
    isStillTrue: isStillTrue(sent.event, key.recipient),
    write: () => compose(deps, sent, key),
    recordEnd: (db, end) => recordEnd(db, key, end),
  });
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

async function recordEnd(
  db: Db,
  { kind, recipient, workflowId }: MessageKey,
  { at, type, error }: { readonly at: Date; readonly type: string; readonly error: string | null },
): Promise<void> {
  const signer = recipient === null ? {} : { signerId: recipient };
  const details = { kind, to: recipient === null ? "initiator" : "signer", error };
  await recordEvent(db, { at, type, actor: { kind: "system" }, workflowId, ...signer, details });
}
