/** What a one-time code looks like while it is typed (signer-side.md §5). */
import { otp_length } from "@siegel/contract/limits.ts";

/** The digits of what was typed or pasted, at most as many as a code has; spaces, dashes and letters fall away. */
export function cleanCode(typed: string): string {
  return typed.replace(/[^0-9]/g, "").slice(0, otp_length);
}

/** Whether it is a whole code: exactly six digits. */
export function isWholeCode(code: string): boolean {
  return code.length === otp_length && cleanCode(code) === code;
}
