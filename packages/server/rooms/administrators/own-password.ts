/** The password once more, before something is changed that a stranger at an open screen must not change. */
import { isPassword } from "@siegel/kernel/mac/password-hash.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import { recordChange } from "../accounts/accounts.ts";
import { addressHashOf } from "./address-hash.ts";
import type { ActingPerson } from "./administrators-rules.ts";
import { readPasswordHash } from "./administrators-store.ts";
import { giveBackTries, takeTry } from "./tries-store.ts";

/** Why nothing is changed. */
export type PasswordRefusal =
  | { readonly ok: false; readonly code: "WRONG_PASSWORD" }
  | { readonly ok: false; readonly code: "TOO_MANY_REQUESTS"; readonly retryAfterS: number };

/** Looks at the password of who acts; null: it is right. Wrong ones count as at the login, for this person alone. */
export async function whyNotPassword(
  deps: { readonly db: Db; readonly clock: Clock },
  by: ActingPerson,
  password: string,
): Promise<PasswordRefusal | null> {
  const { administratorId, ip } = by;
  const addressHash = addressHashOf(`own password ${administratorId}`);
  const tried = { addressHash, origin: ip, isKnownBrowser: false };
  const at = deps.clock.now();
  const retryAfterS = await takeTry(deps.db, tried, at);
  if (retryAfterS > 0) return { ok: false, code: "TOO_MANY_REQUESTS", retryAfterS };
  const hash = await readPasswordHash(deps.db, administratorId);
  if (hash === null || !(await isPassword(password, hash))) {
    await recordChange(deps.db, by, { at, type: "administrator.wrong-password", details: {} });
    return { ok: false, code: "WRONG_PASSWORD" };
  }
  await giveBackTries(deps.db, tried);
  return null;
}
