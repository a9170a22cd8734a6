/** How long a hand-over's secret is good for. Pure. */

/** Whether its time is not over yet. */
export const isInTime = ({ expiresAt }: { readonly expiresAt: Date }, now: Date): boolean =>
  now.getTime() < expiresAt.getTime();

/** Whether something can still be given. */
export const isOpen = (handover: { readonly givenAt: Date | null; readonly expiresAt: Date }, now: Date): boolean =>
  handover.givenAt === null && isInTime(handover, now);
