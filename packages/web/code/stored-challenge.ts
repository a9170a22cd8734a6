/** The code that is on its way, kept in this tab so that a reload neither sends another nor stops the clock. */
import type { Challenge } from "@siegel/contract/calls/challenges.ts";
import type { CodeChannel } from "../paths.ts";
import { drop, keep, readKept } from "../tab-storage.ts";

/** Times are milliseconds since 1970 on this device's clock, measured from the server's answer. */
export type LiveChallenge = {
  readonly channel: CodeChannel | "mail";
  readonly id: string;
  readonly reference: string;
  readonly maskedPhone: string;
  readonly lifeSeconds: number;
  readonly sentAtMs: number;
  readonly expiresAtMs: number;
  readonly resendAtMs: number;
  /** What it was asked for, where a page asks for different things; null: there is one. */
  readonly about: string | null;
};

/** sending: asked for · live: sent · refused: none was sent, why, and from when another try makes sense. */
export type ChallengeState =
  | { readonly status: "sending"; readonly challenge: LiveChallenge | null }
  | { readonly status: "live"; readonly challenge: LiveChallenge }
  | {
      readonly status: "refused";
      readonly challenge: LiveChallenge | null;
      readonly code: string;
      readonly retryAtMs: number;
    };

/** Why there is no code when no answer came: one may be on its way. No server sends it. */
export const unknown_code = "CODE_UNKNOWN";

const key = "challenge";

/** What the server answered, as times on this device. */
export function startChallenge(
  channel: CodeChannel,
  told: Challenge,
  { nowMs, about = null }: { readonly nowMs: number; readonly about?: string | null },
): LiveChallenge {
  return {
    channel,
    about,
    id: told.id,
    reference: told.reference,
    maskedPhone: told.masked_phone,
    lifeSeconds: told.expires_in_s,
    sentAtMs: nowMs,
    expiresAtMs: nowMs + told.expires_in_s * 1_000,
    resendAtMs: nowMs + told.resend_after_s * 1_000,
  };
}

/** The code of this channel that still lives; only the newest one of any channel is kept. */
export function readChallenge(
  channel: CodeChannel,
  { nowMs, about = null }: { readonly nowMs: number; readonly about?: string | null },
): LiveChallenge | null {
  const stored = readKept(key) as LiveChallenge | null;
  if (stored === null || stored.channel !== channel || stored.about !== about) return null;
  return stored.expiresAtMs > nowMs ? stored : null;
}

/** Keeps a challenge for this tab. */
export function keepChallenge(challenge: LiveChallenge): void {
  keep(key, challenge);
}

/** Forgets it: used up, or no longer good for anything. */
export function dropChallenge(): void {
  drop(key);
}
