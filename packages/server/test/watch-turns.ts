/** How long one turn of the event loop takes, on a machine that others use too. */

/** Watches turns of the loop, in milliseconds that this thread computed: other work on the machine does not add to them. `end` answers the longest. */
export function watchTurns(): { readonly end: () => number } {
  const computedMs = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let [longestMs, begun, watching] = [0, computedMs(), true];
  const turn = (): void => {
    const now = computedMs();
    longestMs = Math.max(longestMs, now - begun);
    begun = now;
    if (watching) setImmediate(turn);
  };
  setImmediate(turn);
  return {
    end: () => {
      turn();
      watching = false;
      return longestMs;
    },
  };
}
