/** Work that goes on after its caller was answered, so that a stopping process can wait for it. */
import { setTimeout as sleep } from "node:timers/promises";

/** `track` does work and remembers it until it ends; `settled` answers whether all of it ended in time. */
export type RunningWork = {
  readonly track: <T>(work: () => Promise<T>) => Promise<T>;
  readonly settled: (withinMs: number) => Promise<boolean>;
};

/** Nothing is running yet. */
export function runningWork(): RunningWork {
  const running = new Set<Promise<unknown>>();
  return {
    track: async (work) => {
      const promise = work();
      running.add(promise);
      try {
        return await promise;
      } finally {
        running.delete(promise);
      }
    },
    settled: async (withinMs) => {
      const late = new AbortController();
      const all = Promise.allSettled(running).then(() => true);
      const over = sleep(withinMs, false, { signal: late.signal }).catch(() => false);
      const inTime = await Promise.race([all, over]);
      late.abort();
      return inTime;
    },
  };
}
