/** An operator removes the second factor of a person who lost it, where no administrator can: at the desk, or by command (decisions.md §11). */
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import { type Actor, recordEvent } from "../audit-trail/audit-trail.ts";
import { type MailingDeps, mailAccount } from "./account-mails.ts";
import { readLogin, type StoredLogin } from "./administrators-store.ts";
import { deleteFactors } from "./factors-store.ts";
import { deleteLinks } from "./oidc-store.ts";
import { deletePasskeys } from "./passkeys-store.ts";
import { type Person, readOrganisationOf, readPersonOf } from "./people-store.ts";
import { endSessions } from "./session-store.ts";

type ResetDeps = MailingDeps & { readonly clock: Clock };
type Refused<Code extends string> = { readonly ok: false; readonly code: Code };

/** By the address, as the command knows a person. */
export async function resetFactor(
  deps: ResetDeps,
  email: string,
): Promise<{ readonly ok: true } | Refused<"UNKNOWN" | "NO_SECOND_FACTOR">> {
  return await inTransaction(deps.db, async (db) => {
    const person = await readLogin(db, email);
    if (person === null) return { ok: false, code: "UNKNOWN" };
    return (await removeFactors({ ...deps, db }, person, { kind: "operator" }))
      ? { ok: true }
      : { ok: false, code: "NO_SECOND_FACTOR" };
  });
}

/** By the id, as the desk's list knows a person; `actor`: who sits there. */
export async function resetFactorByOperator(
  deps: ResetDeps,
  actor: Actor,
  id: string,
): Promise<{ readonly ok: true; readonly person: Person } | Refused<"NOT_FOUND" | "NO_SECOND_FACTOR">> {
  return await inTransaction(deps.db, async (db) => {
    const organisationId = await readOrganisationOf(db, id);
    const person = organisationId === null ? null : await readPersonOf(db, organisationId, id);
    if (person === null) return { ok: false, code: "NOT_FOUND" };
    if (!(await removeFactors({ ...deps, db }, person, actor))) return { ok: false, code: "NO_SECOND_FACTOR" };
    return { ok: true, person: { ...person, factor: "none" } };
  });
}

/** Removes app, recovery codes, passkeys and login at the provider; sessions end, and the person is told by mail. false: there was none of them. */
async function removeFactors(
  deps: ResetDeps,
  { administratorId, organisationId }: Pick<StoredLogin, "administratorId" | "organisationId">,
  actor: Actor,
): Promise<boolean> {
  const hadApp = await deleteFactors(deps.db, administratorId);
  const passkeys = await deletePasskeys(deps.db, administratorId, null);
  const logins = await deleteLinks(deps.db, administratorId);
  if (!hadApp && passkeys === 0 && logins === 0) return false;
  const at = deps.clock.now();
  await endSessions(deps.db, administratorId, at);
  const details = { organisation: organisationId, administrator: administratorId };
  await recordEvent(deps.db, { at, type: "administrator.factor-removed", actor, details });
  await mailAccount(deps, "factor_removed", { administratorId });
  return true;
}
