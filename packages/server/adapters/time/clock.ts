/** The machine's clocks. */
import type { Clock, MonotonicClock } from "../../ports/clock.ts";

/** Answers the system's UTC time. */
export const systemClock: Clock = { now: () => new Date() };

/** Time since the process began, which no setting of the clock changes. */
export const systemMonotonic: MonotonicClock = { elapsedMs: () => performance.now() };
