/** What is done every so often, by every process alike: each of these is harmless when two do it at once. */
import { signing_sweep_every_s } from "@siegel/contract/limits.ts";
import type { ServerDeps } from "../deps.ts";
import { ensureHierarchy } from "../rooms/authority/authority.ts";
import { sweepSigning } from "../rooms/signing/signing.ts";

const authorityEveryS = 600;

/** Starts the timers; `stop` waits for what is running. */
export function startTimers(deps: ServerDeps): { readonly stop: () => Promise<void> } {
  const stops = [
    every(
      deps,
      { name: "sweep of signing acts", seconds: signing_sweep_every_s },
      async () => void (await sweepSigning(deps)),
    ),
    // Renews units that are due and lists that run out.
    every(deps, { name: "upkeep of the authority", seconds: authorityEveryS }, () => ensureHierarchy(deps)),
  ];
  return { stop: async () => void (await Promise.all(stops.map((stop) => stop()))) };
}

/** Runs `work` again and again with a pause between two runs; a fault is logged and the next run comes all the same. */
function every(
  deps: ServerDeps,
  timer: { name: string; seconds: number },
  work: () => Promise<void>,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: NodeJS.Timeout | null = null;
  const plan = () => {
    next = setTimeout(() => {
      running = work()
        .catch((fault: unknown) => deps.log.error({ fault, timer: timer.name }, "a timer's work failed"))
        .finally(plan);
    }, timer.seconds * 1_000);
  };
  plan();
  return async () => {
    if (next) clearTimeout(next);
    const last = next;
    await running;
    // The run that was still going planned another.
    if (next && next !== last) clearTimeout(next);
  };
}
