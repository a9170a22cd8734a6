/** A person with an account logs in: password, then whether they may (admin-side.md §2; decisions.md §11). */
import type { AdministratorId, OrganisationId } from "@siegel/contract/ids.ts";
import { hash_of_nobody, isPassword } from "@siegel/kernel/mac/password-hash.ts";
import { inTransaction, Undone } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import type { OidcProvider } from "../../ports/oidc.ts";
import type { MailingDeps } from "./account-mails.ts";
import { addressHashOf } from "./address-hash.ts";
import { readLogin } from "./administrators-store.ts";
import { type Entered, type EntryRefusal, enter, recordLogin, whyNotIn } from "./enter.ts";
import type { FactorSecret } from "./factor-secret.ts";
import { type BrowserSecret, knownBrowserOf } from "./known-browsers.ts";
import { type FactorRefusal, whyNotFactor } from "./second-factor.ts";
import { giveBackTries, type Tried, takeTry } from "./tries-store.ts";

type LoginDeps = MailingDeps & {
  readonly clock: Clock;
  readonly factorSecret: FactorSecret;
  readonly browserSecret: BrowserSecret;
  readonly oidc: OidcProvider | null;
};

/** What a person brings to the login page, and where they come from as the server saw it. */
export type LoginClaim = {
  readonly email: string;
  readonly password: string;
  /** The code of the second factor, or a recovery code; null: none was sent. */
  readonly code: string | null;
  readonly ip: string;
  readonly network: string;
  readonly userAgent: string;
  /** The mark of a browser that some account was logged in with (known-browsers.ts), or null. */
  readonly browserMark: string | null;
};

/** Why there is no session. */
export type LoginRefusal = { readonly ok: false; readonly code: "WRONG_MAIL_OR_PW" } | EntryRefusal | FactorRefusal;

/** Logs a person in and answers the secret of the new session. What state an account is in only its password tells. */
export async function logIn(deps: LoginDeps, claim: LoginClaim): Promise<Entered | LoginRefusal> {
  const stored = await readLogin(deps.db, claim.email.trim());
  const known = stored === null ? null : knownBrowserOf(deps.browserSecret, stored, claim.browserMark);
  const from = { origin: known ?? claim.network, isKnownBrowser: known !== null };
  const tried: Tried = { addressHash: addressHashOf(claim.email), ...from };
  const retryAfterS = await takeTry(deps.db, tried, deps.clock.now());
  if (retryAfterS > 0) return { ok: false, code: "TOO_MANY_REQUESTS", retryAfterS };
  const isRight = await isPassword(claim.password, stored?.passwordHash ?? hash_of_nobody);
  if (stored === null || !isRight) {
    if (stored !== null) await recordLogin(deps, stored, { ...claim, type: "administrator.wrong-password" });
    else await waitAsIfRecorded(deps, claim);
    return { ok: false, code: "WRONG_MAIL_OR_PW" };
  }
  await giveBackTries(deps.db, tried);
  const code = whyNotIn(stored, "password", deps.oidc);
  if (code !== null) return { ok: false, code };
  const { administratorId } = stored;
  const refusal = await whyNotFactor(deps, administratorId, { code: claim.code, ...from });
  if (refusal !== null) {
    if (refusal.code === "WRONG_OTP") await recordLogin(deps, stored, { ...claim, type: "administrator.wrong-code" });
    return refusal;
  }
  return await enter(deps, stored, { ...claim, by: "password" });
}

/** For an address without an account: the trail has one writer at a time, and the wait for it would tell that there is an account. */
async function waitAsIfRecorded(deps: LoginDeps, claim: LoginClaim): Promise<void> {
  const nobody = {
    administratorId: deps.random.id() as AdministratorId,
    organisationId: deps.random.id() as OrganisationId,
  };
  try {
    await inTransaction(deps.db, async (db) => {
      await recordLogin({ ...deps, db }, nobody, { ...claim, type: "administrator.wrong-password" });
      throw new Undone("WRONG_MAIL_OR_PW");
    });
  } catch (fault) {
    if (!(fault instanceof Undone)) throw fault;
  }
}
