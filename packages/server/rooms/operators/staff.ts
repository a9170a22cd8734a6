/** Who belongs to the staff: by command only, so that nobody at the desk can make themselves a colleague (docs/flows/operator.md). */
import type { OperatorId } from "@siegel/contract/ids.ts";
import { hashPassword, salt_bytes } from "@siegel/kernel/mac/password-hash.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import {
  type FactorSecret,
  macOfRecoveryCode,
  newRecoveryCodes,
  newTotpSecret,
  parseRecoveryCode,
  sealFactor,
  totpUri,
} from "../administrators/administrators.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import {
  insertOperator,
  readOperator,
  type StoredOperator,
  saveRecoveryCodes,
  updateOperator,
} from "./operators-store.ts";
import { endSessions } from "./session-store.ts";

type StaffDeps = { readonly db: Db; readonly clock: Clock; readonly random: Random };
type FactorDeps = StaffDeps & { readonly factorSecret: FactorSecret };

/** TAKEN: the address belongs to an operator already · UNKNOWN: it belongs to none. */
export type StaffRefusal = { readonly ok: false; readonly code: "TAKEN" | "UNKNOWN" };

/** What an app and its owner need, told once. */
type NewFactor = { readonly secret: string; readonly uri: string; readonly recoveryCodes: readonly string[] };

/** Makes an operator with a password, an app's secret and recovery codes; `issuer`: what the app calls us. */
export async function addOperator(
  deps: FactorDeps,
  made: { readonly email: string; readonly firstName: string; readonly lastName: string; readonly issuer: string },
): Promise<({ readonly ok: true; readonly password: string } & NewFactor) | StaffRefusal> {
  const operatorId = deps.random.id() as OperatorId;
  const password = newPassword(deps.random);
  const passwordHash = await hashPassword(password, deps.random.bytes(salt_bytes));
  return await inTransaction(deps.db, async (db) => {
    const at = deps.clock.now();
    const secret = newTotpSecret(deps.random);
    const totpSealed = sealFactor(deps, operatorId, secret);
    const { email, firstName, lastName, issuer } = made;
    if (!(await insertOperator(db, { operatorId, email, firstName, lastName, passwordHash, totpSealed, at })))
      return { ok: false, code: "TAKEN" };
    const recoveryCodes = await makeCodes({ ...deps, db }, operatorId);
    await record({ ...deps, db }, operatorId, "operator.added");
    return { ok: true, password, secret, uri: totpUri(secret, { label: email, issuer }), recoveryCodes };
  });
}

/** Disables an operator, whose sessions end at once, or enables them again; the same again is harmless. */
export async function switchOperator(
  deps: StaffDeps,
  { email, isActive }: { readonly email: string; readonly isActive: boolean },
): Promise<{ readonly ok: true } | StaffRefusal> {
  return await change(deps, email, async (db, { operatorId, disabledAt }) => {
    if ((disabledAt === null) === isActive) return { ok: true };
    const at = deps.clock.now();
    await updateOperator(db, operatorId, { disabled_at: isActive ? null : at });
    if (!isActive) await endSessions(db, operatorId, at);
    await record({ ...deps, db }, operatorId, isActive ? "operator.enabled" : "operator.disabled");
    return { ok: true };
  });
}

/** A new password in place of a forgotten one. Sessions end. */
export async function resetOperatorPassword(
  deps: StaffDeps,
  email: string,
): Promise<{ readonly ok: true; readonly password: string } | StaffRefusal> {
  const password = newPassword(deps.random);
  const password_hash = await hashPassword(password, deps.random.bytes(salt_bytes));
  return await change(deps, email, async (db, { operatorId }) => {
    const at = deps.clock.now();
    await updateOperator(db, operatorId, { password_hash, password_changed_at: at });
    await endSessions(db, operatorId, at);
    await record({ ...deps, db }, operatorId, "operator.password-changed");
    return { ok: true, password };
  });
}

/** A new app and new recovery codes in place of lost ones. Sessions end. */
export async function resetOperatorFactor(
  deps: FactorDeps,
  { email, issuer }: { readonly email: string; readonly issuer: string },
): Promise<({ readonly ok: true } & NewFactor) | StaffRefusal> {
  return await change(deps, email, async (db, { operatorId, email: label }) => {
    const at = deps.clock.now();
    const secret = newTotpSecret(deps.random);
    const totp_sealed = sealFactor(deps, operatorId, secret);
    await updateOperator(db, operatorId, { totp_sealed, totp_since: at, totp_last_step: null });
    const recoveryCodes = await makeCodes({ ...deps, db }, operatorId);
    await endSessions(db, operatorId, at);
    await record({ ...deps, db }, operatorId, "operator.factor-set");
    return { ok: true, secret, uri: totpUri(secret, { label, issuer }), recoveryCodes };
  });
}

async function change<Done>(
  deps: StaffDeps,
  email: string,
  work: (db: Db, operator: StoredOperator) => Promise<Done>,
): Promise<Done | StaffRefusal> {
  return await inTransaction(deps.db, async (db) => {
    const operator = await readOperator(db, email, { isLocked: true });
    return operator === null ? { ok: false, code: "UNKNOWN" } : await work(db, operator);
  });
}

async function makeCodes({ db, clock, random, factorSecret }: FactorDeps, operatorId: OperatorId): Promise<string[]> {
  const codes = newRecoveryCodes(random);
  const macs = codes.map((code) => macOfRecoveryCode(factorSecret, operatorId, parseRecoveryCode(code) ?? code));
  await saveRecoveryCodes(db, operatorId, { macs, at: clock.now() });
  return codes;
}

/** 120 random bits: the command prints it, a password store keeps it. */
const newPassword = (random: Random): string => Buffer.from(random.bytes(15)).toString("base64url");

/** A command says nothing of who typed it: the trail names the operator whom it changed. */
async function record({ db, clock }: StaffDeps, operator: OperatorId, type: string): Promise<void> {
  await recordEvent(db, { at: clock.now(), type, actor: { kind: "operator" }, details: { operator } });
}
