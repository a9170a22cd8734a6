/** When a trial is warned, closed and deleted, and when a limit is worth a warning: pure tables. */

const day_ms = 86_400_000;

/** A trial with how far its end is. */
export type TrialEnd = {
  readonly organisationId: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly warnedDay7At: Date | null;
  readonly warnedDay13At: Date | null;
  /** The end that the last warning named. */
  readonly closesAt: Date | null;
  readonly closedAt: Date | null;
  /** From here on nothing stops the deletion. */
  readonly deletingAt: Date | null;
};

/** What a trial waits for. */
export type Due = "warn-day-7" | "warn-day-13" | "close" | "delete";

/** How long signers can fetch finished files after the end. */
export const fetched_for_ms = day_ms;
/** From when on a trial is looked at: this long before its end. */
export const looked_at_before_ms = 7 * day_ms;
const last_warning_before_ms = day_ms;

/**
 * What is due now. A trial ends when the last warning said, never unannounced: where this job did not run, or came with a newer
 * version, a trial that was over already is warned and has one more day. Of two warnings that are late only the later one goes out.
 */
export function dueOf(trial: Omit<TrialEnd, "organisationId" | "name" | "createdAt">, now: Date): Due | null {
  const { expiresAt, closesAt, closedAt, deletingAt, warnedDay7At, warnedDay13At } = trial;
  const isWithin = (ms: number) => expiresAt.getTime() - ms <= now.getTime();
  if (deletingAt !== null) return "delete";
  if (closedAt !== null) return closedAt.getTime() + fetched_for_ms <= now.getTime() ? "delete" : null;
  if (warnedDay13At === null && isWithin(last_warning_before_ms)) return "warn-day-13";
  if (closesAt !== null && closesAt <= now && isWithin(0)) return "close";
  return warnedDay7At === null && warnedDay13At === null && isWithin(looked_at_before_ms) ? "warn-day-7" : null;
}

/** The end that a last warning written now names. */
export const endAfterWarning = (expiresAt: Date, now: Date): Date =>
  new Date(Math.max(expiresAt.getTime(), now.getTime() + last_warning_before_ms));

/** How much of a limit, in percent, is worth a warning (decisions.md §11). */
export const usage_percents = [80, 95] as const;
