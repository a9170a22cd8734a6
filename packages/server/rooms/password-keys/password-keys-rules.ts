/** How many tries at a password a key takes. Pure. */
import { certificate_password_tries_max, certificate_password_window_s } from "@siegel/contract/limits.ts";

/** Tries that still count. */
export function countedTries(triedAt: readonly Date[], now: Date): Date[] {
  const since = now.getTime() - certificate_password_window_s * 1_000;
  return triedAt.filter((at) => at.getTime() > since);
}

/** Whether another password may be tried, beside those that count. */
export const mayBeTried = (counted: readonly Date[]): boolean => counted.length < certificate_password_tries_max;
