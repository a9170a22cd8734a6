/** The operator removes the second factor of a person who lost it, where no administrator can (decisions.md §11). */
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { type MailingDeps, mailAccount } from "./account-mails.ts";
import { readLogin } from "./administrators-store.ts";
import { deleteFactors } from "./factors-store.ts";
import { deleteLinks } from "./oidc-store.ts";
import { deletePasskeys } from "./passkeys-store.ts";
import { endSessions } from "./session-store.ts";

/** Removes app, recovery codes, passkeys and login at the provider of an address; sessions end, and the person is told by mail. */
export async function resetFactor(
  deps: MailingDeps & { readonly clock: Clock },
  email: string,
): Promise<{ readonly ok: true } | { readonly ok: false; readonly code: "UNKNOWN" | "NO_SECOND_FACTOR" }> {
  return await inTransaction(deps.db, async (db) => {
    const person = await readLogin(db, email);
    if (person === null) return { ok: false, code: "UNKNOWN" };
    const { administratorId, organisationId } = person;
    const hadApp = await deleteFactors(db, administratorId);
    const passkeys = await deletePasskeys(db, administratorId, null);
    const logins = await deleteLinks(db, administratorId);
    if (!hadApp && passkeys === 0 && logins === 0) return { ok: false, code: "NO_SECOND_FACTOR" };
    const at = deps.clock.now();
    await endSessions(db, administratorId, at);
    const details = { organisation: organisationId, administrator: administratorId };
    await recordEvent(db, { at, type: "administrator.factor-removed", actor: { kind: "operator" }, details });
    await mailAccount({ ...deps, db }, "factor_removed", { administratorId });
    return { ok: true };
  });
}
