/** The cookies of people with an account: the session, the mark of a browser that an account was logged in with, and of one that went to the provider. */
import { oidc_attempt_s, reset_link_s, session_idle_s } from "@siegel/contract/limits.ts";
import type { SessionTime } from "@siegel/contract/session-time.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { hostCookieName, hostCookieScope, type Served } from "./security.ts";

const sessionName = (served: Served): string => hostCookieName(served, "siegel_admin");
const browserName = (served: Served): string => hostCookieName(served, "siegel_known");
/** No link of another site leads into a session that is open. */
const scope = (served: Served) => ({ ...hostCookieScope(served), sameSite: "strict" }) as const;
/** A year: how long a browser is known. */
const known_s = 31_536_000;

const cookieOf = (request: FastifyRequest, name: string): string | null => {
  const value = request.cookies[name];
  return value === undefined || value === "" ? null : value.slice(0, 300);
};

/** The secret of the session that a request brings, or null. */
export const administratorSecretOf = (request: FastifyRequest, served: Served): string | null =>
  cookieOf(request, sessionName(served));

/** The mark of a known browser that a request brings, or null. */
export const browserMarkOf = (request: FastifyRequest, served: Served): string | null =>
  cookieOf(request, browserName(served));

/** Hands a session's secret to the browser, for as long as the session lasts without another call. */
export function setAdministratorCookie(
  reply: FastifyReply,
  served: Served,
  { secret, left }: { readonly secret: string; readonly left?: SessionTime },
): void {
  const lasts = Math.min(left?.idleSeconds ?? session_idle_s, left?.absoluteSeconds ?? session_idle_s);
  reply.setCookie(sessionName(served), secret, { ...scope(served), maxAge: Math.max(0, Math.ceil(lasts)) });
}

/** Takes the session's cookie back. */
export function clearAdministratorCookie(reply: FastifyReply, served: Served): void {
  reply.clearCookie(sessionName(served), scope(served));
}

/** Lets the browser be known for a year. */
export function setBrowserMark(reply: FastifyReply, served: Served, mark: string): void {
  reply.setCookie(browserName(served), mark, { ...scope(served), maxAge: known_s });
}

const oidcName = (served: Served): string => hostCookieName(served, "siegel_oidc");

/** The secret of a browser that went to the login provider, or null. */
export const oidcSecretOf = (request: FastifyRequest, served: Served): string | null =>
  cookieOf(request, oidcName(served));

/** Lets the browser be known when it comes back from the provider. */
export function setOidcSecret(reply: FastifyReply, served: Served, secret: string): void {
  reply.setCookie(oidcName(served), secret, { ...scope(served), maxAge: oidc_attempt_s });
}

// Read by the page that asks for a link; it holds no secret. A link of a mail leads here from elsewhere, hence not strict.
const resetName = (served: Served): string => hostCookieName(served, "siegel_reset");
const resetScope = (served: Served) => ({ ...hostCookieScope(served), httpOnly: false, sameSite: "lax" }) as const;

/** Remembers in the browser that a link to a new password was asked for, for as long as it lives (admin-side.md §2). */
export function setResetFlag(reply: FastifyReply, served: Served): void {
  reply.setCookie(resetName(served), "1", { ...resetScope(served), maxAge: reset_link_s });
}

/** The password was changed. */
export function clearResetFlag(reply: FastifyReply, served: Served): void {
  reply.clearCookie(resetName(served), resetScope(served));
}
