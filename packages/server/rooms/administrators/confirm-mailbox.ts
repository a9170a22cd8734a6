/**
 * The link in a mail proves the mailbox of a registration, and the password that it is its owner who registered: somebody else may have typed
 * their address, with a password of their own. An organisation is made with its trial, or a person waits for approval.
 */
import type { AdministratorId, OrganisationId } from "@siegel/contract/ids.ts";
import { isPassword } from "@siegel/kernel/mac/password-hash.ts";
import { inTransaction, Undone } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import { makeTrialOrganisation } from "../accounts/accounts.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { type MailingDeps, mailAccount } from "./account-mails.ts";
import { addressHashOf } from "./address-hash.ts";
import {
  type Administrator,
  deleteInvited,
  insertAdministrator,
  lockAddress,
  readAdministratorIds,
  readLogin,
} from "./administrators-store.ts";
import { findLink, type LinkRefusal, type LinkSecret } from "./mailed-links.ts";
import { saveUsed } from "./mailed-links-store.ts";
import type { PasswordRefusal } from "./own-password.ts";
import { deleteRegistration, type Registration, readRegistration } from "./registration-store.ts";
import { giveBackTries, takeTry } from "./tries-store.ts";

type ConfirmDeps = MailingDeps & { readonly clock: Clock; readonly linkSecret: LinkSecret };

/** What the page brings, and where it comes from as the server saw it. */
export type ConfirmClaim = {
  readonly token: string;
  readonly password: string;
  readonly ip: string;
  readonly userAgent: string;
};

/** What became of a registration: the account may log in, or waits for an administrator. */
export type Confirmed =
  | { readonly ok: true; readonly state: "active" | "waiting"; readonly organisationId: OrganisationId }
  | { readonly ok: false; readonly code: LinkRefusal | "REQUEST_EXISTS" }
  | PasswordRefusal;

/** Makes the account. Two that press at once come one after the other; the second reads that the link was used. */
export async function confirmMailbox(deps: ConfirmDeps, claim: ConfirmClaim): Promise<Confirmed> {
  // Outside the transaction: a password costs tens of milliseconds.
  const looked = await registeredBy(deps, claim.token);
  if (!looked.ok) return looked;
  const refusal = await whyNotTheirs(deps, looked.registration, claim);
  if (refusal !== null) return refusal;
  try {
    return await inTransaction(deps.db, async (db) => {
      const found = await registeredBy({ ...deps, db }, claim.token);
      if (!found.ok) return found;
      const { linkId, registration } = found;
      await lockAddress(db, registration.email);
      if ((await readLogin(db, registration.email)) !== null) throw new Undone("REQUEST_EXISTS");
      const person = await makePerson({ ...deps, db }, registration);
      await saveUsed(db, linkId, deps.clock.now());
      await deleteRegistration(db, registration.registrationId);
      await tell({ ...deps, db }, person, claim);
      return {
        ok: true,
        state: person.state === "waiting" ? "waiting" : "active",
        organisationId: person.organisationId,
      };
    });
  } catch (fault) {
    if (fault instanceof Undone) return { ok: false, code: "REQUEST_EXISTS" };
    throw fault;
  }
}

/** What was registered with the mailbox of a link, as long as it works. */
async function registeredBy(
  deps: ConfirmDeps,
  token: string,
): Promise<
  | { readonly ok: true; readonly linkId: string; readonly registration: Registration }
  | { readonly ok: false; readonly code: LinkRefusal }
> {
  const found = await findLink(deps, "confirm", token);
  if (!found.ok) return { ok: false, code: found.code };
  const { linkId, registrationId } = found.link;
  const registration = registrationId === null ? null : await readRegistration(deps.db, registrationId);
  return registration === null ? { ok: false, code: "LINK_UNKNOWN" } : { ok: true, linkId, registration };
}

/** Null: the password is the one that was registered. Wrong ones count by themselves. */
async function whyNotTheirs(
  { db, clock }: ConfirmDeps,
  { registrationId, passwordHash }: Registration,
  { password, ip }: ConfirmClaim,
): Promise<PasswordRefusal | null> {
  const tried = { addressHash: addressHashOf(`confirm ${registrationId}`), origin: ip, isKnownBrowser: false };
  const retryAfterS = await takeTry(db, tried, clock.now());
  if (retryAfterS > 0) return { ok: false, code: "TOO_MANY_REQUESTS", retryAfterS };
  if (!(await isPassword(password, passwordHash))) return { ok: false, code: "WRONG_PASSWORD" };
  await giveBackTries(db, tried);
  return null;
}

async function makePerson(deps: ConfirmDeps, registration: Registration): Promise<Administrator> {
  const { kind, organisationName, language } = registration;
  const organisationId = (
    kind === "joining"
      ? registration.organisationId
      : await makeTrialOrganisation(deps, { name: organisationName ?? "", language })
  ) as OrganisationId;
  // An invitation to the same organisation has done its work.
  await deleteInvited(deps.db, organisationId, registration.email);
  const person: Administrator = {
    administratorId: deps.random.id() as AdministratorId,
    organisationId,
    state: kind === "joining" ? "waiting" : "active",
    role: "admin",
    firstName: registration.firstName,
    lastName: registration.lastName,
    email: registration.email,
    phone: registration.phone,
    language,
  };
  await insertAdministrator(deps.db, { ...person, passwordHash: registration.passwordHash, at: deps.clock.now() });
  return person;
}

async function tell(deps: ConfirmDeps, person: Administrator, { ip, userAgent }: ConfirmClaim): Promise<void> {
  const { administratorId, organisationId, state } = person;
  const isJoining = state === "waiting";
  await recordEvent(deps.db, {
    at: deps.clock.now(),
    type: isJoining ? "administrator.asked-to-join" : "organisation.registered",
    actor: { kind: "administrator", id: administratorId, ip, userAgent },
    details: { organisation: organisationId },
  });
  if (!isJoining) return await mailAccount(deps, "welcome", { administratorId });
  for (const id of await readAdministratorIds(deps.db, organisationId))
    await mailAccount(deps, "join_asked", { administratorId: id, aboutId: administratorId });
}
