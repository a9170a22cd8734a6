/** A person looks at and changes their own account (admin-side.md §2, §7). */
import type { AdministratorId } from "@siegel/contract/ids.ts";
import type { Language } from "@siegel/contract/limits.ts";
import { isOver } from "@siegel/contract/session-time.ts";
import { hashPassword, salt_bytes } from "@siegel/kernel/mac/password-hash.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import type { OidcProvider } from "../../ports/oidc.ts";
import { recordChange } from "../accounts/accounts.ts";
import { type MailingDeps, mailAccount } from "./account-mails.ts";
import { type ActingPerson, accountTimeLeft } from "./administrators-rules.ts";
import { savePassword } from "./administrators-store.ts";
import { endLinks } from "./mailed-links-store.ts";
import { askNewEmail, secondsToNextLink } from "./new-email.ts";
import { type OwnOidc, ownOidcOf } from "./oidc.ts";
import { isStillPassword, type PasswordRefusal, provePassword, wrongPassword } from "./own-password.ts";
import { type Passkey, readPasskeys } from "./passkeys-store.ts";
import { type Person, readOwn, readPersonOf, updatePerson } from "./people-store.ts";
import { factorsOf } from "./second-factor.ts";
import { endSessionOf, endSessions, type OwnSession, readSessionsOf } from "./session-store.ts";

type OwnDeps = { readonly db: Db; readonly clock: Clock; readonly oidc: OidcProvider | null };

/** Everything that a person sees of their account. */
export type OwnAccount = {
  readonly person: Person;
  readonly pendingEmail: string | null;
  readonly passwordChangedAt: Date | null;
  readonly factors: Awaited<ReturnType<typeof factorsOf>>;
  readonly passkeys: readonly Passkey[];
  /** null: there is no provider to log in at. */
  readonly oidc: OwnOidc | null;
  readonly sessions: readonly OwnSession[];
};

/** The account of who asks. @throws when there is none: the session has just been found */
export async function ownAccountOf(
  { db, clock, oidc }: OwnDeps,
  { administratorId, organisationId }: Pick<ActingPerson, "administratorId" | "organisationId">,
): Promise<OwnAccount> {
  const person = await readPersonOf(db, organisationId, administratorId);
  if (person === null) throw new Error("who is logged in has an account");
  const sessions = await readSessionsOf(db, administratorId);
  const now = clock.now();
  return {
    person,
    ...(await readOwn(db, administratorId)),
    factors: await factorsOf(db, administratorId),
    passkeys: await readPasskeys(db, administratorId),
    oidc: await ownOidcOf({ db, oidc }, { administratorId, organisationId }),
    sessions: sessions.filter((session) => !isOver(accountTimeLeft(session, now))),
  };
}

/** What a person changes; what is undefined stays. */
export type OwnChange = {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | null | undefined;
  readonly language?: Language | undefined;
  readonly newPassword?: string | undefined;
};

/** Why an account stays as it is. */
export type OwnRefusal =
  | PasswordRefusal
  | { readonly ok: false; readonly code: "RESET_PASSWORD_INVALID_SAME_PASSWORD" }
  | { readonly ok: false; readonly code: "CHANGED_MEANWHILE"; readonly now: OwnAccount };

/**
 * Changes the own account, after the password. A new password ends the other sessions; a new address counts once its mailbox is proven
 * (new-email.ts). `sessionId`: the session that asks.
 */
export async function changeOwnAccount(
  deps: OwnDeps & MailingDeps,
  by: ActingPerson & { readonly sessionId: string },
  asked: { readonly change: OwnChange; readonly password: string; readonly version: number | null },
): Promise<{ readonly ok: true; readonly account: OwnAccount } | OwnRefusal> {
  const { change, password, version } = asked;
  const { administratorId } = by;
  const proven = await provePassword(deps, by, password);
  if (!proven.ok) return proven;
  if (change.newPassword !== undefined && change.newPassword.normalize("NFC") === password.normalize("NFC"))
    return { ok: false, code: "RESET_PASSWORD_INVALID_SAME_PASSWORD" };
  // Outside the transaction: it costs tens of milliseconds.
  const passwordHash =
    change.newPassword === undefined ? null : await hashPassword(change.newPassword, deps.random.bytes(salt_bytes));
  return await inTransaction(deps.db, async (db) => {
    const trx = { ...deps, db };
    if (!(await isStillPassword(db, by, proven))) return wrongPassword;
    const before = await ownAccountOf(trx, by);
    if (version !== null && version !== before.person.version)
      return { ok: false, code: "CHANGED_MEANWHILE", now: before };
    const retryAfterS = isNewEmail(change, before) ? await secondsToNextLink(trx, by) : 0;
    if (retryAfterS > 0) return { ok: false, code: "TOO_MANY_REQUESTS", retryAfterS };
    const at = deps.clock.now();
    if (passwordHash !== null) {
      // Whoever fears for their account chooses a new password: an address that a stranger asked for must not come true afterwards.
      await endLinks(db, administratorId, at);
      await updatePerson(db, administratorId, { pending_email: null });
    }
    await saveData(trx, by, { change, before, at });
    if (passwordHash !== null) {
      await savePassword(db, administratorId, { passwordHash, at });
      await endSessions(db, administratorId, at, by.sessionId);
      await recordChange(db, by, { at, type: "administrator.password-changed", details: {} });
      await mailAccount(trx, "password_changed", { administratorId });
    }
    return { ok: true, account: await ownAccountOf(trx, by) };
  });
}

const isNewEmail = ({ email }: OwnChange, { person }: OwnAccount): boolean =>
  email !== undefined && email !== person.email;

async function saveData(
  deps: OwnDeps & MailingDeps,
  by: ActingPerson,
  { change, before, at }: { readonly change: OwnChange; readonly before: OwnAccount; readonly at: Date },
): Promise<void> {
  const { firstName, lastName, phone, language, email } = change;
  const data = {
    ...(firstName === undefined ? {} : { first_name: firstName }),
    ...(lastName === undefined ? {} : { last_name: lastName }),
    ...(phone === undefined ? {} : { phone }),
    ...(language === undefined ? {} : { language }),
  };
  const changed = Object.keys(data);
  if (changed.length > 0) await updatePerson(deps.db, by.administratorId, data);
  if (email !== undefined && email !== before.person.email) {
    await askNewEmail(deps, by, email);
    changed.push("email");
  }
  if (changed.length > 0) await recordChange(deps.db, by, { at, type: "administrator.changed", details: { changed } });
}

/** Keeps the language that a person chose with the switch. */
export async function setOwnLanguage(db: Db, administratorId: AdministratorId, language: Language): Promise<void> {
  await updatePerson(db, administratorId, { language });
}

/** Logs out of another device; false: there is no such session. */
export async function endOwnSession(
  { db, clock }: Pick<OwnDeps, "db" | "clock">,
  administratorId: AdministratorId,
  sessionId: string,
): Promise<boolean> {
  return await endSessionOf(db, administratorId, { sessionId, at: clock.now() });
}

/** Logs out of all devices but this. */
export async function endOtherSessions(
  { db, clock }: Pick<OwnDeps, "db" | "clock">,
  administratorId: AdministratorId,
  thisSession: string,
): Promise<void> {
  await endSessions(db, administratorId, clock.now(), thisSession);
}
