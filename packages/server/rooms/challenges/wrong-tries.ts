/**
 * Wrong tries as this process counted them, beside the count in the database: whoever writes there can take that one back, and a MAC
 * would not help, because an older row is as authentic as the newest. What a process remembers he cannot reach.
 *
 * Trust: with n processes such a writer has n times the tries of one, and as many again after each restart; a code lives 300 s.
 */
import { otp_expires_s } from "@siegel/contract/limits.ts";

type Counted = { readonly tries: number; readonly until: number };

// By challenge. The oldest stand first: a code is as old as its first wrong try, or older.
const counted = new Map<string, Counted>();

/** How many wrong tries this process knows of; 0 where it knows none. */
export function wrongTriesSeen(challengeId: string): number {
  return counted.get(challengeId)?.tries ?? 0;
}

/** Remembers how many there were, until every code that lived at the first of them is dead. */
export function rememberWrongTry(challengeId: string, { tries, now }: { tries: number; now: Date }): void {
  for (const [id, { until }] of counted) {
    if (until > now.getTime()) break;
    counted.delete(id);
  }
  const until = counted.get(challengeId)?.until ?? now.getTime() + otp_expires_s * 1000;
  counted.set(challengeId, { tries, until });
}
