import type { IdentCode } from "@siegel/contract/calls/personal-ident.ts";
import { useEffect, useRef, useState } from "react";
import { isLost, type Refusal } from "../../../api/answer.ts";
import { callIdent } from "../../../api/ident-client.ts";
import type { ChallengeState, LiveChallenge } from "../../../code/stored-challenge.ts";

/** Whose certificate it is, and the code on its way. `away`: the service did not answer the first question. */
export type IdentState = {
  readonly ident: IdentCode | null;
  readonly code: ChallengeState;
  readonly away: Refusal | null;
};

const retry_after_refusal_s = 5;
const nothing: IdentState = { ident: null, code: { status: "sending", challenge: null }, away: null };

/** Asks for the code at once; `resend` for another one. A refusal of the first question leads away: `onRefused`. */
export function useIdentCode(
  secret: string,
  onRefused: (refusal: Refusal) => void,
): { readonly state: IdentState; readonly ask: (again?: boolean) => Promise<void> } {
  const [state, setState] = useState(nothing);
  const asked = useRef(false);

  async function ask(again = false): Promise<void> {
    setState(({ ident, code }) => ({ ident, code: { status: "sending", challenge: code.challenge }, away: null }));
    const answer = await callIdent("sendIdentSms", { params: { secret }, query: again ? { again: "true" } : {} });
    if (answer.ok)
      return setState({
        ident: answer.data,
        code: { status: "live", challenge: liveOf(answer.data, Date.now()) },
        away: null,
      });
    if (answer.code === "NO_IDENTIFICATION_FOUND") return onRefused(answer);
    // Without an answer nobody knows whether the link works: it is asked again here.
    if (!again && !isLost(answer)) return onRefused(answer);
    const retryAtMs = Date.now() + (answer.retryAfterSeconds ?? retry_after_refusal_s) * 1_000;
    setState(({ ident, code }) => ({
      ident,
      code: { status: "refused", challenge: code.challenge, code: answer.code, retryAtMs },
      away: ident === null ? answer : null,
    }));
  }

  useEffect(() => {
    if (asked.current) return;
    asked.current = true; // a code costs money and a try: never twice for one visit
    void ask();
  });
  return { state, ask };
}

const liveOf = (told: IdentCode, nowMs: number): LiveChallenge => ({
  channel: "sms",
  about: null,
  // There is one code at a time; its reference tells it from the one before.
  id: told.reference,
  reference: told.reference,
  maskedPhone: told.masked_phone,
  lifeSeconds: told.expires_in_s,
  sentAtMs: nowMs,
  expiresAtMs: nowMs + told.expires_in_s * 1_000,
  resendAtMs: nowMs + told.resend_after_s * 1_000,
});
