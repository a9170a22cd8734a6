/** What a one-time code looks like while it is typed (signer-side.md §5). */
import { otp_length } from "@siegel/contract/limits.ts";
import type { ActRefusal } from "../frame/run-to-the-end.ts";
import type { Translate } from "../i18n/catalogue.ts";
import type { CodeChannel } from "../paths.ts";

/** The digits of what was typed or pasted, at most as many as a code has; spaces, dashes and letters fall away. */
export function cleanCode(typed: string): string {
  return typed.replace(/[^0-9]/g, "").slice(0, otp_length);
}

/** Whether more digits were typed or pasted than a code has: what is left out is told, never swallowed. */
export function hasSurplus(typed: string): boolean {
  return typed.replace(/[^0-9]/g, "").length > otp_length;
}

/** Whether it is a whole code: exactly six digits. */
export function isWholeCode(code: string): boolean {
  return code.length === otp_length && cleanCode(code) === code;
}

const ending: ReadonlySet<string> = new Set(["OTP_EXPIRED", "OTP_TRIES_EXHAUSTED", "WORKFLOW_CHANGED"]);

/**
 * Whether the challenge at hand is good for nothing after this refusal. A wrong code that took no try was compared with none: a newer
 * one was sent, from another tab perhaps, and a page that forgets the old one gets it when it is loaded again.
 */
export function endsChallenge({ code, triesLeft }: ActRefusal): boolean {
  return ending.has(code) || (code === "CHECK_SMS_PIN_WRONG" && triesLeft === null);
}

/** What is said of a wrong code: compare it with the right message or call, or, where no try is left, ask for another. */
export function wrongCodeSentence(
  say: Translate,
  { channel, reference }: { readonly channel: CodeChannel | "mail"; readonly reference: string },
  triesLeft: number | null,
): string {
  if (triesLeft === 0) return say("Responses.OTP_TRIES_EXHAUSTED");
  const wrong = say(channel === "phone" ? "code.wrongPhone" : "code.wrong", { reference });
  if (triesLeft === null) return wrong;
  return `${wrong} ${triesLeft === 1 ? say("code.oneTryLeft") : say("code.triesLeft", { n: triesLeft })}`;
}
