/**
 * The cookies of an identification (signer-side.md §3): `auth-token` says which browser began, the others what it began. Scripts cannot read
 * them, and only the first one counts. They belong to the last identification begun in a browser.
 */
import { identification_cookie_s } from "@siegel/contract/identification.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../config.ts";
import type { Random } from "../../ports/random.ts";
import { hostCookieScope } from "./security.ts";

const browserCookie = "auth-token";
const told_names = [
  "nect-token",
  "signer_id",
  "workflow_id",
  "signer_type",
  "certificate_exists",
  "certificate_id",
] as const;
const secret_bytes = 32;
const secret_chars_max = 100;

/** The secret of the browser that began; null: none. */
export function browserOf(request: FastifyRequest): string | null {
  const value = request.cookies[browserCookie];
  return value === undefined || value === "" ? null : value.slice(0, secret_chars_max);
}

/** Takes everything back that a browser holds of an identification. */
export function clearIdentification(reply: FastifyReply, config: Pick<Config, "publicUrl">): void {
  for (const name of [browserCookie, ...told_names]) reply.clearCookie(name, hostCookieScope(config));
}

/** What the cookies tell beside the secret. */
export type IdentificationCookies = {
  readonly "nect-token"?: string;
  readonly signer_id: string;
  readonly workflow_id: string;
  readonly signer_type: string;
  readonly certificate_exists: "true" | "false";
  readonly certificate_id?: string;
};

/** Hands the secret to the browser, or lets the one that it has last as long as one that begins now. */
export function setBrowser(reply: FastifyReply, config: Pick<Config, "publicUrl">, secret: string): void {
  reply.setCookie(browserCookie, secret, { ...hostCookieScope(config), maxAge: identification_cookie_s });
}

/** The secret of a browser that has none. */
export const newBrowser = (random: Random): string => Buffer.from(random.bytes(secret_bytes)).toString("base64url");

/** Sets what an owner's video adds to it; they are no signer of a workflow. */
export function setCase(reply: FastifyReply, config: Pick<Config, "publicUrl">, uuid: string): void {
  reply.setCookie("nect-token", uuid, { ...hostCookieScope(config), maxAge: identification_cookie_s });
}

/** Sets what belongs to an identification; a name without a value is taken back. */
export function setIdentificationCookies(
  reply: FastifyReply,
  config: Pick<Config, "publicUrl">,
  told: IdentificationCookies,
): void {
  const scope = hostCookieScope(config);
  const all = { "nect-token": undefined, certificate_id: undefined, ...told };
  for (const [name, value] of Object.entries(all)) {
    if (value === undefined) reply.clearCookie(name, scope);
    else reply.setCookie(name, value, { ...scope, maxAge: identification_cookie_s });
  }
}
