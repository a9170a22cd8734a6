/** A new password by the link of a mail. All sessions and all other links of the person end (admin-side.md §2). */
import { hashPassword, isPassword, salt_bytes } from "@siegel/kernel/mac/password-hash.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import { recordChange } from "../accounts/accounts.ts";
import { type MailingDeps, mailAccount } from "./account-mails.ts";
import { lockLogin, readPasswordHash, savePassword } from "./administrators-store.ts";
import type { BrowserOwner } from "./known-browsers.ts";
import { findLink, type LinkRefusal, type LinkSecret } from "./mailed-links.ts";
import { endLinks, saveUsed } from "./mailed-links-store.ts";
import { endSessions } from "./session-store.ts";

type ResetDeps = MailingDeps & { readonly clock: Clock; readonly random: Random; readonly linkSecret: LinkSecret };

/** What the page brings, and where it comes from as the server saw it. */
export type ResetClaim = {
  readonly token: string;
  readonly password: string;
  readonly ip: string;
  readonly userAgent: string;
};

/** Why the password stays as it is. */
export type ResetRefusal = LinkRefusal | "RESET_PASSWORD_INVALID_SAME_PASSWORD";

/** Sets the password. The link is used up by that, and by nothing else: a refused password can be tried again. */
export async function resetPassword(
  deps: ResetDeps,
  { token, password, ip, userAgent }: ResetClaim,
): Promise<{ readonly ok: true; readonly owner: BrowserOwner } | { readonly ok: false; readonly code: ResetRefusal }> {
  const looked = await findLink(deps, "reset", token);
  if (!looked.ok) return looked;
  const { administratorId } = looked.link;
  const known = administratorId === null ? null : await readPasswordHash(deps.db, administratorId);
  if (administratorId === null || known === null) return { ok: false, code: "LINK_UNKNOWN" };
  // Outside the transaction: each costs tens of milliseconds.
  if (await isPassword(password, known)) return { ok: false, code: "RESET_PASSWORD_INVALID_SAME_PASSWORD" };
  const passwordHash = await hashPassword(password, deps.random.bytes(salt_bytes));
  return await inTransaction(deps.db, async (db) => {
    // The person before the link, as everywhere: two who wait for each other's lock would wait for ever.
    const person = await lockLogin(db, administratorId);
    const locked = await findLink({ ...deps, db }, "reset", token);
    if (!locked.ok) return locked;
    if (person === null) return { ok: false, code: "LINK_UNKNOWN" };
    const at = deps.clock.now();
    await saveUsed(db, locked.link.linkId, at);
    await endLinks(db, administratorId, at);
    await savePassword(db, administratorId, { passwordHash, at });
    await endSessions(db, administratorId, at);
    const who = { administratorId, organisationId: person.organisationId, ip, userAgent };
    await recordChange(db, who, { at, type: "administrator.password-reset", details: {} });
    await mailAccount({ ...deps, db }, "password_changed", { administratorId });
    return { ok: true, owner: { administratorId, passwordChangedAt: at } };
  });
}
