/** The cookies of operators: the session, and the mark of a browser that an operator was logged in with. */
import { session_idle_s } from "@siegel/contract/limits.ts";
import type { SessionTime } from "@siegel/contract/session-time.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { hostCookieName, hostCookieScope, type Served } from "./security.ts";

const sessionName = (served: Served): string => hostCookieName(served, "siegel_operator");
const browserName = (served: Served): string => hostCookieName(served, "siegel_operator_known");
/** No link of another site leads into a session that is open. A name that only this host can set needs the path `/`. */
const scope = (served: Served) => ({ ...hostCookieScope(served), sameSite: "strict" }) as const;
/** A year: how long a browser is known. */
const known_s = 31_536_000;

const cookieOf = (request: FastifyRequest, name: string): string | null => {
  const value = request.cookies[name];
  return value === undefined || value === "" ? null : value.slice(0, 300);
};

/** The secret of the session that a request brings, or null. */
export const operatorSecretOf = (request: FastifyRequest, served: Served): string | null =>
  cookieOf(request, sessionName(served));

/** The mark of a known browser that a request brings, or null. */
export const operatorMarkOf = (request: FastifyRequest, served: Served): string | null =>
  cookieOf(request, browserName(served));

/** Hands a session's secret to the browser, for as long as the session lasts without another call. */
export function setOperatorCookie(
  reply: FastifyReply,
  served: Served,
  { secret, left }: { readonly secret: string; readonly left?: SessionTime },
): void {
  const lasts = Math.min(left?.idleSeconds ?? session_idle_s, left?.absoluteSeconds ?? session_idle_s);
  reply.setCookie(sessionName(served), secret, { ...scope(served), maxAge: Math.max(0, Math.ceil(lasts)) });
}

/** Takes the session's cookie back. */
export function clearOperatorCookie(reply: FastifyReply, served: Served): void {
  reply.clearCookie(sessionName(served), scope(served));
}

/** Lets the browser be known for a year. */
export function setOperatorMark(reply: FastifyReply, served: Served, mark: string): void {
  reply.setCookie(browserName(served), mark, { ...scope(served), maxAge: known_s });
}
