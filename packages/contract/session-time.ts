/** How long a signer's session lasts: every answer says so, so that the page need not ask (beyond.md, signing experience 12). */

/** The header, a dictionary of RFC 9651: `idle=1740, absolute=3540`. */
export const session_time_header = "siegel-session";

/** Seconds until the session ends without activity, and until it ends in any case. */
export type SessionTime = { readonly idleSeconds: number; readonly absoluteSeconds: number };

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
