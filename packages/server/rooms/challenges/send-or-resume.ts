/** A code by text message or call: a new one, or the one on its way. */
import type { Challenge } from "@siegel/contract/calls/challenges.ts";
import { inTransaction } from "../../db/transaction.ts";
import { type IssuedCode, sendSignersCode, writeSignersCode } from "./issue-code.ts";
import { openChallenge } from "./resume-code.ts";
import { type SendCodeDeps, secondsToWait, type WriteCodeDeps } from "./write-code.ts";

/** What sending asks of the world. */
export type SendOrResumeDeps = WriteCodeDeps & SendCodeDeps;

type Order = Parameters<typeof writeSignersCode>[2];

/** What the page is told of the code, or why there is none. */
export type SentOrResumed =
  | { readonly ok: true; readonly challenge: Challenge }
  | Extract<IssuedCode, { readonly ok: false }>;

/** Sends it. `mayBeEarlier`: whether the one on its way is as good, where another may be sent in so many seconds; if nothing is said, while it is too early for another. */
export async function sendOrResume(
  deps: SendOrResumeDeps,
  order: Order,
  mayBeEarlier: (wait: number) => boolean = (wait) => wait > 0,
): Promise<SentOrResumed> {
  const made = await inTransaction(deps.db, async (db) => {
    const wait = await secondsToWait(db, deps, order);
    const living = mayBeEarlier(wait) ? await openChallenge(db, deps, { ...order, wait }) : null;
    if (living !== null) return { kind: "living", living } as const;
    return wait > 0
      ? ({ kind: "wait", wait } as const)
      : ({ kind: "new", unsent: await writeSignersCode(db, deps, order) } as const);
  });
  if (made.kind === "wait") return { ok: false, code: "TOO_MANY_REQUESTS", retryAfterSeconds: made.wait };
  return made.kind === "living" ? { ok: true, challenge: made.living } : await sendSignersCode(deps, made.unsent);
}
