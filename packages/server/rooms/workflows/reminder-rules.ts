/** When somebody may be reminded, and of what. Pure. */
import { reminder_every_s, reminder_quiet_h } from "@siegel/contract/limits.ts";

/** When reminders are sent automatically: hours before the workflow's time is over (0: not), and days after a signer's turn came. */
export type ReminderTimes = { readonly beforeExpiryH: number; readonly afterDays: readonly number[] };

const hour_ms = 3_600_000;
const day_ms = 24 * hour_ms;

type DueWindow = {
  /** Each occasion reminds a signer once. */
  readonly occasion: string;
  /** A signer whose turn came later is not reminded yet. */
  readonly invitedUntil: Date;
  /** A signer who was reminded of anything since is not reminded. */
  readonly quietSince: Date;
};

/** An occasion as it stands now: whom it reminds. */
export type Due = DueWindow &
  (
    | { readonly kind: "before expiry"; readonly expiryUntil: Date }
    | { readonly kind: "after days"; readonly invitedSince: Date }
  );

/**
 * Every occasion there is, as of `now`. One that counts from the invitation lasts a day: after an outage, or when it is first
 * configured, no signer is reminded of the seventh day on the thirtieth.
 */
export function occasionsAt(times: ReminderTimes, now: Date): readonly Due[] {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const quietSince = ago(reminder_quiet_h * hour_ms);
  const afterDays = times.afterDays.map((days) => ({
    kind: "after days" as const,
    occasion: `day-${days}`,
    quietSince,
    invitedUntil: ago(days * day_ms),
    invitedSince: ago((days + 1) * day_ms),
  }));
  if (times.beforeExpiryH === 0) return afterDays;
  const expiryUntil = new Date(now.getTime() + times.beforeExpiryH * hour_ms);
  // The reminder before the end comes first, because its text says more.
  return [
    { kind: "before expiry", occasion: "before-end", quietSince, invitedUntil: quietSince, expiryUntil },
    ...afterDays,
  ];
}

/** When a sender may remind a signer again who was reminded then. */
export const mayRemindAgainAt = (last: Date): Date => new Date(last.getTime() + reminder_every_s * 1_000);
