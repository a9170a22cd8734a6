/** The one answer to a code that is wrong, old, used up, or another's. */
import type { CheckedCode } from "../challenges/challenges.ts";

/** Says how many tries are left where the code was looked at. */
export type WrongOtp = { readonly ok: false; readonly code: "WRONG_OTP"; readonly messages?: readonly string[] };

/** The answer to a check that did not succeed. */
export function wrongOtp(checked?: Extract<CheckedCode, { readonly ok: false }>): WrongOtp {
  const left = checked?.code === "OTP_TRIES_EXHAUSTED" ? 0 : checked?.triesLeft;
  return left === undefined
    ? { ok: false, code: "WRONG_OTP" }
    : { ok: false, code: "WRONG_OTP", messages: ["This code is not right.", `tries_left=${left}`] };
}
