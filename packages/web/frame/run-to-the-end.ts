/**
 * What became of the irreversible act: only the server's state tells, whatever happened to the answer of the call. A call that was
 * never heard is made again: the person has pressed, and the same call twice is one act (docs/flows/signing.md).
 */
import type { SigningResult } from "@siegel/contract/calls/signing.ts";
import { type Answer, mayBeDone, mayWait, type Refusal } from "../api/answer.ts";
import { callApi, elsewhereOf } from "../api/client.ts";

/** Why it was not signed; `triesLeft` only where a wrong code was counted. */
export type ActRefusal = { readonly code: string; readonly triesLeft: number | null };

const ask_again_s = 2;
const failed_asks_max = 30;
const sign_again_max = 2;

// Sentences of this page (i18n/responses-de.ts): nothing was signed for sure, and nobody could tell what became of the act.
const none_code = "NOT_SIGNED";
const unknown_code = "SIGNING_UNKNOWN";

/** The line `tries_left=<n>` among the messages of a refusal, as a number. */
export function triesLeftOf(messages: readonly string[]): number | null {
  const counted = messages.map((line) => /^tries_left=(\d+)$/.exec(line)?.[1]).find((digits) => digits !== undefined);
  return counted === undefined ? null : Number(counted);
}

/** Whether such an answer to a signing call may hide an act that was recorded: nothing is said before the state was asked. */
export function mayHideAct(refusal: Refusal): boolean {
  return mayBeDone(refusal) || refusal.code === "SIGNING_IN_PROGRESS";
}

/** Whether the page of the act tells of such a refusal itself: every one by which the person stays there. */
export function isToldByAct(refusal: Refusal): boolean {
  return mayHideAct(refusal) || elsewhereOf(refusal) === null;
}

/** Who waits for the act: told when it is asked for, when it is recorded and goes on, or that nobody answers, and asked whether anybody still looks. */
export type Waiting = {
  readonly onAsked: () => void;
  readonly onPending: () => void;
  readonly onUnanswered: () => void;
  readonly alive: () => boolean;
};

type Outcome = ActRefusal | "signed" | "unheard";

/** Null when it is signed, else why not. `sign` makes the call; the same whenever it is called. */
export async function runToTheEnd(
  sign: () => Promise<Answer<SigningResult>>,
  waiting: Waiting,
): Promise<ActRefusal | null> {
  for (let again = sign_again_max; ; again--) {
    waiting.onAsked();
    const outcome = await outcomeOf(await sign(), waiting);
    if (outcome === "signed") return null;
    if (outcome !== "unheard") return outcome;
    if (again === 0) return refusedWith(none_code);
  }
}

async function outcomeOf(answer: Answer<SigningResult>, waiting: Waiting): Promise<Outcome> {
  if (answer.ok) {
    if (answer.data.status !== "PENDING") return "signed";
    waiting.onPending();
    return followAct({ ...waiting, wait_s: answer.data.retry_after_s, unsure: false });
  }
  if (!mayHideAct(answer)) return { code: answer.code, triesLeft: triesLeftOf(answer.messages) };
  return followAct({ ...waiting, wait_s: ask_again_s, unsure: true });
}

async function followAct(follow: Waiting & { readonly wait_s: number; readonly unsure: boolean }): Promise<Outcome> {
  let failedAsks = 0;
  // A call whose answer was lost may still be on its way to the server: one look at the state is not enough to deny it.
  let looksForNone = follow.unsure ? 2 : 1;
  while (follow.alive()) {
    const asked = await callApi("getSigningState", {}, { patient: true });
    let wait_s = follow.wait_s;
    if (!asked.ok) {
      failedAsks += 1;
      wait_s = Math.max(wait_s, asked.retryAfterSeconds ?? 0);
      if (!mayWait(asked)) return refusedWith(asked.code);
      if (failedAsks > failed_asks_max) return refusedWith(unknown_code);
      follow.onUnanswered();
    } else if (asked.data.status === "SIGNED" || asked.data.status === "FINISHED") {
      return "signed";
    } else if (asked.data.status === "PENDING") {
      follow.onPending();
    } else {
      looksForNone -= 1;
      if (asked.data.status === "FAILED") return refusedWith(asked.data.code ?? none_code);
      if (looksForNone <= 0) return follow.unsure ? "unheard" : refusedWith(none_code);
    }
    await new Promise((resolve) => setTimeout(resolve, wait_s * 1_000));
  }
  return refusedWith("SIGNING_IN_PROGRESS");
}

const refusedWith = (code: string): ActRefusal => ({ code, triesLeft: null });
