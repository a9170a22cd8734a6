/** A code that an owner was sent, as their pages know it. */
import type { Refusal } from "../api/answer.ts";
import type { ChallengeState, LiveChallenge } from "../code/stored-challenge.ts";

const retry_after_refusal_s = 5;

type Told = {
  readonly id?: string;
  readonly reference: string;
  readonly expires_in_s: number;
  readonly resend_after_s: number;
  readonly masked_phone?: string;
};

/** What was told of it, as times on this device. `before`: the one that is still on its way where no other was sent. */
export function codeStateOf(
  answer: { readonly ok: true; readonly data: Told } | Refusal,
  channel: LiveChallenge["channel"],
  before: LiveChallenge | null,
): ChallengeState {
  const now = Date.now();
  if (!answer.ok) {
    const retryAtMs = now + (answer.retryAfterSeconds ?? retry_after_refusal_s) * 1_000;
    return { status: "refused", challenge: before, code: answer.code, retryAtMs };
  }
  const { id = answer.data.reference, reference, expires_in_s, resend_after_s, masked_phone = "" } = answer.data;
  return {
    status: "live",
    challenge: {
      channel,
      about: null,
      id,
      reference,
      maskedPhone: masked_phone,
      lifeSeconds: expires_in_s,
      sentAtMs: now,
      expiresAtMs: now + expires_in_s * 1_000,
      resendAtMs: now + resend_after_s * 1_000,
    },
  };
}
