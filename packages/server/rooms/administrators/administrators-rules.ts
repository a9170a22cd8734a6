/** Who acts, how long an administrator's session lasts, and how long somebody waits who tries passwords. Pure. */
import type { AdministratorId, OrganisationId } from "@siegel/contract/ids.ts";
import {
  account_session_absolute_s,
  account_tries_free,
  account_tries_of_all_free,
  account_try_wait_max_s,
  session_idle_s,
} from "@siegel/contract/limits.ts";
import { type SessionDates, type SessionTime, timeLeft } from "@siegel/contract/session-time.ts";

/** 30 minutes without a call, 12 hours in all (decisions.md §4, §7). Below zero: over. */
export const accountTimeLeft = (session: SessionDates, now: Date): SessionTime =>
  timeLeft(session, now, { idle: session_idle_s, absolute: account_session_absolute_s });

/** How many wrong passwords count, and when the last of them was tried. */
export type Tries = { readonly count: number; readonly last: Date | null };

/**
 * Seconds until the next password may be tried; 0: now. `own`: the tries from this network or known browser. `all`: those of all strange
 * networks together; null for a known browser, which strangers must not keep out (decisions.md §11).
 */
export function secondsToWait({ own, all }: { readonly own: Tries; readonly all: Tries | null }, now: Date): number {
  const waits = [
    secondsLeft(own, { free: account_tries_free, first: 15, growth: 2 }, now),
    all === null ? 0 : secondsLeft(all, { free: account_tries_of_all_free, first: 1, growth: 1.1 }, now),
  ];
  return Math.max(...waits);
}

/** After `free` tries each next one waits `first` seconds, then `growth` times as long as the one before. */
function secondsLeft(
  { count, last }: Tries,
  { free, first, growth }: { readonly free: number; readonly first: number; readonly growth: number },
  now: Date,
): number {
  if (count < free || last === null) return 0;
  const wait = Math.min(account_try_wait_max_s, first * growth ** (count - free));
  return Math.max(0, Math.ceil(wait - (now.getTime() - last.getTime()) / 1_000));
}

/** Who acts in which organisation, as the session says, and from where, as the server saw it. */
export type ActingPerson = {
  readonly administratorId: AdministratorId;
  readonly organisationId: OrganisationId;
  readonly ip: string;
  readonly userAgent: string;
};
