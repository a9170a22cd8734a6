/** The cookie of a visit at /certManager: it says which browser proved what. Scripts cannot read it. */

import type { FastifyReply, FastifyRequest } from "fastify";
import type { Random } from "../../ports/random.ts";
import { hostCookieName, hostCookieScope, type Served } from "./security.ts";

const nameOf = (served: Served): string => hostCookieName(served, "siegel_certificates");
/** No link of another site leads into an open visit. */
const scopeOf = (served: Served) => ({ ...hostCookieScope(served), sameSite: "strict" }) as const;
/** Longer than a code and a proof together. */
const lasts_s = 3_600;
const secret_bytes = 32;
const secret_chars_max = 100;

/** The secret that a request brings; null: none. */
export function visitorOf(request: FastifyRequest, served: Served): string | null {
  const value = request.cookies[nameOf(served)];
  return value === undefined || value === "" ? null : value.slice(0, secret_chars_max);
}

/** The secret of a browser that begins: the one it has, which then lasts an hour more, or a new one. */
export function beginVisit(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  served: Served,
  random: Random,
): string {
  const secret = visitorOf(request, served) ?? Buffer.from(random.bytes(secret_bytes)).toString("base64url");
  reply.setCookie(nameOf(served), secret, { ...scopeOf(served), maxAge: lasts_s });
  return secret;
}
