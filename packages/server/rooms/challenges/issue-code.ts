/** Sends a one-time code to the signer's stored number (decisions.md §7 "Codes"). */
import type { Challenge } from "@siegel/contract/calls/challenges.ts";
import type { ErrorCode } from "@siegel/contract/codes.ts";
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { otp_expires_s, otp_length, otp_resend_after_s } from "@siegel/contract/limits.ts";
import { maskPhone, takesTexts } from "@siegel/contract/phone.ts";
import { digestOfSecret } from "@siegel/kernel/mac/server-secret.ts";
import type { Channel } from "../../db/challenges-tables.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import { type CodeMessage, type CodeTransport, CodeTransportFailed } from "../../ports/code-transport.ts";
import type { Random } from "../../ports/random.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { readApprovable, type Shown, wasShown } from "../documents/documents.ts";
import type { ShownToSession } from "../login/login.ts";
import { acceptTerms } from "../login/login.ts";
import { checkMayRelease, loadSigner, type SignerContext } from "../workflows/workflows.ts";
import {
  referenceFrom,
  referenceLength,
  refusalOfTransport,
  type SendLimits,
  secondsUntilSend,
  stateAfterFailure,
} from "./challenges-rules.ts";
import { readLatestChannel, saveEnd, saveNewest } from "./challenges-store.ts";
import { codeText, spokenWords } from "./code-message.ts";
import { type CodeSecret, challengeToken, codeMac, nonceLength, saltLength, sealCode } from "./code-secret.ts";
import { lockSends, readEarlierSends, saveAttempt, saveOutcome } from "./delivery-store.ts";
import { codeOnItsWay } from "./resume-code.ts";

/** What sending codes asks of the world. */
export type IssueCodeDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly codeSecret: CodeSecret;
  readonly codes: CodeTransport;
  readonly codeLimits: SendLimits;
  /** Named in the message: the provider of the service, and the host name of the web pages. */
  readonly codeSender: { readonly provider: string; readonly host: string };
};

/** Who asks, as the session and the socket say; `latest` repeats the channel used last. */
export type CodeRequest = {
  readonly workflowId: WorkflowId;
  readonly signerId: SignerId;
  readonly channel: Channel | "latest";
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
  | { readonly ok: false; readonly code: Exclude<ErrorCode, "TOO_MANY_REQUESTS"> }
  | { readonly ok: false; readonly code: "TOO_MANY_REQUESTS"; readonly retryAfterSeconds: number };

/** A code that is written down and not yet sent. */
type Written = {
  readonly ok: true;
  readonly challengeId: string;
  readonly attemptId: string;
  readonly channel: Channel;
  readonly message: CodeMessage;
  readonly challenge: Challenge;
};

/** Ends the signer's earlier code, writes a new one down and sends it. */
export async function issueCode(deps: IssueCodeDeps, request: CodeRequest): Promise<IssuedCode> {
  const written = await inTransaction(deps.db, (db) => writeCode(db, deps, request));
  return written.ok && "attemptId" in written ? await sendCode(deps, request, written) : written;
}

async function writeCode(db: Db, deps: IssueCodeDeps, request: CodeRequest): Promise<Written | IssuedCode> {
  const context = await loadSigner(db, request.workflowId, request.signerId);
  if (context === null) return { ok: false, code: "NO_WORKFLOW_FOUND" };
  const now = deps.clock.now();
  const channel =
    request.channel === "latest" ? ((await readLatestChannel(db, request.signerId)) ?? "sms") : request.channel;
  const allowed = checkMayHaveCode(context, channel, now);
  if (!allowed.ok) return allowed;
  const act = request.termsTicked ? "ticked before the code" : null;
  const accepted = await acceptTerms({ db, clock: deps.clock }, { ...request, context, act }, "code");
  if (!accepted.ok) return accepted;
  const send = { signerId: request.signerId, channel, phone: allowed.phone, network: request.network, now };
  await lockSends(db, send);
  const wait = secondsUntilSend(await readEarlierSends(db, send, deps.codeLimits), now);
  if (wait > 0) {
    const challenge =
      request.resume === true ? await codeOnItsWay(db, deps, { ...send, ...request, channel, wait }) : null;
    return challenge === null
      ? { ok: false, code: "TOO_MANY_REQUESTS", retryAfterSeconds: wait }
      : { ok: true, challenge };
  }
  const state = await readApprovable(db, request.workflowId, request.signerId);
  // What the code binds to is what the database holds: somebody else with the same link may have changed it meanwhile.
  if (!wasShown(state, request)) return { ok: false, code: "WORKFLOW_CHANGED" };
  return await saveCode(db, deps, { request, context, send, stateHash: state.stateHash });
}

function checkMayHaveCode(
  context: SignerContext,
  channel: Channel,
  now: Date,
): { ok: true; phone: string } | { ok: false; code: Exclude<ErrorCode, "TOO_MANY_REQUESTS"> } {
  const { phone } = context.signer;
  const allowed = checkMayRelease(context, "code", now);
  if (!allowed.ok) return allowed;
  if (phone === null) return { ok: false, code: "PHONE_MISSING" };
  if (channel === "sms" && !takesTexts(phone.type)) return { ok: false, code: "PHONE_NOT_MOBILE" };
  return { ok: true, phone: phone.e164 };
}

type CodeToSave = {
  readonly request: CodeRequest;
  readonly context: SignerContext;
  readonly send: Parameters<typeof lockSends>[1];
  readonly stateHash: string;
};

async function saveCode(
  db: Db,
  deps: IssueCodeDeps,
  { request, context, send, stateHash }: CodeToSave,
): Promise<Written> {
  const { random } = deps;
  const [challengeId, attemptId] = [random.id(), random.id()];
  const authToken = challengeToken(deps.codeSecret, { challengeId, signerId: request.signerId });
  const otp = random.digits(otp_length);
  const reference = referenceFrom(random.bytes(referenceLength));
  const salt = random.bytes(saltLength);
  const sealedCode =
    send.channel === "voice" ? sealCode(deps.codeSecret, { attemptId, otp, nonce: random.bytes(nonceLength) }) : null;
  const expiresAt = new Date(send.now.getTime() + otp_expires_s * 1000);
  const terms = { challengeId, signerId: request.signerId, stateHash, phone: send.phone, expiresAt, salt };
  await saveNewest(db, {
    ...terms,
    authTokenHash: digestOfSecret(authToken),
    workflowId: request.workflowId,
    channel: send.channel,
    reference,
    codeMac: codeMac(deps.codeSecret, { ...terms, otp }),
    issuedAt: send.now,
  });
  await saveAttempt(db, { ...send, attemptId, challengeId, sealedCode });
  const masked_phone = maskPhone(send.phone);
  await recordCode(db, {
    at: send.now,
    type: "code.issued",
    request,
    details: { challengeId, attemptId, channel: send.channel, reference, maskedPhone: masked_phone },
  });
  const { language } = context.signer;
  const words = { language, provider: deps.codeSender.provider, host: deps.codeSender.host, reference, otp };
  return {
    ok: true,
    challengeId,
    attemptId,
    channel: send.channel,
    message: {
      attemptId,
      to: send.phone,
      language,
      text: codeText(words),
      spoken: spokenWords(words),
      validitySeconds: otp_expires_s,
    },
    challenge: {
      id: authToken,
      reference,
      expires_in_s: otp_expires_s,
      resend_after_s: otp_resend_after_s,
      masked_phone,
    },
  };
}

/** Outside any transaction: a provider may take seconds, and what it did cannot be rolled back. */
async function sendCode(deps: IssueCodeDeps, request: CodeRequest, written: Written): Promise<IssuedCode> {
  const { codes } = deps;
  try {
    const { providerReference } = await (written.channel === "sms"
      ? codes.sendText(written.message)
      : codes.call(written.message));
    await saveOutcome(deps.db, written.attemptId, { state: "accepted", at: deps.clock.now(), providerReference });
    return { ok: true, challenge: written.challenge };
  } catch (fault) {
    if (!(fault instanceof CodeTransportFailed)) throw fault;
    await recordUnsent(deps, request, { written, fault });
    return { ok: false, code: refusalOfTransport[fault.kind] };
  }
}

async function recordUnsent(
  deps: IssueCodeDeps,
  request: CodeRequest,
  unsent: { written: Written; fault: CodeTransportFailed },
): Promise<void> {
  const { challengeId, attemptId, channel } = unsent.written;
  const { kind, message } = unsent.fault;
  const at = deps.clock.now();
  await inTransaction(deps.db, async (db) => {
    await saveOutcome(db, attemptId, { state: stateAfterFailure(kind), at, failure: `${kind}: ${message}` });
    await saveEnd(db, challengeId, "unsent");
    await recordCode(db, {
      at,
      type: "code.not-sent",
      request,
      details: { challengeId, attemptId, channel, failure: kind },
    });
  });
}

type CodeEvent = {
  readonly at: Date;
  readonly type: string;
  readonly request: CodeRequest;
  readonly details: { readonly [name: string]: string };
};

async function recordCode(db: Db, { at, type, request, details }: CodeEvent): Promise<void> {
  const { workflowId, signerId, ip, userAgent } = request;
  await recordEvent(db, {
    at,
    type,
    actor: { kind: "signer", id: signerId, ip, userAgent },
    workflowId,
    signerId,
    details,
  });
}
