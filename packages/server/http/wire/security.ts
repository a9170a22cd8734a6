/** Headers that every answer carries, where a changing request may come from, and how a caller shows who they are. */
import { type SignerId, signerId } from "@siegel/contract/ids.ts";
import { session_idle_s } from "@siegel/contract/limits.ts";
import type { SessionTime } from "@siegel/contract/session-time.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import helmet from "helmet";
import type { Config } from "../../config.ts";
import type { SignerCookies } from "../../rooms/login/login.ts";
import { sendRefusal } from "./send-refusal.ts";

/** As much of the configuration as says how the service is served. */
export type Served = Pick<Config, "publicUrl">;
/** The same, with how ID cards are read. */
type ServedPages = Pick<Config, "publicUrl" | "identification">;
/** The addresses of the service: its public URL, and in development the names of this machine. */
export type Named = Pick<Config, "publicUrl" | "mode" | "port">;
const isHttps = ({ publicUrl }: Served): boolean => publicUrl.startsWith("https://");

/**
 * What a cookie of ours is called. Over https the name makes browsers refuse it from another host of the domain, or from plain http
 * (RFC 6265bis, 4.1.3.2); on loopback they would refuse ours.
 */
export const hostCookieName = (served: Served, name: string): string => (isHttps(served) ? `__Host-${name}` : name);

/** A signer's cookie is called this and the signer's id. It holds a secret of its own, never the access token. */
export const signerCookiePrefix = (served: Served): string => hostCookieName(served, "siegel_signer_");

// Scripts, styles and workers only from our own files: nothing inline, so injected text stays text.
// pdf.js draws pages from blobs and data; its worker is a file of ours, and it decodes images in plain script (useWasm: false).
const policy = {
  "default-src": ["'none'"],
  "script-src": ["'self'"],
  "style-src": ["'self'"],
  "img-src": ["'self'", "data:", "blob:"],
  "font-src": ["'self'", "data:"],
  "connect-src": ["'self'"],
  "worker-src": ["'self'"],
  "manifest-src": ["'self'"],
  "base-uri": ["'none'"],
  "form-action": ["'self'"],
  "frame-ancestors": ["'none'"],
};

/** The pages that ask whether the client for ID cards runs on the person's device (TR-03124-1 §2.2): a signer's, and an owner's. */
const asksClient = /^\/(?:workflow\/[^/?]+\/[^/?]+\/identify|certManager)\/ausweisapp2(?:\?|$)/;

/**
 * Sets the security headers of an answer. Helmet itself: its plugin for Fastify reaches no address that cannot be read. The pages that
 * ask the client on the person's device may reach it, and no other page.
 */
export function setSecurityHeaders(config: ServedPages) {
  const setHeaders = headersWith(config, policy["connect-src"]);
  const setHeadersOfClient = headersWith(config, [...policy["connect-src"], ...clientOf(config)]);
  return ({ raw }: FastifyRequest, reply: FastifyReply): void => {
    const set = asksClient.test(raw.url ?? "") ? setHeadersOfClient : setHeaders;
    set(raw, reply.raw, () => undefined);
    reply.header("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=()");
  };
}

/** An issuer that reads cards itself needs no client on the device. */
const clientOf = ({ identification: { eid, eidClientUrl } }: ServedPages): readonly string[] =>
  eid?.kind === "soap" ? [new URL(eidClientUrl).origin] : [];

const headersWith = (config: Served, connectSrc: readonly string[]) =>
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { ...policy, "connect-src": connectSrc } },
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    referrerPolicy: { policy: "no-referrer" },
    strictTransportSecurity: isHttps(config) ? { maxAge: 63_072_000, includeSubDomains: false } : false,
    xFrameOptions: { action: "deny" },
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xPoweredBy: false,
    xXssProtection: false,
  });

/**
 * Refuses changing calls that a page of another site caused (standards.md §7.3). Programs send neither header;
 * calls with an API key carry no cookie that could be abused, and the provider's callbacks sign themselves.
 */
export function checkOrigin(config: Named) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    // The route that was found, never the address as it was sent: `/%61pi/…` and `http://host/api/…` lead to the same call.
    const path = request.routeOptions.url ?? "";
    if (request.method === "GET" || request.method === "HEAD" || !path.startsWith("/api/")) return;
    if (path.startsWith("/api/v1/") || path.startsWith("/api/hooks/")) return;
    if (!isFromElsewhere(config, request)) return;
    return sendRefusal(reply, {
      ok: false,
      code: "FORBIDDEN",
      message: {
        en: "This call must come from our own pages.",
        de: "Dieser Aufruf muss von unseren eigenen Seiten kommen.",
      },
      act: "cross_site_call",
    });
  };
}

/** Whether a page of another site caused a request. */
export function isFromElsewhere(config: Named, request: FastifyRequest): boolean {
  const { origin } = request.headers;
  const site = request.headers["sec-fetch-site"];
  // Scheme, host and port. Never the request's own Host: an attacker whose name leads to this address chooses that.
  const isForeign = origin !== undefined && !ownOrigins(config).includes(origin);
  return isForeign || site === "cross-site" || site === "same-site";
}

/** Whether a script of our own pages made a request, as browsers say it: no link, no picture, and no program that follows links. */
export function isOwnFetch(config: Named, request: FastifyRequest): boolean {
  const { "sec-fetch-site": site, "sec-fetch-mode": mode } = request.headers;
  return site === "same-origin" && mode !== "navigate" && !isFromElsewhere(config, request);
}

const loopback_names = ["localhost", "127.0.0.1"];

function ownOrigins({ publicUrl, mode, port }: Named): readonly string[] {
  const { origin, protocol, hostname, port: publicPort } = new URL(publicUrl);
  if (mode !== "development") return [origin];
  const local = loopback_names.map((name) => `http://${name}:${port}`);
  const alike = loopback_names.includes(hostname) && publicPort !== "";
  return [origin, ...local, ...(alike ? loopback_names.map((name) => `${protocol}//${name}:${publicPort}`) : [])];
}

/**
 * Whether a request names a host that is not ours, as its browser said it (`host`, RFC 9110 §7.2). Behind a proxy (`isForwarded`)
 * an address or a name without a dot is the proxy's word for this process, and says nothing about the browser.
 */
export function isOtherHost(config: Named, { host, isForwarded }: { host: string; isForwarded: boolean }): boolean {
  const url = `http://${host}`;
  if (host === "" || !URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  if (hostname === new URL(config.publicUrl).hostname) return false;
  if (config.mode === "development" && loopback_names.includes(hostname)) return false;
  return !isForwarded || (hostname.includes(".") && !/^[\d.]+$|:/.test(hostname));
}

/** What a caller says it is, no longer than anybody needs to keep. */
export const userAgentOf = ({ headers }: FastifyRequest): string => (headers["user-agent"] ?? "").slice(0, 500);

/** The token after `Authorization: Bearer`, or null. */
export function bearerOf(request: FastifyRequest): string | null {
  return /^Bearer ([\x21-\x7e]{1,300})$/i.exec(request.headers.authorization ?? "")?.[1] ?? null;
}

// More than a browser keeps for one host; a client that sends more is not a browser.
const cookiesReadMax = 200;

/** The signers' cookies of a request, by the signer whose name each bears; over https only those that no other host can have set. */
export function cookiesOf(request: FastifyRequest, config: Served): SignerCookies {
  const prefix = signerCookiePrefix(config);
  const found = new Map<SignerId, string>();
  for (const [name, value] of Object.entries(request.cookies)) {
    const signer = name.startsWith(prefix) ? signerId.safeParse(name.slice(prefix.length)) : null;
    if (signer?.success !== true || value === undefined || value === "") continue;
    if (found.size < cookiesReadMax) found.set(signer.data, value.slice(0, 300));
  }
  return found;
}

/** The scope of our cookies; clearing a cookie needs the same scope. */
export const hostCookieScope = (config: Served) =>
  ({ path: "/", httpOnly: true, sameSite: "lax", secure: isHttps(config) }) as const;

/**
 * Hands a session's secret to the browser: invisible to scripts, sent with our own pages and with links that lead to them.
 * It lasts as long as the session does without another request (signer-side.md §3: 1800 s); `serve-call.ts` sets it anew whenever the session's end slides.
 */
export function setSignerCookie(
  reply: FastifyReply,
  config: Served,
  cookie: { readonly signerId: SignerId; readonly value: string; readonly left?: SessionTime },
): void {
  const lasts = Math.min(cookie.left?.idleSeconds ?? session_idle_s, cookie.left?.absoluteSeconds ?? session_idle_s);
  const scope = { ...hostCookieScope(config), maxAge: Math.max(0, Math.ceil(lasts)) };
  reply.setCookie(signerCookiePrefix(config) + cookie.signerId, cookie.value, scope);
}

/** Lets the cookie that came with a request last as long as its session does from now on. */
export function slideSignerCookie(
  http: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  config: Config,
  { signerId, left }: { readonly signerId: SignerId; readonly left: SessionTime },
): void {
  const value = cookiesOf(http.request, config).get(signerId);
  if (value !== undefined) setSignerCookie(http.reply, config, { signerId, value, left });
}

/** Takes signers' cookies back. */
export function clearSignerCookies(reply: FastifyReply, config: Served, signerIds: Iterable<SignerId>): void {
  for (const id of signerIds) reply.clearCookie(signerCookiePrefix(config) + id, hostCookieScope(config));
}

/** A page that has been redirected is there within seconds; slow lines get their time. */
const entry_s = 300;

/** Carries the token of a login without the application to the next page; `Strict`, because only that login leads there. */
const entryScope = (config: Served) => ({ ...hostCookieScope(config), sameSite: "strict" }) as const;
const entryName = (config: Served, id: SignerId): string => hostCookieName(config, `siegel_entry_${id}`);

/** Keeps the token for the page that hands it to the application; empty where the cookie alone is the session. */
export function setEntry(
  reply: FastifyReply,
  config: Served,
  entry: { readonly signerId: SignerId; readonly token: string },
): void {
  reply.setCookie(entryName(config, entry.signerId), `-${entry.token}`, { ...entryScope(config), maxAge: entry_s });
}

/** The token that waits to be handed over, or null. */
export function entryOf(request: FastifyRequest, config: Served, id: SignerId): string | null {
  const value = request.cookies[entryName(config, id)];
  return value?.startsWith("-") === true ? value.slice(1, 300) : null;
}

/** Takes the token back: it is handed over once. */
export function clearEntry(reply: FastifyReply, config: Served, id: SignerId): void {
  reply.clearCookie(entryName(config, id), entryScope(config));
}
