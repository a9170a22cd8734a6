/**
 * How long an answer may take. One that is lost on the way would otherwise keep whoever waits for it, and every later call of that page,
 * for minutes. What the call was about may have been done all the same: its page finds out when it asks again.
 */
import type { CallName } from "./calls.ts";

const patience_ms = 30_000;
/** The server itself works on an act for a while before it answers that it goes on without us. */
const patience_of_acts_ms = 120_000;
const acts: ReadonlySet<CallName> = new Set(["signWorkflow", "signWithoutAuth"]);

/** Ends a call that takes too long, or that nobody waits for any more (`unwanted`); `stop` when its answer is there. */
export function limitCall(
  name: CallName,
  unwanted: AbortSignal | undefined,
): { readonly signal: AbortSignal; readonly stop: () => void } {
  // By hand, because browsers of 2023 have no AbortSignal.any.
  const limited = new AbortController();
  const end = (): void => limited.abort();
  const timer = setTimeout(end, acts.has(name) ? patience_of_acts_ms : patience_ms);
  if (unwanted?.aborted === true) end();
  unwanted?.addEventListener("abort", end);
  const stop = (): void => {
    clearTimeout(timer);
    unwanted?.removeEventListener("abort", end);
  };
  return { signal: limited.signal, stop };
}
