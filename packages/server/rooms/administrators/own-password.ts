/** The password once more, before something is changed that a stranger at an open screen must not change. */
import { isPassword } from "@siegel/kernel/mac/password-hash.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import { recordChange } from "../accounts/accounts.ts";
import { addressHashOf } from "./address-hash.ts";
import type { ActingPerson } from "./administrators-rules.ts";
import { lockLogin, readPasswordHash } from "./administrators-store.ts";
import { giveBackTries, takeTry } from "./tries-store.ts";

/** Why nothing is changed. */
export type PasswordRefusal =
  | { readonly ok: false; readonly code: "WRONG_PASSWORD" }
  | { readonly ok: false; readonly code: "TOO_MANY_REQUESTS"; readonly retryAfterS: number };

/** The password was right a moment ago; `passwordHash` says which one that was. */
type Proven = { readonly ok: true; readonly passwordHash: string };

/** What is answered where the password was changed at the same moment. */
export const wrongPassword = { ok: false, code: "WRONG_PASSWORD" } as const;

/** Looks at the password of who acts. Wrong ones count as at the login, for this person alone. */
export async function provePassword(
  deps: { readonly db: Db; readonly clock: Clock },
  by: ActingPerson,
  password: string,
): Promise<Proven | PasswordRefusal> {
  const { administratorId, ip } = by;
  const addressHash = addressHashOf(`own password ${administratorId}`);
  const tried = { addressHash, origin: ip, isKnownBrowser: false };
  const at = deps.clock.now();
  const retryAfterS = await takeTry(deps.db, tried, at);
  if (retryAfterS > 0) return { ok: false, code: "TOO_MANY_REQUESTS", retryAfterS };
  const passwordHash = await readPasswordHash(deps.db, administratorId);
  if (passwordHash === null || !(await isPassword(password, passwordHash))) {
    await recordChange(deps.db, by, { at, type: "administrator.wrong-password", details: {} });
    return wrongPassword;
  }
  await giveBackTries(deps.db, tried);
  return { ok: true, passwordHash };
}

/** Locks the person until the transaction ends; answers whether the proven password is still theirs. */
export async function isStillPassword(
  db: Db,
  { administratorId }: ActingPerson,
  { passwordHash }: Proven,
): Promise<boolean> {
  return (await lockLogin(db, administratorId))?.passwordHash === passwordHash;
}

/** The same for what changes nothing of the person; null: it is right. */
export async function whyNotPassword(
  deps: { readonly db: Db; readonly clock: Clock },
  by: ActingPerson,
  password: string,
): Promise<PasswordRefusal | null> {
  const proven = await provePassword(deps, by, password);
  return proven.ok ? null : proven;
}
