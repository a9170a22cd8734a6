/** A machine whose clock can be wrong, with a watch over it and one time server that can be away. */
import { systemClock } from "../adapters/time/clock.ts";
import { type ClockWatch, watchClock } from "../adapters/time/clock-watch.ts";

/** How it stands; a test changes it. `waitedMs` is time that a test let pass. */
export type Machine = { wrongMs: number; serverAway: boolean; waitedMs: number };

/** A watch over a machine that is right at first. */
export function doubtfulClock(): { readonly watch: ClockWatch; readonly machine: Machine } {
  const machine: Machine = { wrongMs: 0, serverAway: false, waitedMs: 0 };
  const begun = systemClock.now().getTime();
  const utcMs = () => systemClock.now().getTime() + machine.waitedMs;
  const watch = watchClock({
    clock: { now: () => new Date(utcMs() + machine.wrongMs) },
    monotonic: { elapsedMs: () => utcMs() - begun },
    readDatabaseTime: async () => new Date(utcMs()),
    timeServers: [
      async () => {
        if (machine.serverAway) throw new Error("away");
        return { offsetMs: -machine.wrongMs, uncertaintyMs: 10, leapAnnounced: false };
      },
    ],
    onChange: () => undefined,
    onLeapAnnounced: () => undefined,
  });
  return { watch, machine };
}
