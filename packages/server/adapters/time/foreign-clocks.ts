/** What is made of the clocks of other houses: a small difference is waited for, a larger one is nobody's time to put into evidence. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../../ports/clock.ts";

/**
 * How far the clock of a timestamp or status service may be from ours, milliseconds. A unit keeps within a second of UTC
 * (ETSI EN 319 421 TIS-7.7.2), as our own clock does; the rest is for services that promise less.
 */
export const clockToleranceMs = 5_000;

/**
 * Waits until our own clock has reached `time`, where it is no more than the tolerance ahead: nothing of our future goes on
 * into a document. A time further ahead is not waited for; whoever checks it refuses it.
 */
export async function untilReached(clock: Clock, time: Date): Promise<void> {
  await waitOut(time.getTime() - clock.now().getTime());
}

/** Waits for a difference of clocks; true where there was one within the tolerance. */
export async function waitOut(differenceMs: number): Promise<boolean> {
  if (differenceMs <= 0 || differenceMs > clockToleranceMs) return false;
  await sleep(differenceMs);
  return true;
}
