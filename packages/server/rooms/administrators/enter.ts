/** The end of every login: whether the person may come in, and their new session. */
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { type Administrator, lockLogin, type StoredLogin, saveLoggedIn } from "./administrators-store.ts";
import { type BrowserFacts, openSession } from "./sessions.ts";

type EnterDeps = { readonly db: Db; readonly clock: Clock; readonly random: Random };
/** Where a person comes from, as the server saw it. */
export type EnterClaim = BrowserFacts & { readonly ip: string };
/** A session was opened; `secret` is told once. */
export type Entered = { readonly ok: true; readonly person: StoredLogin; readonly secret: string };
/** Why somebody who proved who they are may not come in. */
export type EntryRefusal = {
  readonly ok: false;
  readonly code: "USER_NOT_ACTIV" | "ORGANIZATION_INACTIVE" | "ACCOUNT_NOT_APPROVED";
};

/** Why an account may not be used now; null: it may. */
export function whyNotIn({ state, organisationActive }: StoredLogin): EntryRefusal["code"] | null {
  if (!organisationActive) return "ORGANIZATION_INACTIVE";
  if (state === "waiting") return "ACCOUNT_NOT_APPROVED";
  return state === "active" ? null : "USER_NOT_ACTIV";
}

/**
 * Opens a session. `by`: with what the person proved who they are. Looks once more, under a lock, at whom it lets in: a password that was
 * changed, or a person who was disabled, since the proof was looked at opens nothing.
 */
export async function enter(
  deps: EnterDeps,
  stored: StoredLogin,
  { by, ...claim }: EnterClaim & { readonly by: "password" | "passkey" },
): Promise<Entered | EntryRefusal | { readonly ok: false; readonly code: "WRONG_MAIL_OR_PW" }> {
  return await inTransaction(deps.db, async (db) => {
    const now = await lockLogin(db, stored.administratorId);
    if (now === null || (by === "password" && now.passwordHash !== stored.passwordHash))
      return { ok: false, code: "WRONG_MAIL_OR_PW" };
    const code = whyNotIn(now);
    if (code !== null) return { ok: false, code };
    const secret = await openSession({ ...deps, db }, stored, claim);
    await saveLoggedIn(db, stored.administratorId, deps.clock.now());
    await recordLogin({ ...deps, db }, stored, { ...claim, type: "administrator.logged-in", by });
    return { ok: true, person: now, secret };
  });
}

/** Records a login, or a try. */
export async function recordLogin(
  deps: Pick<EnterDeps, "db" | "clock">,
  { administratorId, organisationId }: Pick<Administrator, "administratorId" | "organisationId">,
  { type, ip, userAgent, by }: Pick<EnterClaim, "ip" | "userAgent"> & { readonly type: string; readonly by?: string },
): Promise<void> {
  const actor = { kind: "administrator", id: administratorId, ip, userAgent } as const;
  const details = { organisation: organisationId, ...(by === undefined ? {} : { by }) };
  await recordEvent(deps.db, { at: deps.clock.now(), type, actor, details });
}
