/** Job `sweep-signing`: every 15 s it goes on with acts that an outage or a crash left behind (decisions.md §9). */
import { signing_sweep_every_s } from "@siegel/contract/limits.ts";
import { type SigningDeps, sweepSigning } from "../rooms/signing/signing.ts";

/** A sweep that runs until it is stopped; `stop` waits for the turn that is running. */
export type Sweep = { readonly stop: () => Promise<void> };

/**
 * Sweeps now and then every `everyMs`. Turns never overlap, and a fault of one is told to `onFault` and does not end the sweep:
 * the database being away is exactly what it is there to outlive.
 */
export function startSigningSweep(
  deps: SigningDeps,
  options: { onFault: (fault: unknown) => void; everyMs?: number },
): Sweep {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();
  const next = (): void => {
    turn = sweepSigning(deps)
      .then(() => undefined, options.onFault)
      .then(() => {
        if (!stopped) timer = setTimeout(next, options.everyMs ?? signing_sweep_every_s * 1000);
      });
  };
  next();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await turn;
    },
  };
}
