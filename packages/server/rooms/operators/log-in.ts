/** An operator logs in: password, then the code of the app or a recovery code. Nobody gets in without the second. */
import type { OperatorId } from "@siegel/contract/ids.ts";
import { tries_kept_s } from "@siegel/contract/limits.ts";
import { hash_of_nobody, isPassword } from "@siegel/kernel/mac/password-hash.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction, Undone } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import {
  addressHashOf,
  type BrowserOwner,
  type BrowserSecret,
  type FactorSecret,
  giveBackTries,
  knownBrowserOf,
  macOfRecoveryCode,
  openFactor,
  parseRecoveryCode,
  stepOfCode,
  type Tried,
  takeTry,
} from "../administrators/administrators.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import {
  countRecoveryCodes,
  type Operator,
  readOperator,
  type StoredOperator,
  updateOperator,
  useRecoveryCode,
  useStep,
} from "./operators-store.ts";
import { openSession } from "./sessions.ts";

type LoginDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly factorSecret: FactorSecret;
  readonly browserSecret: BrowserSecret;
};

/** What an operator brings to the login page, and where they come from as the server saw it. */
export type LoginClaim = {
  readonly email: string;
  readonly password: string;
  /** The code of the app, or a recovery code; null: none was sent. */
  readonly code: string | null;
  readonly ip: string;
  readonly network: string;
  readonly userAgent: string;
  /** The mark of a browser that this operator was logged in with, or null. */
  readonly browserMark: string | null;
};

/** Why there is no session. Whether an account is disabled only its password tells. */
export type LoginRefusal =
  | {
      readonly ok: false;
      readonly code: "WRONG_MAIL_OR_PW" | "USER_NOT_ACTIV" | "SECOND_FACTOR_REQUIRED" | "WRONG_OTP";
    }
  | { readonly ok: false; readonly code: "TOO_MANY_REQUESTS"; readonly retryAfterS: number };

type Entered = {
  readonly ok: true;
  readonly operator: Operator;
  readonly browser: BrowserOwner;
  readonly secret: string;
};

const browserOf = ({ operatorId, passwordChangedAt }: StoredOperator): BrowserOwner => ({
  administratorId: operatorId,
  passwordChangedAt,
});

/** Logs an operator in and answers the secret of the new session. */
export async function logInOperator(deps: LoginDeps, claim: LoginClaim): Promise<Entered | LoginRefusal> {
  const email = claim.email.trim();
  const stored = await readOperator(deps.db, email);
  const known = stored === null ? null : knownBrowserOf(deps.browserSecret, browserOf(stored), claim.browserMark);
  const from = { origin: known ?? claim.network, isKnownBrowser: known !== null };
  const tried: Tried = { addressHash: addressHashOf(`operator ${email}`), ...from };
  const retryAfterS = await takeTry(deps.db, tried, deps.clock.now());
  if (retryAfterS > 0) return { ok: false, code: "TOO_MANY_REQUESTS", retryAfterS };
  const isRight = await isPassword(claim.password, stored?.passwordHash ?? hash_of_nobody);
  if (stored === null || !isRight) {
    if (stored !== null) await record(deps, stored.operatorId, claim, { type: "operator.wrong-password" });
    else await waitAsIfRecorded(deps, claim);
    return { ok: false, code: "WRONG_MAIL_OR_PW" };
  }
  await giveBackTries(deps.db, tried);
  if (stored.disabledAt !== null) return { ok: false, code: "USER_NOT_ACTIV" };
  const factor = await proveFactor(deps, stored, { code: claim.code, ...from });
  if (!factor.ok) {
    if (factor.code === "WRONG_OTP") await record(deps, stored.operatorId, claim, { type: "operator.wrong-code" });
    return factor;
  }
  return await enter(deps, stored, { ...claim, by: factor.by });
}

/** Looks at the second factor. A step of the app's clock counts once, and so does a recovery code; wrong ones count for a day. */
async function proveFactor(
  deps: LoginDeps,
  { operatorId, totpSealed }: StoredOperator,
  { code, ...from }: { readonly code: string | null } & Pick<Tried, "origin" | "isKnownBrowser">,
): Promise<{ readonly ok: true; readonly by: "app" | "recovery code" } | LoginRefusal> {
  if (code === null || code.trim() === "") return { ok: false, code: "SECOND_FACTOR_REQUIRED" };
  const at = deps.clock.now();
  const tried: Tried = { addressHash: addressHashOf(`operator's code ${operatorId}`), ...from, counts_s: tries_kept_s };
  const retryAfterS = await takeTry(deps.db, tried, at);
  if (retryAfterS > 0) return { ok: false, code: "TOO_MANY_REQUESTS", retryAfterS };
  const step = stepOfCode(openFactor(deps.factorSecret, operatorId, totpSealed), code, at);
  const isRight = step === null ? await recover(deps, operatorId, code) : await useStep(deps.db, operatorId, step);
  if (!isRight) return { ok: false, code: "WRONG_OTP" };
  await giveBackTries(deps.db, tried);
  return { ok: true, by: step === null ? "recovery code" : "app" };
}

async function recover(deps: LoginDeps, operatorId: OperatorId, code: string): Promise<boolean> {
  const typed = parseRecoveryCode(code);
  if (typed === null) return false;
  const mac = macOfRecoveryCode(deps.factorSecret, operatorId, typed);
  return await useRecoveryCode(deps.db, operatorId, mac, deps.clock.now());
}

/** Looks once more, under a lock: a password that was changed, or an operator who was disabled, since then opens nothing. */
async function enter(
  deps: LoginDeps,
  stored: StoredOperator,
  { by, ...claim }: LoginClaim & { readonly by: "app" | "recovery code" },
): Promise<Entered | LoginRefusal> {
  return await inTransaction(deps.db, async (db) => {
    const now = await readOperator(db, stored.email, { isLocked: true });
    if (now?.passwordHash !== stored.passwordHash || !now.totpSealed.equals(stored.totpSealed))
      return { ok: false, code: "WRONG_MAIL_OR_PW" };
    if (now.disabledAt !== null) return { ok: false, code: "USER_NOT_ACTIV" };
    const secret = await openSession({ ...deps, db }, now, claim);
    await updateOperator(db, now.operatorId, { last_login_at: deps.clock.now() });
    const left = by === "app" ? {} : { recoveryCodesLeft: await countRecoveryCodes(db, now.operatorId) };
    await record({ ...deps, db }, now.operatorId, claim, { type: "operator.logged-in", details: { by, ...left } });
    return { ok: true, operator: now, browser: browserOf(now), secret };
  });
}

async function record(
  deps: Pick<LoginDeps, "db" | "clock">,
  operatorId: OperatorId,
  { ip, userAgent }: Pick<LoginClaim, "ip" | "userAgent">,
  { type, details = {} }: { readonly type: string; readonly details?: Readonly<Record<string, string | number>> },
): Promise<void> {
  const actor = { kind: "operator", id: operatorId, ip, userAgent } as const;
  await recordEvent(deps.db, { at: deps.clock.now(), type, actor, details });
}

/** For an address without an account: the trail has one writer at a time, and the wait for it would tell that there is an account. */
async function waitAsIfRecorded(deps: LoginDeps, claim: LoginClaim): Promise<void> {
  const nobody = deps.random.id() as OperatorId;
  try {
    await inTransaction(deps.db, async (db) => {
      await record({ ...deps, db }, nobody, claim, { type: "operator.wrong-password" });
      throw new Undone("WRONG_MAIL_OR_PW");
    });
  } catch (fault) {
    if (!(fault instanceof Undone)) throw fault;
  }
}
