/**
 * How long an answer may take. One that is lost on the way would otherwise keep whoever waits for it, and every later call of that page,
 * for minutes. What the call was about may have been done all the same: its page finds out when it asks again.
 */

/** For all but the acts themselves. */
export const patience_ms = 30_000;

/** Ends a call that takes too long, or that nobody waits for any more (`unwanted`); `stop` when its answer is there. */
export function limitCall(
  patienceMs: number,
  unwanted: AbortSignal | undefined,
): { readonly signal: AbortSignal; readonly stop: () => void } {
  // By hand, because browsers of 2023 have no AbortSignal.any.
  const limited = new AbortController();
  const end = (): void => limited.abort();
  const timer = setTimeout(end, patienceMs);
  if (unwanted?.aborted === true) end();
  unwanted?.addEventListener("abort", end);
  const stop = (): void => {
    clearTimeout(timer);
    unwanted?.removeEventListener("abort", end);
  };
  return { signal: limited.signal, stop };
}
