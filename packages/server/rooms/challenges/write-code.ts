/** Writes a one-time code down and sends it (decisions.md §7 "Codes"), whatever it is good for and whosever it is. */
import type { AuthToken, WorkflowId } from "@siegel/contract/ids.ts";
import { type Language, otp_expires_s, otp_length } from "@siegel/contract/limits.ts";
import { maskPhone } from "@siegel/contract/phone.ts";
import { digestOfSecret } from "@siegel/kernel/mac/server-secret.ts";
import type { Channel, Purpose } from "../../db/challenges-tables.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import { type CodeMessage, type CodeTransport, CodeTransportFailed } from "../../ports/code-transport.ts";
import type { Random } from "../../ports/random.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import {
  purposeRules,
  referenceFrom,
  referenceLength,
  refusalOfTransport,
  type SendLimits,
  secondsUntilSend,
  stateAfterFailure,
} from "./challenges-rules.ts";
import { saveEnd, saveNewest } from "./challenges-store.ts";
import { eventAbout } from "./code-events.ts";
import { codeText, spokenWords } from "./code-message.ts";
import { type CodeSecret, challengeToken, codeMac, nonceLength, saltLength, sealCode } from "./code-secret.ts";
import { lockSends, readEarlierSends, type Send, saveAttempt, saveOutcome } from "./delivery-store.ts";

/** What writing codes down asks of the world. */
export type WriteCodeDeps = {
  readonly random: Random;
  readonly codeSecret: CodeSecret;
  readonly codeLimits: SendLimits;
  /** Named in the message: the provider of the service, and the host name of the web pages. */
  readonly codeSender: { readonly provider: string; readonly host: string };
};

/** What sending codes asks of the world. */
export type SendCodeDeps = { readonly db: Db; readonly clock: Clock; readonly codes: CodeTransport };

/** A code to write: what for, for whom, where it goes, and what it stands for where it stands for documents. */
export type CodeOrder = Send & {
  readonly purpose: Purpose;
  /** The signer's; null for others. */
  readonly workflowId: WorkflowId | null;
  readonly stateHash: string | null;
  readonly language: Language;
  readonly ip: string;
  readonly userAgent: string;
};

/** A code that is written down and not yet sent. `message` is null for a mail: its code waits sealed beside the attempt. */
export type WrittenCode = {
  readonly challengeId: string;
  readonly attemptId: string;
  readonly authToken: AuthToken;
  readonly reference: string;
  readonly channel: Channel;
  readonly message: CodeMessage | null;
};

/** Seconds until a code may be sent there, 0 for now; until the transaction ends no other is sent there. */
export async function secondsToWait(db: Db, deps: Pick<WriteCodeDeps, "codeLimits">, send: Send): Promise<number> {
  await lockSends(db, send);
  return secondsUntilSend(await readEarlierSends(db, send, deps.codeLimits), send.now);
}

/** Ends the holder's earlier code of that purpose and writes a new one down, in the caller's transaction and behind `secondsToWait`. */
export async function writeCode(db: Db, deps: WriteCodeDeps, order: CodeOrder): Promise<WrittenCode> {
  const { purpose, holder, channel, sentTo, stateHash, workflowId, now } = order;
  requirePurpose(order);
  const { random, codeSecret } = deps;
  const [challengeId, attemptId] = [random.id(), random.id()];
  const authToken = challengeToken(codeSecret, { challengeId, holder });
  const otp = random.digits(otp_length);
  const reference = referenceFrom(random.bytes(referenceLength));
  const salt = random.bytes(saltLength);
  // The words of a call and a mail are asked for later.
  const sealedCode =
    channel === "sms" ? null : sealCode(codeSecret, { attemptId, otp, nonce: random.bytes(nonceLength) });
  const expiresAt = new Date(now.getTime() + otp_expires_s * 1000);
  const terms = { challengeId, purpose, holder, stateHash, channel, sentTo, expiresAt, salt };
  await saveNewest(db, {
    ...terms,
    authTokenHash: digestOfSecret(authToken),
    workflowId,
    reference,
    codeMac: codeMac(codeSecret, { ...terms, otp }),
    issuedAt: now,
  });
  await saveAttempt(db, { ...order, attemptId, challengeId, sealedCode });
  const masked = channel === "mail" ? {} : { maskedPhone: maskPhone(sentTo) };
  const details = { challengeId, attemptId, channel, reference, ...masked, purpose };
  await recordEvent(db, { at: now, type: "code.issued", ...eventAbout(order, order), details });
  const message = channel === "mail" ? null : messageFor(deps, order, { attemptId, reference, otp });
  return { challengeId, attemptId, authToken, reference, channel, message };
}

/** @throws for a code that its purpose does not allow: a mistake of the caller, and nothing anybody typed */
function requirePurpose({ purpose, holder, channel }: CodeOrder): void {
  const rule = purposeRules[purpose];
  const channels: readonly Channel[] = rule.channels;
  if (rule.holder !== holder.kind || !channels.includes(channel))
    throw new Error(`no code to ${purpose} goes to a ${holder.kind} by ${channel}`);
}

function messageFor(
  { codeSender: { provider, host } }: WriteCodeDeps,
  { sentTo, language }: CodeOrder,
  { attemptId, reference, otp }: { attemptId: string; reference: string; otp: string },
): CodeMessage {
  const words = { language, provider, host, reference, otp };
  const [text, spoken] = [codeText(words), spokenWords(words)];
  return { attemptId, to: sentTo, language, text, spoken, validitySeconds: otp_expires_s };
}

/** Whether a text or a call was taken by the provider, or why not. */
export type SentCode =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: (typeof refusalOfTransport)[keyof typeof refusalOfTransport] };

/** Sends a text or a call, outside any transaction: a provider may take seconds, and what it did cannot be rolled back. */
export async function sendCode(
  deps: SendCodeDeps,
  order: Pick<CodeOrder, "holder" | "workflowId" | "ip" | "userAgent">,
  written: Omit<WrittenCode, "message"> & { readonly message: CodeMessage },
): Promise<SentCode> {
  const { codes } = deps;
  try {
    const { providerReference } = await (written.channel === "sms"
      ? codes.sendText(written.message)
      : codes.call(written.message));
    await saveOutcome(deps.db, written.attemptId, { state: "accepted", at: deps.clock.now(), providerReference });
    return { ok: true };
  } catch (fault) {
    if (!(fault instanceof CodeTransportFailed)) throw fault;
    const { challengeId, attemptId, channel } = written;
    const { kind, message } = fault;
    const at = deps.clock.now();
    await inTransaction(deps.db, async (db) => {
      await saveOutcome(db, attemptId, { state: stateAfterFailure(kind), at, failure: `${kind}: ${message}` });
      await saveEnd(db, challengeId, "unsent");
      const details = { challengeId, attemptId, channel, failure: kind };
      await recordEvent(db, { at, type: "code.not-sent", ...eventAbout(order, order), details });
    });
    return { ok: false, code: refusalOfTransport[kind] };
  }
}
