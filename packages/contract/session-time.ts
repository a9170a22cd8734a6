/** How long a session lasts: every answer says so, so that the page need not ask (beyond.md, signing experience 12). */

/** The header, a dictionary of RFC 9651: `idle=1740, absolute=3540`. */
export const session_time_header = "siegel-session";

/** Seconds until the session ends without activity, and until it ends in any case. */
export type SessionTime = { readonly idleSeconds: number; readonly absoluteSeconds: number };

/** When a session began, and when its person was last seen. */
export type SessionDates = { readonly createdAt: Date; readonly lastSeenAt: Date };

/** How long a session lasts from `now`; below zero: it is over. `limits` in seconds: without activity, and in all. */
export function timeLeft(
  { createdAt, lastSeenAt }: SessionDates,
  now: Date,
  limits: { readonly idle: number; readonly absolute: number },
): SessionTime {
  const secondsSince = (at: Date): number => (now.getTime() - at.getTime()) / 1_000;
  return {
    idleSeconds: limits.idle - secondsSince(lastSeenAt),
    absoluteSeconds: limits.absolute - secondsSince(createdAt),
  };
}

/** Whether a session has ended by itself. */
export const isOver = ({ idleSeconds, absoluteSeconds }: SessionTime): boolean =>
  idleSeconds <= 0 || absoluteSeconds <= 0;

/** The header's value. Seconds are rounded down, so that the page never shows more time than there is. */
export function encodeSessionTime({ idleSeconds, absoluteSeconds }: SessionTime): string {
  const whole = (seconds: number): number => Math.max(0, Math.floor(seconds));
  return `idle=${whole(idleSeconds)}, absolute=${whole(absoluteSeconds)}`;
}

/** The times in the header, or null if it is missing or has another format. */
export function parseSessionTime(value: string | null): SessionTime | null {
  const said = /^idle=(\d{1,9}), absolute=(\d{1,9})$/.exec(value ?? "");
  return said === null ? null : { idleSeconds: Number(said[1]), absoluteSeconds: Number(said[2]) };
}
