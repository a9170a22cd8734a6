/**
 * The door of the room `challenges`: one-time codes by text message and call (decisions.md §7 "Codes", §9).
 * A code is bound to its holder, a purpose and, for a signer, the state of documents and own values. Only the newest works, and only once.
 */

import type { SignerId } from "@siegel/contract/ids.ts";
import { maskPhone } from "@siegel/contract/phone.ts";
import type { DeliveryState, PhoneChannel } from "../../db/challenges-tables.ts";
import type { Db } from "../../db/database.ts";
import { closeChallengesOf, readChallenge, saveEnd } from "./challenges-store.ts";
import { readDeliveryState } from "./delivery-store.ts";

export type { SendLimits } from "./challenges-rules.ts";
export {
  forgetIdentified as forgetCodesOfIdentified,
  forgetOwnersCodes,
  forgetWorkflow as forgetCodes,
} from "./challenges-store.ts";
export {
  type CheckCodeDeps,
  type CheckedCode,
  challengeNamed,
  checkCode,
  checkNewestCode,
  holderNamed,
  isCodeOf,
  isLivingCode,
} from "./check-code.ts";
export { checkSignersCode } from "./check-signers-code.ts";
export { type CodeSecret, codeSecret } from "./code-secret.ts";
export {
  type CodeRequest,
  type IssueCodeDeps,
  type IssuedCode,
  issueCode,
  latestPhoneChannel,
  sendSignersCode,
  type UnsentCode,
  writeSignersCode,
} from "./issue-code.ts";
export { mailedCode } from "./mailed-code.ts";
export { recordDelivery, spokenCode } from "./record-delivery.ts";
export { openChallenge } from "./resume-code.ts";
export { type SendOrResumeDeps, type SentOrResumed, sendOrResume } from "./send-or-resume.ts";
export { secondsToWait, type WriteCodeDeps, writeCode } from "./write-code.ts";
export { type WrongTries, wrongTries } from "./wrong-tries.ts";

/** Marks a checked code as used, in the transaction of the act it approves; false if it was used or replaced meanwhile. */
export async function useCode(db: Db, challengeId: string): Promise<boolean> {
  return await saveEnd(db, challengeId, "used");
}

/** Ends the codes of these signers, in the transaction that ends their workflow. */
export async function closeCodes(db: Db, signerIds: readonly SignerId[]): Promise<void> {
  await closeChallengesOf(db, { kind: "signer", ids: signerIds });
}

/** Ends a code that still lives; harmless when it ended. */
export async function endCode(db: Db, challengeId: string): Promise<void> {
  await saveEnd(db, challengeId, "closed");
}

/** Ends the codes to the holder of a certificate, in the transaction that ends it. */
export async function closeCodesOfCertificate(db: Db, certificateId: string): Promise<void> {
  await closeChallengesOf(db, { kind: "certificate", ids: [certificateId] });
}

/** The number (E.164) that a code went to; null: it is forgotten, or went by mail. */
export async function phoneOfCode(db: Db, challengeId: string): Promise<string | null> {
  const challenge = await readChallenge(db, challengeId);
  return challenge === null || challenge.channel === "mail" ? null : challenge.sentTo;
}

/** What the audit report says about a signer's code. */
export type ChallengeFacts = {
  readonly channel: PhoneChannel;
  readonly maskedPhone: string;
  readonly reference: string;
  readonly issuedAt: Date;
  readonly delivery: DeliveryState | null;
};

/** The facts of a signer's challenge. @throws if the id does not exist, or names somebody else's */
export async function challengeFacts(db: Db, challengeId: string): Promise<ChallengeFacts> {
  const challenge = await readChallenge(db, challengeId);
  if (challenge === null) throw new Error(`no challenge ${challengeId}`);
  const { channel, reference, issuedAt, sentTo } = challenge;
  if (channel === "mail") throw new Error(`challenge ${challengeId} is no signer's`);
  return {
    channel,
    reference,
    issuedAt,
    maskedPhone: maskPhone(sentTo),
    delivery: await readDeliveryState(db, challengeId),
  };
}
