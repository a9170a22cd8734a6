/** The machine's clock. */
import type { Clock } from "../ports/clock.ts";

/** Answers the system's UTC time. */
export const systemClock: Clock = { now: () => new Date() };
