/**
 * Whether people of an organisation log in with passwords. Off, a password opens no session for a person who has logged in at the provider
 * before; everybody else keeps theirs until they have, so that nobody is locked out (docs/flows/administration.md).
 */
import { whyNotTurnPasswordsOff } from "@siegel/contract/account-acts.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import type { OidcProvider } from "../../ports/oidc.ts";
import { recordChange } from "../accounts/accounts.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { mayStillAct } from "./acting-person.ts";
import type { ActingPerson } from "./administrators-rules.ts";
import { countAtProvider, readLinkOf, readPasswordsOff, savePasswordsOff } from "./oidc-store.ts";
import { type PasswordRefusal, whyNotPassword } from "./own-password.ts";

type PasswordLoginDeps = { readonly db: Db; readonly clock: Clock; readonly oidc: OidcProvider | null };

/** Who logs in how. `hasWorked`: whether the asking person has logged in at the provider. */
export type PasswordLogin = {
  readonly label: string | null;
  readonly allowed: boolean;
  readonly hasWorked: boolean;
  readonly people: number;
  readonly atProvider: number;
};

/** As an administrator of the organisation sees it. */
export async function passwordLoginOf(
  { db, oidc }: Pick<PasswordLoginDeps, "db" | "oidc">,
  { administratorId, organisationId }: Pick<ActingPerson, "administratorId" | "organisationId">,
): Promise<PasswordLogin> {
  const issuer = oidc?.issuer ?? "";
  const link = await readLinkOf(db, administratorId, issuer);
  return {
    label: oidc?.label ?? null,
    allowed: oidc === null || (await readPasswordsOff(db, organisationId)) !== issuer,
    hasWorked: link?.lastLoginAt != null,
    ...(await countAtProvider(db, organisationId, issuer)),
  };
}

/** Why passwords stay as they are. */
export type PasswordLoginRefusal =
  | {
      readonly ok: false;
      readonly code: "OIDC_NOT_CONFIGURED" | "OIDC_NOT_USED_YET" | "INSUFFICIENT_PERMISSIONS";
    }
  | PasswordRefusal;

/** Turns passwords off or on, after the own password. The same again is harmless. */
export async function setPasswordLogin(
  deps: PasswordLoginDeps,
  by: ActingPerson,
  { allowed, password }: { readonly allowed: boolean; readonly password: string },
): Promise<{ readonly ok: true; readonly now: PasswordLogin } | PasswordLoginRefusal> {
  const { oidc } = deps;
  if (oidc === null) return { ok: false, code: "OIDC_NOT_CONFIGURED" };
  const refusal = await whyNotPassword(deps, by, password);
  if (refusal !== null) return refusal;
  return await inTransaction(deps.db, async (db) => {
    if (!(await mayStillAct(db, by))) return { ok: false, code: "INSUFFICIENT_PERMISSIONS" };
    const before = await passwordLoginOf({ ...deps, db }, by);
    const code = allowed ? null : whyNotTurnPasswordsOff(before);
    if (code !== null) return { ok: false, code };
    await savePasswordsOff(db, by.organisationId, allowed ? null : oidc.issuer);
    if (before.allowed !== allowed) {
      const type = allowed ? "organisation.passwords-on" : "organisation.passwords-off";
      await recordChange(db, by, { at: deps.clock.now(), type, details: allowed ? {} : { issuer: oidc.issuer } });
    }
    return { ok: true, now: { ...before, allowed } };
  });
}

/** The operator turns passwords on again, where the provider is gone for good; the same again is harmless. */
export async function turnPasswordsOn(
  { db: all, clock }: Pick<PasswordLoginDeps, "db" | "clock">,
  organisationId: string,
): Promise<{ readonly ok: true } | { readonly ok: false; readonly code: "UNKNOWN" }> {
  return await inTransaction(all, async (db) => {
    const before = await readPasswordsOff(db, organisationId);
    if (!(await savePasswordsOff(db, organisationId, null))) return { ok: false, code: "UNKNOWN" };
    if (before === null) return { ok: true };
    const details = { organisation: organisationId };
    await recordEvent(db, { at: clock.now(), type: "organisation.passwords-on", actor: { kind: "operator" }, details });
    return { ok: true };
  });
}
