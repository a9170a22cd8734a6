/** Pure rules of the room `challenges`: which code is taken, how fast codes may be sent, what a failed send means. */
import type { ErrorCode } from "@siegel/contract/codes.ts";
import { otp_resend_after_s, otp_tries_max } from "@siegel/contract/limits.ts";
import type { ChallengeEnd, Channel, DeliveryState, HolderKind, Purpose } from "../../db/challenges-tables.ts";
import type { CodeTransportFailure } from "../../ports/code-transport.ts";

/** Whose codes of each purpose are, and how they may travel. */
export const purposeRules = {
  sign: { holder: "signer", channels: ["sms", "voice"] },
  "sign-qualified": { holder: "signer", channels: ["sms", "voice"] },
  application: { holder: "identification", channels: ["sms"] },
  "personal-ident": { holder: "identification", channels: ["sms", "voice"] },
  // It proves that somebody reads the mailbox, before anything is said of certificates.
  "revoke-mail": { holder: "mailbox", channels: ["mail"] },
  "revoke-sms": { holder: "certificate", channels: ["sms"] },
  change: { holder: "certificate", channels: ["sms"] },
} as const satisfies Record<Purpose, { readonly holder: HolderKind; readonly channels: readonly Channel[] }>;

/** How many codes may be sent; configuration. */
export type SendLimits = { readonly perNumberPerHour: number; readonly perAddressPerHour: number };

/** The window of the hourly limits. */
export const limitWindowMs = 3_600_000;

/** When sends began that count against a limit: the latest to this signer on this channel, and the one that fills each hourly limit. */
export type EarlierSends = {
  readonly latest: Date | null;
  readonly fillsNumber: Date | null;
  readonly fillsAddress: Date | null;
};

/** Seconds until the next code may be sent, 0 when it may be sent now. Never more than the window. */
export function secondsUntilSend(earlier: EarlierSends, now: Date): number {
  const after = (begun: Date | null, ms: number): number => (begun === null ? 0 : begun.getTime() + ms - now.getTime());
  const wait = Math.max(
    0,
    after(earlier.latest, otp_resend_after_s * 1000),
    after(earlier.fillsNumber, limitWindowMs),
    after(earlier.fillsAddress, limitWindowMs),
  );
  return Math.ceil(wait / 1000);
}

/** What is known of a challenge when a code is typed. */
export type CheckedState = {
  readonly ended: ChallengeEnd | null;
  readonly tries: number;
  readonly expiresAt: Date;
  readonly stateHash: string | null;
};

/** Codes that end or refuse the check of a code. */
export type CheckRefusal = Extract<
  ErrorCode,
  "CHECK_SMS_PIN_WRONG" | "OTP_EXPIRED" | "OTP_TRIES_EXHAUSTED" | "WORKFLOW_CHANGED"
>;

/**
 * Why a challenge takes no code now, whatever the code is; null when the code decides.
 * A changed state comes before expiry: what to do about it (look again) includes a new code.
 */
export function refuseCheck(
  challenge: CheckedState,
  asked: { stateHash: string | null; now: Date },
): CheckRefusal | null {
  if (challenge.ended === "changed") return "WORKFLOW_CHANGED";
  const expired = challenge.expiresAt.getTime() <= asked.now.getTime();
  // A newer one was sent: this one is wrong, whatever was typed, until its time is over.
  if (challenge.ended === "superseded" && !expired) return "CHECK_SMS_PIN_WRONG";
  if (challenge.ended !== null) return "OTP_EXPIRED";
  if (challenge.stateHash !== asked.stateHash) return "WORKFLOW_CHANGED";
  if (expired) return "OTP_EXPIRED";
  if (challenge.tries >= otp_tries_max) return "OTP_TRIES_EXHAUSTED";
  return null;
}

/** What the signer hears when the provider did not take a code; PHONE_UNREACHABLE offers the other way. */
export const refusalOfTransport = {
  invalid_number: "PHONE_INVALID",
  unreachable: "PHONE_UNREACHABLE",
  blocked: "PHONE_UNREACHABLE",
  throttled: "SERVICE_ERROR",
  auth: "SERVICE_ERROR",
  unavailable: "SERVICE_ERROR",
} as const satisfies Record<CodeTransportFailure, ErrorCode>;

/** After `unavailable` it is unknown whether a message went out, so it counts. Every other failure says that no message went out. */
export function stateAfterFailure(kind: CodeTransportFailure): DeliveryState {
  return kind === "unavailable" ? "unanswered" : "refused";
}

// Callbacks come out of order (providers.md §3.2): a state never goes back.
const rank = {
  pending: 0,
  unanswered: 1,
  accepted: 1,
  refused: 3,
  sent: 2,
  delivered: 3,
  undelivered: 3,
  failed: 3,
} as const satisfies Record<DeliveryState, number>;

/** Whether a reported state is later than the one on record. */
export function isLater(reported: DeliveryState, recorded: DeliveryState): boolean {
  return rank[reported] > rank[recorded];
}

// Without 0, O, 1, I: read aloud and compared by eye. 24 letters, then 8 digits.
const referenceSymbols = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const referenceLetters = 24;

/** Bytes of randomness a reference takes. */
export const referenceLength = 6;

/** Six characters shown and sent alike; the first is a letter, so that it is never taken for the code. */
export function referenceFrom(random: Uint8Array): string {
  const symbols = Array.from(random.subarray(0, referenceLength), (byte, at) =>
    referenceSymbols.charAt(byte % (at === 0 ? referenceLetters : referenceSymbols.length)),
  );
  return symbols.join("");
}
