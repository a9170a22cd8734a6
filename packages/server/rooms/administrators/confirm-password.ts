/** A person who is logged in shows once more that it is them, before something secret is shown or changed. Tries count like those at the login. */
import { isPassword } from "@siegel/kernel/mac/password-hash.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { type Administrator, readPasswordHash } from "./administrators-store.ts";
import { addressHashOf } from "./log-in.ts";
import { giveBackTries, type Tried, takeTry } from "./tries-store.ts";

/** Who says so, and from where as the server saw it. */
export type PasswordClaim = {
  readonly person: Administrator;
  readonly password: string;
  readonly ip: string;
  readonly network: string;
  readonly userAgent: string;
  /** The browser's id, where this account was logged in with it before; null for a strange one. */
  readonly knownBrowser: string | null;
};

/** Whether the password is the person's own. */
export async function confirmPassword(
  deps: { readonly db: Db; readonly clock: Clock },
  claim: PasswordClaim,
): Promise<
  | { readonly ok: true }
  | { readonly ok: false; readonly code: "WRONG_PASSWORD" }
  | { readonly ok: false; readonly code: "TOO_MANY_REQUESTS"; readonly retryAfterS: number }
> {
  const { person, password, ip, network, userAgent, knownBrowser } = claim;
  const tried: Tried = {
    addressHash: addressHashOf(person.email),
    origin: knownBrowser ?? network,
    isKnownBrowser: knownBrowser !== null,
  };
  const at = deps.clock.now();
  const retryAfterS = await takeTry(deps.db, tried, at);
  if (retryAfterS > 0) return { ok: false, code: "TOO_MANY_REQUESTS", retryAfterS };
  const hash = await readPasswordHash(deps.db, person.administratorId);
  if (hash !== null && (await isPassword(password, hash))) {
    await giveBackTries(deps.db, tried);
    return { ok: true };
  }
  await recordEvent(deps.db, {
    at,
    type: "administrator.wrong-password",
    actor: { kind: "administrator", id: person.administratorId, ip, userAgent },
    details: { organisation: person.organisationId },
  });
  return { ok: false, code: "WRONG_PASSWORD" };
}
