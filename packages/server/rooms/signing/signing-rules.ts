/** Pure rules of the room `signing`: the life of an act, its pauses, the codes it may end with. */
import type { ErrorCode } from "@siegel/contract/codes.ts";
import { signing_give_up_after_h, signing_sweep_every_s } from "@siegel/contract/limits.ts";
import type { SigningFailure } from "@siegel/contract/message-kinds.ts";
import type { PdfRefusalCode } from "@siegel/kernel/pdf/refusal.ts";

/** Codes an act fails for good with (decisions.md §9, last row). */
export type FailureCode = Extract<
  ErrorCode,
  | "CERTIFICATE_NOT_VALID"
  | "FIELD_VALUE_INVALID"
  | "FILE_BROKEN"
  | "ORGANIZATION_NOT_VERIFIED"
  | "SIGNING_INTERRUPTED"
  | "WORKFLOW_CANCELLED"
  | "WORKFLOW_EXPIRED"
  | "NO_WORKFLOW_FOUND_REVOKED"
  | "WORKFLOW_CHANGED"
>;

/** What the signer is written about a failed act; null where the workflow's end is told by a mail of its own. */
export function toldByFailure(code: FailureCode): SigningFailure | null {
  return code === "WORKFLOW_CANCELLED" || code === "WORKFLOW_EXPIRED" || code === "NO_WORKFLOW_FOUND_REVOKED"
    ? null
    : code;
}

/** What an act fails with when its document cannot take the signature. */
export function failureOf({ code }: { readonly code: PdfRefusalCode }): FailureCode {
  return code === "FIELD_VALUE_INVALID" ? code : "FILE_BROKEN";
}

/** One run of the work holds a workflow this long. A slower run loses it, and what it then writes is refused by its round. */
export const leaseMs = 20_000;
const pauseMaxMs = 15 * 60_000;

/**
 * When to try again after the `attempts`-th fault: 15 s, doubled up to 15 minutes; `null` once the act is 24 h old
 * (decisions.md §9).
 */
export function nextAttempt(fault: { attempts: number; authorisedAt: Date; now: Date }): Date | null {
  const giveUpAt = fault.authorisedAt.getTime() + signing_give_up_after_h * 3_600_000;
  if (fault.now.getTime() >= giveUpAt) return null;
  const pause = Math.min(signing_sweep_every_s * 1000 * 2 ** Math.max(0, fault.attempts - 1), pauseMaxMs);
  return new Date(Math.min(fault.now.getTime() + pause, giveUpAt));
}
