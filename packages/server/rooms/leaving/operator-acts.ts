/** What an operator does to an organisation, at the desk or by command: its licence, and whether it is switched on. */
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import { type LicenceChange, saveLicence, setActive } from "../accounts/accounts.ts";
import { type Actor, recordEvent } from "../audit-trail/audit-trail.ts";
import { deleteEnd, lockLicence, readEnd } from "./leaving-store.ts";

type OperatorDeps = { readonly db: Db; readonly clock: Clock };

/** UNKNOWN: no such organisation · DELETING: its deletion has begun · TRIAL_OVER: it was closed because its trial is over. */
export type OperatorRefusal = {
  readonly ok: false;
  readonly code: "UNKNOWN" | "DELETING" | "TRIAL_OVER";
};

/** A command says nothing of who typed it. */
const by_command: Actor = { kind: "operator" };

/**
 * Changes a licence. Under its lock, so that of two at the same instant, this and the end of a trial, one finds what the other did: a
 * closed trial that is paid for or lasts longer is open again (what was cancelled stays so), a deletion that has begun is not stopped.
 */
export async function changeLicence(
  deps: OperatorDeps,
  { organisationId, change }: { readonly organisationId: string; readonly change: LicenceChange },
  actor: Actor = by_command,
): Promise<{ readonly ok: true; readonly isReopened: boolean } | OperatorRefusal> {
  return await inTransaction(deps.db, async (db) => {
    if (!(await lockLicence(db, organisationId))) return { ok: false, code: "UNKNOWN" };
    const end = await readEnd(db, organisationId);
    if (end?.deletingAt != null) return { ok: false, code: "DELETING" };
    const goesOn = change.isPaid || change.expiresAt !== undefined;
    const isReopened = goesOn && end?.closedAt != null;
    if (isReopened) await setActive(db, organisationId, true);
    // A trial that lasts longer is warned anew.
    if (goesOn) await deleteEnd(db, organisationId);
    await saveLicence(db, organisationId, change);
    const { isPaid, expiresAt, limits, feeCents } = change;
    await recordEvent(db, {
      at: deps.clock.now(),
      type: "licence.changed",
      actor,
      details: {
        organisation: organisationId,
        paid: isPaid,
        until: expiresAt === undefined ? "as it was" : (expiresAt?.toISOString() ?? null),
        limits: { ...limits },
        feeCents: { ...feeCents },
      },
    });
    return { ok: true, isReopened };
  });
}

/** Switches an organisation on or off; the same again is harmless. */
export async function switchOrganisation(
  deps: OperatorDeps,
  order: { readonly organisationId: string; readonly isActive: boolean; readonly reason?: string | undefined },
  actor: Actor = by_command,
): Promise<{ readonly ok: true } | OperatorRefusal> {
  const { organisationId, isActive, reason = "" } = order;
  return await inTransaction(deps.db, async (db) => {
    if (!(await lockLicence(db, organisationId))) return { ok: false, code: "UNKNOWN" };
    const end = await readEnd(db, organisationId);
    if (end?.deletingAt != null) return { ok: false, code: "DELETING" };
    if (isActive && end?.closedAt != null) return { ok: false, code: "TRIAL_OVER" };
    if (!(await setActive(db, organisationId, isActive))) return { ok: true };
    const type = isActive ? "organisation.activated" : "organisation.deactivated";
    const details = { organisation: organisationId, ...(reason === "" ? {} : { reason }) };
    await recordEvent(db, { at: deps.clock.now(), type, actor, details });
    return { ok: true };
  });
}
