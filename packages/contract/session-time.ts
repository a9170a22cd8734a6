/** How long a signer's session still lasts: told with every answer to it, so that no page has to ask (beyond.md, signing experience 12). */

/** The header that tells it, as a dictionary of RFC 9651: `idle=1740, absolute=3540`. */
export const session_time_header = "siegel-session";

/** Seconds from now: until the session ends if nothing is done any more, and until it ends whatever is done. */
export type SessionTime = { readonly idleSeconds: number; readonly absoluteSeconds: number };

/** The header's value. Seconds are rounded down: nobody is promised time that there is not. */
export function encodeSessionTime({ idleSeconds, absoluteSeconds }: SessionTime): string {
  const whole = (seconds: number): number => Math.max(0, Math.floor(seconds));
  return `idle=${whole(idleSeconds)}, absolute=${whole(absoluteSeconds)}`;
}

/** What the header says, or null where it is missing or says something else. */
export function parseSessionTime(value: string | null): SessionTime | null {
  const said = /^idle=(\d{1,9}), absolute=(\d{1,9})$/.exec(value ?? "");
  return said === null ? null : { idleSeconds: Number(said[1]), absoluteSeconds: Number(said[2]) };
}
