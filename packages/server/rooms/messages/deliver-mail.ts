/** One try to deliver one mail, whatever it is about: under a lease, and its end recorded once. */
import { mail_tries_max } from "@siegel/contract/limits.ts";
import { storableLine } from "@siegel/contract/text.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import { type Mail, type MailPort, MailUnavailable, mail_timeout_ms } from "../../ports/mail.ts";
import {
  type FailedTry,
  isQueued,
  type MailRow,
  type Settled,
  saveSettled,
  saveTryFailed,
  takeMail,
} from "./mail-rows.ts";

/** What delivering needs. */
export type DeliveryDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly mail: MailPort;
  /** The number by which others see that this process lives (db/presence.ts). */
  readonly presence?: () => number | null;
};

/** Some mails have not gone out yet: ask again later. */
export class MessagesLeft extends Error {
  override readonly name = "MessagesLeft";
}

/** How an end stands in the trail; each type has its words in the audit report. */
type EndType = "message.sent" | "message.unconfirmed" | "message.failed";

/** One mail to deliver. */
export type Delivered = {
  readonly row: MailRow;
  /** Whether it may still be said. */
  readonly isStillTrue: boolean;
  readonly write: () => Promise<Mail>;
  /** Records the end, in the transaction of its row; `error` is why it did not arrive. */
  readonly recordEnd: (
    db: Db,
    end: { readonly at: Date; readonly type: EndType; readonly error: string | null },
  ) => Promise<void>;
};

/** With time to write a mail, so that no other process sends what is still being sent. */
const lease_ms = mail_timeout_ms + 30_000;

/** Null when there is nothing left to do about this mail, else the reason to come again. */
export async function deliverMail(deps: DeliveryDeps, mail: Delivered): Promise<unknown> {
  const { row } = mail;
  const now = deps.clock.now();
  const lease = { now, until: new Date(now.getTime() + lease_ms), presence: deps.presence?.() ?? null };
  const tries = await takeMail(deps.db, row, lease);
  if (tries === null) return (await isQueued(deps.db, row)) ? new Error("somebody else is sending this mail") : null;
  if (!mail.isStillTrue) return await settle(deps, mail, { state: "dropped", failure: null });
  try {
    await deps.mail.send(await mail.write());
  } catch (fault) {
    const failure = failedTry(fault);
    if (fault instanceof MailUnavailable && fault.permanent)
      return await settle(deps, mail, { state: "failed", failure });
    if (tries >= mail_tries_max) {
      const error = `after ${tries} tries: ${failure.error}`;
      return await settle(deps, mail, { state: "given_up", failure: { ...failure, error } });
    }
    await saveTryFailed(deps.db, row, failure);
    return fault;
  }
  return await settle(deps, mail, { state: "sent", failure: null });
}

/** Null where nothing happened. */
function endTypeOf(state: Settled["state"], unanswered: number): EndType | null {
  if (state === "sent") return "message.sent";
  // A mail that may have reached the mailbox is not recorded as undelivered, but it is recorded.
  if (unanswered > 0) return "message.unconfirmed";
  return state === "dropped" ? null : "message.failed";
}

async function settle(deps: DeliveryDeps, { row, recordEnd }: Delivered, end: Settled): Promise<null> {
  const at = deps.clock.now();
  await inTransaction(deps.db, async (db) => {
    const unanswered = await saveSettled(db, row, { ...end, at });
    const type = unanswered === null ? null : endTypeOf(end.state, unanswered);
    if (type !== null) await recordEnd(db, { at, type, error: end.failure?.error ?? null });
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
