/** A new password by the link of a mail. All sessions and all other links of the person end (admin-side.md §2). */
import { hashPassword, isPassword, salt_bytes } from "@siegel/kernel/mac/password-hash.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { type MailingDeps, mailAccount } from "./account-mails.ts";
import { lockLogin, readPasswordHash, savePassword } from "./administrators-store.ts";
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
): Promise<{ readonly ok: true } | { readonly ok: false; readonly code: ResetRefusal }> {
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
    await lockLogin(db, administratorId);
    const locked = await findLink({ ...deps, db }, "reset", token);
    if (!locked.ok) return locked;
    const at = deps.clock.now();
    await saveUsed(db, locked.link.linkId, at);
    await endLinks(db, administratorId, at);
    await savePassword(db, administratorId, { passwordHash, at });
    await endSessions(db, administratorId, at);
    await recordReset(db, { at, administratorId, ip, userAgent });
    await mailAccount({ ...deps, db }, "password_changed", { administratorId });
    return { ok: true };
  });
}

async function recordReset(
  db: Db,
  { at, administratorId, ip, userAgent }: { at: Date; administratorId: string; ip: string; userAgent: string },
): Promise<void> {
  const actor = { kind: "administrator", id: administratorId, ip, userAgent } as const;
  await recordEvent(db, { at, type: "administrator.password-reset", actor, details: {} });
}
