/** Sends a one-time code to the signer's stored number (decisions.md §7 "Codes"). */
import type { Challenge } from "@siegel/contract/calls/challenges.ts";
import type { ErrorCode } from "@siegel/contract/codes.ts";
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { otp_expires_s, otp_resend_after_s } from "@siegel/contract/limits.ts";
import { maskPhone, takesTexts } from "@siegel/contract/phone.ts";
import type { PhoneChannel } from "../../db/challenges-tables.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { CodeMessage } from "../../ports/code-transport.ts";
import { readApprovable, type Shown, wasShown } from "../documents/documents.ts";
import type { ShownToSession } from "../login/login.ts";
import { acceptTerms } from "../login/login.ts";
import { checkMayRelease, loadSigner, type SignerContext } from "../workflows/workflows.ts";
import { type CodesOf, readLatestChannel } from "./challenges-store.ts";
import { codeOnItsWay } from "./resume-code.ts";
import {
  type CodeOrder,
  type SendCodeDeps,
  secondsToWait,
  sendCode,
  type WriteCodeDeps,
  type WrittenCode,
  writeCode,
} from "./write-code.ts";

/** What sending a signer's code asks of the world. */
export type IssueCodeDeps = WriteCodeDeps & SendCodeDeps;

/** Who asks, as the session and the socket say; `latest` repeats the channel used last. */
export type CodeRequest = {
  readonly workflowId: WorkflowId;
  readonly signerId: SignerId;
  readonly channel: PhoneChannel | "latest";
  /** The terms were ticked on the page that asks. */
  readonly termsTicked: boolean;
  /** The signer's part as that page showed it, and as the session was shown it last: a code stands for this or is not sent. */
  readonly shown?: Shown;
  readonly seen?: ShownToSession | undefined;
  /** Where it is too early for another code, the one on its way is good too: its answer may have been lost, or went to another tab. */
  readonly resume?: boolean;
  readonly ip: string;
  /** What of that address counts as one asker. */
  readonly network: string;
  readonly userAgent: string;
};

/** The challenge for the wire, or why no code was sent. */
export type IssuedCode =
  | { readonly ok: true; readonly challenge: Challenge }
  | { readonly ok: false; readonly code: Exclude<ErrorCode, "TOO_MANY_REQUESTS" | "DOCUMENT_HELD"> }
  | { readonly ok: false; readonly code: "TOO_MANY_REQUESTS"; readonly retryAfterSeconds: number };

/** A signer's code that is written down and not yet sent. */
export type UnsentCode = {
  readonly ok: true;
  readonly order: CodeOrder;
  readonly written: WrittenCode & { readonly message: CodeMessage };
};

/** Ends the signer's earlier code, writes a new one down and sends it. */
export async function issueCode(deps: IssueCodeDeps, request: CodeRequest): Promise<IssuedCode> {
  const made = await inTransaction(deps.db, (db) => newSignersCode(db, deps, request));
  return made.ok && "written" in made ? await sendSignersCode(deps, made) : made;
}

/** Sends a code that was written down, and answers what the signer's page is told of it. */
export async function sendSignersCode(deps: SendCodeDeps, { order, written }: UnsentCode): Promise<IssuedCode> {
  const sent = await sendCode(deps, order, written);
  if (!sent.ok) return sent;
  const { authToken, reference } = written;
  const challenge = {
    id: authToken,
    reference,
    expires_in_s: otp_expires_s,
    resend_after_s: otp_resend_after_s,
    masked_phone: maskPhone(order.sentTo),
  };
  return { ok: true, challenge };
}

async function newSignersCode(db: Db, deps: IssueCodeDeps, request: CodeRequest): Promise<UnsentCode | IssuedCode> {
  const { workflowId, signerId, network, ip, userAgent } = request;
  const context = await loadSigner(db, workflowId, signerId);
  if (context === null) return { ok: false, code: "NO_WORKFLOW_FOUND" };
  const now = deps.clock.now();
  const holder = { kind: "signer", id: signerId } as const;
  const channel =
    request.channel === "latest" ? await latestPhoneChannel(db, { holder, purpose: "sign" }) : request.channel;
  const allowed = checkMayHaveCode(context, channel, now);
  if (!allowed.ok) return allowed;
  const act = request.termsTicked ? "ticked before the code" : null;
  const accepted = await acceptTerms({ db, clock: deps.clock }, { ...request, context, act }, "code");
  if (!accepted.ok) return accepted;
  const send = { holder, channel, sentTo: allowed.phone, network, now };
  const wait = await secondsToWait(db, deps, send);
  if (wait > 0) {
    const challenge = request.resume === true ? await codeOnItsWay(db, deps, { ...request, ...send, wait }) : null;
    return challenge === null
      ? { ok: false, code: "TOO_MANY_REQUESTS", retryAfterSeconds: wait }
      : { ok: true, challenge };
  }
  const state = await readApprovable(db, workflowId, signerId);
  // What the code binds to is what the database holds: somebody else with the same link may have changed it meanwhile.
  if (!wasShown(state, request)) return { ok: false, code: "WORKFLOW_CHANGED" };
  const { language } = context.signer;
  const { stateHash } = state;
  return await writeSignersCode(db, deps, {
    ...send,
    purpose: "sign",
    workflowId,
    stateHash,
    language,
    ip,
    userAgent,
  });
}

/** Ends the signer's earlier code of that purpose and writes a new one down, in the caller's transaction and behind `secondsToWait`. */
export async function writeSignersCode(db: Db, deps: WriteCodeDeps, order: CodeOrder): Promise<UnsentCode> {
  const { message, ...written } = await writeCode(db, deps, order);
  if (message === null) throw new Error(`a code by ${order.channel} has a message`);
  return { ok: true, order, written: { ...written, message } };
}

/** How the holder's latest code of that purpose went; before any, by text message. */
export async function latestPhoneChannel(db: Db, of: CodesOf): Promise<PhoneChannel> {
  return (await readLatestChannel(db, of)) === "voice" ? "voice" : "sms";
}

function checkMayHaveCode(
  context: SignerContext,
  channel: PhoneChannel,
  now: Date,
): { ok: true; phone: string } | { ok: false; code: Exclude<ErrorCode, "TOO_MANY_REQUESTS" | "DOCUMENT_HELD"> } {
  const { phone } = context.signer;
  const allowed = checkMayRelease(context, "code", now);
  if (!allowed.ok) return allowed;
  if (phone === null) return { ok: false, code: "PHONE_MISSING" };
  if (channel === "sms" && !takesTexts(phone.type)) return { ok: false, code: "PHONE_NOT_MOBILE" };
  return { ok: true, phone: phone.e164 };
}
