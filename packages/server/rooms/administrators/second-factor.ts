/** The second factor of a person: an authenticator app, and recovery codes for when it is lost (decisions.md §11). */
import { whyNotRemoveFactor } from "@siegel/contract/account-acts.ts";
import type { AdministratorId } from "@siegel/contract/ids.ts";
import { factor_setup_s, tries_kept_s, wrong_codes_told } from "@siegel/contract/limits.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import { recordChange } from "../accounts/accounts.ts";
import { type MailingDeps, mailAccount } from "./account-mails.ts";
import { mayStillAct } from "./acting-person.ts";
import { addressHashOf } from "./address-hash.ts";
import type { ActingPerson } from "./administrators-rules.ts";
import { lockLogin, readAdministrator } from "./administrators-store.ts";
import { type FactorSecret, macOfRecoveryCode, openFactor, sealFactor } from "./factor-secret.ts";
import {
  countRecoveryCodes,
  deleteFactors,
  readTotp,
  saveConfirmedTotp,
  savePendingTotp,
  saveRecoveryCodes,
  useRecoveryCode,
  useStep,
} from "./factors-store.ts";
import { deleteLinks } from "./oidc-store.ts";
import { isStillPassword, type PasswordRefusal, provePassword, whyNotPassword, wrongPassword } from "./own-password.ts";
import { deletePasskeys } from "./passkeys-store.ts";
import { type Person, readPersonOf } from "./people-store.ts";
import { endSessions } from "./session-store.ts";
import { newRecoveryCodes, newTotpSecret, parseRecoveryCode, stepOfCode, totpUri } from "./totp.ts";
import { countAllTries, giveBackTries, type Tried, takeOf, takeTry } from "./tries-store.ts";

type FactorDeps = MailingDeps & { readonly clock: Clock; readonly factorSecret: FactorSecret };
type Refused<Code extends string> = { readonly ok: false; readonly code: Code };

/** Begins to set an app up; the one before counts until the first code of the new one. `issuer`: what the app calls us. */
export async function startTotp(
  deps: FactorDeps,
  by: ActingPerson,
  { password, issuer }: { readonly password: string; readonly issuer: string },
): Promise<{ readonly ok: true; readonly secret: string; readonly uri: string } | PasswordRefusal> {
  const refusal = await whyNotPassword(deps, by, password);
  if (refusal !== null) return refusal;
  const person = await readAdministrator(deps.db, by.administratorId);
  const secret = newTotpSecret(deps.random);
  await savePendingTotp(deps.db, by.administratorId, sealFactor(deps, by.administratorId, secret), deps.clock.now());
  return { ok: true, secret, uri: totpUri(secret, { label: person?.email ?? "", issuer }) };
}

/** The first code of an app proves that it was set up. Answers the recovery codes, which nobody sees again. */
export async function confirmTotp(
  deps: FactorDeps,
  by: ActingPerson,
  code: string,
): Promise<
  | { readonly ok: true; readonly codes: readonly string[] }
  | Refused<"FACTOR_NOT_STARTED" | "WRONG_OTP">
  | Extract<PasswordRefusal, { readonly code: "TOO_MANY_REQUESTS" }>
> {
  const { administratorId } = by;
  const at = deps.clock.now();
  const stored = await readTotp(deps.db, administratorId);
  const isBegun = stored?.pendingAt != null && at.getTime() - stored.pendingAt.getTime() < factor_setup_s * 1_000;
  if (stored?.pendingSealed == null || !isBegun) return { ok: false, code: "FACTOR_NOT_STARTED" };
  const tried = { addressHash: addressHashOf(`first code ${administratorId}`), origin: by.ip, isKnownBrowser: false };
  const retryAfterS = await takeTry(deps.db, tried, at);
  if (retryAfterS > 0) return { ok: false, code: "TOO_MANY_REQUESTS", retryAfterS };
  const step = stepOfCode(openFactor(deps.factorSecret, administratorId, stored.pendingSealed), code, at);
  if (step === null) return { ok: false, code: "WRONG_OTP" };
  await giveBackTries(deps.db, tried);
  const { pendingSealed } = stored;
  return await inTransaction(deps.db, async (db) => {
    await lockLogin(db, administratorId);
    // Confirmed at the same moment by another call, or begun anew: the code that was looked at is not its first.
    const now = await readTotp(db, administratorId);
    if (now?.pendingSealed?.equals(pendingSealed) !== true) return { ok: false, code: "FACTOR_NOT_STARTED" };
    await saveConfirmedTotp(db, administratorId, { step, at });
    const codes = await makeCodes({ ...deps, db }, administratorId, at);
    await recordChange(db, by, { at, type: "administrator.factor-set", details: {} });
    await mailAccount({ ...deps, db }, "factor_set", { administratorId });
    return { ok: true, codes };
  });
}

/** Removes the own app. */
export async function removeTotp(
  deps: FactorDeps,
  by: ActingPerson,
  password: string,
): Promise<{ readonly ok: true } | Refused<"NO_SECOND_FACTOR"> | PasswordRefusal> {
  const proven = await provePassword(deps, by, password);
  if (!proven.ok) return proven;
  return await inTransaction(deps.db, async (db) => {
    if (!(await isStillPassword(db, by, proven))) return wrongPassword;
    if (!(await deleteFactors(db, by.administratorId))) return { ok: false, code: "NO_SECOND_FACTOR" };
    await tellRemoved({ ...deps, db }, by, by.administratorId);
    return { ok: true };
  });
}

/** Makes recovery codes in place of those before. */
export async function renewRecoveryCodes(
  deps: FactorDeps,
  by: ActingPerson,
  password: string,
): Promise<{ readonly ok: true; readonly codes: readonly string[] } | Refused<"NO_SECOND_FACTOR"> | PasswordRefusal> {
  const proven = await provePassword(deps, by, password);
  if (!proven.ok) return proven;
  return await inTransaction(deps.db, async (db) => {
    if (!(await isStillPassword(db, by, proven))) return wrongPassword;
    if ((await readTotp(db, by.administratorId))?.sealed == null) return { ok: false, code: "NO_SECOND_FACTOR" };
    const at = deps.clock.now();
    const codes = await makeCodes({ ...deps, db }, by.administratorId, at);
    await recordChange(db, by, { at, type: "administrator.recovery-codes-renewed", details: {} });
    return { ok: true, codes };
  });
}

async function makeCodes(deps: FactorDeps, administratorId: AdministratorId, at: Date): Promise<string[]> {
  const codes = newRecoveryCodes(deps.random);
  const macs = codes.map((code) =>
    macOfRecoveryCode(deps.factorSecret, administratorId, parseRecoveryCode(code) ?? code),
  );
  await saveRecoveryCodes(deps.db, administratorId, { macs, at });
  return codes;
}

/** Why somebody else's factor stays. */
export type RemovalRefusal =
  | Refused<"NOT_FOUND" | "INSUFFICIENT_PERMISSIONS" | "CANNOT_REMOVE_SELF" | "NO_SECOND_FACTOR">
  | PasswordRefusal;

/** Removes app, passkeys and login at the provider of a person who lost them, after the own password; their sessions end, and they are told by mail. */
export async function removeFactorOf(
  deps: FactorDeps,
  by: ActingPerson,
  { id, password }: { readonly id: string; readonly password: string },
): Promise<{ readonly ok: true; readonly person: Person } | RemovalRefusal> {
  const proven = await provePassword(deps, by, password);
  if (!proven.ok) return proven;
  return await inTransaction(deps.db, async (db) => {
    if (!(await mayStillAct(db, by))) return { ok: false, code: "INSUFFICIENT_PERMISSIONS" };
    if (!(await isStillPassword(db, by, proven))) return wrongPassword;
    const person = await readPersonOf(db, by.organisationId, id);
    if (person === null) return { ok: false, code: "NOT_FOUND" };
    const isSelf = person.administratorId === by.administratorId;
    const code = whyNotRemoveFactor({ isSelf, hasFactor: person.factor !== "none" });
    if (code !== null) return { ok: false, code };
    await deleteFactors(db, person.administratorId);
    await deletePasskeys(db, person.administratorId, null);
    await deleteLinks(db, person.administratorId);
    await endSessions(db, person.administratorId, deps.clock.now());
    await tellRemoved({ ...deps, db }, by, person.administratorId);
    return { ok: true, person: { ...person, factor: "none" } };
  });
}

async function tellRemoved(deps: FactorDeps, by: ActingPerson, administratorId: AdministratorId): Promise<void> {
  const details = { administrator: administratorId };
  await recordChange(deps.db, by, { at: deps.clock.now(), type: "administrator.factor-removed", details });
  await mailAccount(deps, "factor_removed", { administratorId });
}

/** Why a login with the right password is not enough. */
export type FactorRefusal =
  | Refused<"SECOND_FACTOR_REQUIRED" | "WRONG_OTP">
  | { readonly ok: false; readonly code: "TOO_MANY_REQUESTS"; readonly retryAfterS: number };

/**
 * Looks at the code of a login; null: it is right, or none is needed. A step of the app's clock counts once, and so does a recovery code.
 * Wrong codes have a count of their own, for a day: somebody who knows only the password gets slower and slower.
 */
export async function whyNotFactor(
  deps: FactorDeps,
  administratorId: AdministratorId,
  { code, ...from }: { readonly code: string | null } & Pick<Tried, "origin" | "isKnownBrowser">,
): Promise<FactorRefusal | null> {
  const stored = await readTotp(deps.db, administratorId);
  if (stored === null || stored.sealed === null) return null;
  if (code === null || code.trim() === "") return { ok: false, code: "SECOND_FACTOR_REQUIRED" };
  const at = deps.clock.now();
  const tried: Tried = { addressHash: addressHashOf(`code ${administratorId}`), ...from, counts_s: tries_kept_s };
  const retryAfterS = await takeTry(deps.db, tried, at);
  if (retryAfterS > 0) return { ok: false, code: "TOO_MANY_REQUESTS", retryAfterS };
  const step = stepOfCode(openFactor(deps.factorSecret, administratorId, stored.sealed), code, at);
  const isRight =
    step === null
      ? await recover(deps, administratorId, { code, at })
      : await useStep(deps.db, administratorId, step, at);
  if (!isRight) {
    await tellOfWrongCodes(deps, administratorId, tried);
    return { ok: false, code: "WRONG_OTP" };
  }
  await giveBackTries(deps.db, tried);
  return null;
}

/** Somebody knows the password and has no right code: once a day the person is told. */
async function tellOfWrongCodes(deps: FactorDeps, administratorId: AdministratorId, tried: Tried): Promise<void> {
  const at = deps.clock.now();
  await inTransaction(deps.db, async (db) => {
    if ((await countAllTries(db, tried, at)) < wrong_codes_told) return;
    const once = { what: `told of codes ${administratorId}`, max: 1, within_s: tries_kept_s };
    if ((await takeOf(db, once, at)) === 0) await mailAccount({ ...deps, db }, "wrong_codes", { administratorId });
  });
}

async function recover(
  deps: FactorDeps,
  administratorId: AdministratorId,
  { code, at }: { readonly code: string; readonly at: Date },
): Promise<boolean> {
  const typed = parseRecoveryCode(code);
  if (typed === null) return false;
  return await inTransaction(deps.db, async (db) => {
    const mac = macOfRecoveryCode(deps.factorSecret, administratorId, typed);
    if (!(await useRecoveryCode(db, administratorId, mac, at))) return false;
    await mailAccount({ ...deps, db }, "recovery_used", { administratorId });
    return true;
  });
}

/** What a person's own account tells of the factor. */
export async function factorsOf(db: Db, administratorId: AdministratorId) {
  const stored = await readTotp(db, administratorId);
  const totp = stored?.since == null ? null : { since: stored.since, lastUsedAt: stored.lastUsedAt };
  return { totp, recoveryCodes: totp === null ? null : await countRecoveryCodes(db, administratorId) };
}
