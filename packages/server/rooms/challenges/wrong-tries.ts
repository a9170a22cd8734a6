/**
 * Wrong tries as this process counted them, beside the count in the database: whoever writes there can take that one back, and a MAC
 * would not help, because an older row is as authentic as the newest. What a process remembers he cannot reach.
 *
 * Trust: with n processes such a writer has n times the tries of one, and as many again after each restart; a code lives 300 s.
 */
import { otp_expires_s } from "@siegel/contract/limits.ts";

type Counted = { readonly tries: number; readonly until: number };

/** What one process counted: the wrong tries it knows of each challenge, 0 where it knows none, and how it learns of them. */
export type WrongTries = {
  readonly seen: (challengeId: string) => number;
  /** Remembers how many there were, until every code that lived at the first of them is dead. */
  readonly remember: (challengeId: string, wrong: { readonly tries: number; readonly now: Date }) => void;
};

/** Challenges counted at most; beyond them the oldest is forgotten. A code is sent for each, so that many are never alive at once. */
const counted_max = 100_000;

/** A count that begins with its process. */
export function wrongTries(max = counted_max): WrongTries {
  const counted = new Map<string, Counted>();
  return {
    seen: (challengeId) => counted.get(challengeId)?.tries ?? 0,
    remember: (challengeId, { tries, now }) => {
      // All of them: after a clock was set the oldest need not be the first to die.
      for (const [id, { until }] of counted) if (until <= now.getTime()) counted.delete(id);
      const until = counted.get(challengeId)?.until ?? now.getTime() + otp_expires_s * 1000;
      counted.set(challengeId, { tries, until });
      const [oldest] = counted.keys();
      if (counted.size > max && oldest !== undefined) counted.delete(oldest);
    },
  };
}
