/** The end of every login: whether the person may come in, and their new session. */
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import type { OidcProvider } from "../../ports/oidc.ts";
import type { Random } from "../../ports/random.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { type Administrator, lockLogin, type StoredLogin, saveLoggedIn } from "./administrators-store.ts";
import { type BrowserFacts, openSession } from "./sessions.ts";

type EnterDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly oidc: Pick<OidcProvider, "issuer"> | null;
};
/** Where a person comes from, as the server saw it. */
export type EnterClaim = BrowserFacts & { readonly ip: string };
/** A session was opened; `secret` is told once. */
export type Entered = { readonly ok: true; readonly person: StoredLogin; readonly secret: string };
/** Why somebody who proved who they are may not come in. */
export type EntryRefusal = {
  readonly ok: false;
  readonly code: "USER_NOT_ACTIV" | "ORGANIZATION_INACTIVE" | "ACCOUNT_NOT_APPROVED" | "PASSWORD_LOGIN_OFF";
};

type Proof = "password" | "passkey" | "oidc";

/** Why an account may not be used now; null: it may. `by`: with what the person proved who they are. */
export function whyNotIn(
  { state, organisationActive, oidcInstead }: StoredLogin,
  by: Proof,
  oidc: EnterDeps["oidc"],
): EntryRefusal["code"] | null {
  if (!organisationActive) return "ORGANIZATION_INACTIVE";
  if (state === "waiting") return "ACCOUNT_NOT_APPROVED";
  if (state !== "active") return "USER_NOT_ACTIV";
  // Only while the service still has the provider that they log in at.
  return by === "password" && oidcInstead !== null && oidcInstead === oidc?.issuer ? "PASSWORD_LOGIN_OFF" : null;
}

/**
 * Opens a session. `by`: with what the person proved who they are. Looks once more, under a lock, at whom it lets in: a password that was
 * changed, or a person who was disabled, since the proof was looked at opens nothing.
 */
export async function enter(
  deps: EnterDeps,
  stored: StoredLogin,
  { by, ...claim }: EnterClaim & { readonly by: Proof },
): Promise<Entered | EntryRefusal | { readonly ok: false; readonly code: "WRONG_MAIL_OR_PW" }> {
  return await inTransaction(deps.db, async (db) => {
    const now = await lockLogin(db, stored.administratorId);
    if (now === null || (by === "password" && now.passwordHash !== stored.passwordHash))
      return { ok: false, code: "WRONG_MAIL_OR_PW" };
    const code = whyNotIn(now, by, deps.oidc);
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
