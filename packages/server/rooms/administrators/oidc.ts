/**
 * Logins at a provider (OpenID Connect). The provider says who a person is there, by issuer and subject; who that is here only the person
 * decides, logged in and after their password. An address that the provider names, proven or not, opens and links nothing.
 */

import { whyNotUnlink } from "@siegel/contract/account-acts.ts";
import { oidc_attempt_s } from "@siegel/contract/limits.ts";
import { digestOfSecret } from "@siegel/kernel/mac/server-secret.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import type { OnFault } from "../../ports/fault-log.ts";
import type { OidcProvider } from "../../ports/oidc.ts";
import { recordChange } from "../accounts/accounts.ts";
import { type MailingDeps, mailAccount } from "./account-mails.ts";
import type { ActingPerson } from "./administrators-rules.ts";
import { type Administrator, lockLogin, readLoginOf } from "./administrators-store.ts";
import { type EnterClaim, type Entered, enter } from "./enter.ts";
import {
  deleteLinks,
  insertAttempt,
  insertLink,
  lockLinked,
  type OidcAttempt,
  readLinkOf,
  readPasswordsOff,
  saveLinkUsed,
  takeAttempt,
} from "./oidc-store.ts";
import { type PasswordRefusal, whyNotPassword } from "./own-password.ts";
import { lockOrganisation } from "./people-store.ts";
import { findSession } from "./sessions.ts";

type OidcDeps = MailingDeps & {
  readonly clock: Clock;
  readonly onFault: OnFault;
  readonly oidc: OidcProvider | null;
};
type Refused<Code extends string> = { readonly ok: false; readonly code: Code };
/** Where a browser is sent, and the secret that its cookie keeps. */
export type OidcStart = { readonly ok: true; readonly url: string; readonly browser: string };
type StartRefusal = Refused<"OIDC_NOT_CONFIGURED" | "OIDC_AWAY">;

/** Begins a login. `browser`: the secret that the browser has kept since it began another one; null: none. */
export async function startOidcLogin(deps: OidcDeps, browser: string | null): Promise<OidcStart | StartRefusal> {
  return await begin(deps, null, browser);
}

/** Begins to link the own account, after the password. */
export async function startOidcLink(
  deps: OidcDeps,
  by: ActingPerson,
  { password, browser }: { readonly password: string; readonly browser: string | null },
): Promise<OidcStart | StartRefusal | Refused<"OIDC_ALREADY_LINKED"> | PasswordRefusal> {
  const { administratorId } = by;
  if (deps.oidc === null) return { ok: false, code: "OIDC_NOT_CONFIGURED" };
  const refusal = await whyNotPassword(deps, by, password);
  if (refusal !== null) return refusal;
  if ((await readLinkOf(deps.db, administratorId, deps.oidc.issuer)) !== null)
    return { ok: false, code: "OIDC_ALREADY_LINKED" };
  return await begin(deps, administratorId, browser);
}

async function begin(
  deps: OidcDeps,
  administratorId: OidcAttempt["administratorId"],
  known: string | null,
): Promise<OidcStart | StartRefusal> {
  if (deps.oidc === null) return { ok: false, code: "OIDC_NOT_CONFIGURED" };
  const secret = (): string => Buffer.from(deps.random.bytes(32)).toString("base64url");
  const asked = { state: secret(), nonce: secret(), verifier: secret() };
  const where = await deps.oidc.addressFor(asked);
  if (where.kind === "away") {
    tellFault(deps, where.cause);
    return { ok: false, code: "OIDC_AWAY" };
  }
  // One secret for what a browser begins in several tabs: each of them may finish.
  const browser = known ?? secret();
  const expiresAt = new Date(deps.clock.now().getTime() + oidc_attempt_s * 1_000);
  await insertAttempt(deps.db, { ...asked, administratorId, browserHash: digestOfSecret(browser), expiresAt });
  return { ok: true, url: where.url, browser };
}

function tellFault(deps: OidcDeps, fault: unknown): void {
  deps.onFault({ room: "administrators", undone: "login at the provider", actId: "-", fault, outage: true });
}

/** What a browser came back with. `session`: the secret of the session that it has; null: none. */
export type OidcReturn = {
  readonly answer: string;
  readonly browser: string | null;
  readonly session: string | null;
};

/** Why a login at the provider opens and links nothing. */
export type OidcRefusal =
  | Refused<
      | "OIDC_NOT_CONFIGURED"
      | "OIDC_AWAY"
      | "OIDC_REFUSED"
      | "OIDC_ATTEMPT_UNKNOWN"
      | "OIDC_ATTEMPT_OVER"
      | "OIDC_NOT_LINKED"
      | "OIDC_TAKEN"
      | "SESSION_ENDED"
    >
  | Exclude<Awaited<ReturnType<typeof enter>>, Entered>;

/** Finishes what a browser began. The attempt is used up, whatever comes of it. */
export async function finishOidc(
  deps: OidcDeps,
  { answer, browser, session }: OidcReturn,
  claim: EnterClaim,
): Promise<
  | { readonly ok: true; readonly purpose: "login"; readonly entered: Entered }
  | { readonly ok: true; readonly purpose: "link"; readonly person: Administrator }
  | OidcRefusal
> {
  const { oidc } = deps;
  if (oidc === null) return { ok: false, code: "OIDC_NOT_CONFIGURED" };
  const state = new URLSearchParams(answer).get("state");
  if (state === null || browser === null) return { ok: false, code: "OIDC_ATTEMPT_UNKNOWN" };
  const attempt = await takeAttempt(deps.db, { state, browserHash: digestOfSecret(browser) }, deps.clock.now());
  if (attempt === "unknown") return { ok: false, code: "OIDC_ATTEMPT_UNKNOWN" };
  if (attempt === "over") return { ok: false, code: "OIDC_ATTEMPT_OVER" };
  const told = await oidc.redeem(answer, attempt);
  if (told.kind !== "person") {
    tellFault(deps, told.cause);
    return { ok: false, code: told.kind === "away" ? "OIDC_AWAY" : "OIDC_REFUSED" };
  }
  const identity = { issuer: oidc.issuer, subject: told.subject };
  if (attempt.administratorId === null) return await logIn(deps, identity, claim);
  return await link(deps, { identity, administratorId: attempt.administratorId, session }, claim);
}

type Identity = { readonly issuer: string; readonly subject: string };

async function logIn(
  deps: OidcDeps,
  identity: Identity,
  claim: EnterClaim,
): Promise<{ readonly ok: true; readonly purpose: "login"; readonly entered: Entered } | OidcRefusal> {
  return await inTransaction(deps.db, async (db) => {
    const administratorId = await lockLinked(db, identity);
    const stored = administratorId === null ? null : await readLoginOf(db, administratorId);
    if (stored === null) return { ok: false, code: "OIDC_NOT_LINKED" };
    const entered = await enter({ ...deps, db }, stored, { ...claim, by: "oidc" });
    if (!entered.ok) return entered;
    await saveLinkUsed(db, identity, deps.clock.now());
    return { ok: true, purpose: "login", entered };
  });
}

/** The session that began it must still be there: a password that was changed since ends it. */
async function link(
  deps: OidcDeps,
  asked: {
    readonly identity: Identity;
    readonly administratorId: NonNullable<OidcAttempt["administratorId"]>;
    readonly session: string | null;
  },
  { ip, userAgent }: EnterClaim,
): Promise<{ readonly ok: true; readonly purpose: "link"; readonly person: Administrator } | OidcRefusal> {
  const { identity, administratorId } = asked;
  return await inTransaction(deps.db, async (db) => {
    await lockLogin(db, administratorId);
    const session = await findSession({ ...deps, db }, asked.session, { slides: true });
    if (session === null) return { ok: false, code: "SESSION_ENDED" };
    const { person } = session;
    if (person.administratorId !== administratorId) return { ok: false, code: "OIDC_ATTEMPT_UNKNOWN" };
    const at = deps.clock.now();
    if (!(await insertLink(db, { ...identity, administratorId, at }))) return { ok: false, code: "OIDC_TAKEN" };
    const by = { administratorId, organisationId: person.organisationId, ip, userAgent };
    await recordChange(db, by, { at, type: "administrator.oidc-linked", details: { issuer: identity.issuer } });
    await mailAccount({ ...deps, db }, "oidc_linked", { administratorId });
    return { ok: true, purpose: "link", person };
  });
}

/** Ends the own login at the provider, after the password. */
export async function removeOidc(
  deps: OidcDeps,
  by: ActingPerson,
  password: string,
): Promise<{ readonly ok: true } | Refused<"OIDC_NOT_LINKED" | "OIDC_NEEDED"> | PasswordRefusal> {
  const refusal = await whyNotPassword(deps, by, password);
  if (refusal !== null) return refusal;
  return await inTransaction(deps.db, async (db) => {
    // Passwords are turned off under the same lock: who could not log in without one then must not become so at the same moment.
    await lockOrganisation(db, by.organisationId);
    const state = await ownOidcOf({ ...deps, db }, by);
    const code = whyNotUnlink({ isLinked: state?.since != null, passwordsOff: state?.passwordsOff === true });
    if (code !== null) return { ok: false, code };
    const at = deps.clock.now();
    await deleteLinks(db, by.administratorId);
    await recordChange(db, by, { at, type: "administrator.oidc-removed", details: {} });
    await mailAccount({ ...deps, db }, "oidc_removed", { administratorId: by.administratorId });
    return { ok: true };
  });
}

/** The login at the provider as its person sees it. */
export type OwnOidc = {
  readonly label: string;
  readonly since: Date | null;
  readonly lastLoginAt: Date | null;
  readonly passwordsOff: boolean;
};

/** The own login at the provider; null: there is no provider. */
export async function ownOidcOf(
  { db, oidc }: Pick<OidcDeps, "db" | "oidc">,
  { administratorId, organisationId }: Pick<ActingPerson, "administratorId" | "organisationId">,
): Promise<OwnOidc | null> {
  if (oidc === null) return null;
  const link = await readLinkOf(db, administratorId, oidc.issuer);
  return {
    label: oidc.label,
    since: link?.linkedAt ?? null,
    lastLoginAt: link?.lastLoginAt ?? null,
    passwordsOff: (await readPasswordsOff(db, organisationId)) === oidc.issuer,
  };
}
