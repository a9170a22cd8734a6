/**
 * Somebody registers: founds an organisation, or asks to join one. What was typed waits until its mailbox is proven (confirm-mailbox.ts). An
 * address that has an account gets the same answer in the same time; its owner is told by the mail that would have carried the link.
 */
import { confirm_link_s, type Language, registrations_per_network_per_hour_max } from "@siegel/contract/limits.ts";
import { hashPassword, salt_bytes } from "@siegel/kernel/mac/password-hash.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import { findByJoinKey, type JoinKeySecret } from "../accounts/accounts.ts";
import { type MailingDeps, mailAccount } from "./account-mails.ts";
import { addressHashOf } from "./address-hash.ts";
import { makeLink } from "./mailed-links.ts";
import { insertRegistration, type Registration } from "./registration-store.ts";
import { takeOf, takeTry } from "./tries-store.ts";

type RegisterDeps = MailingDeps & { readonly clock: Clock; readonly joinKeySecret: JoinKeySecret };

/** A person as they describe themselves, and the network they come from. */
export type Registering = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string | null;
  readonly language: Language;
  readonly password: string;
  readonly network: string;
};

/** Why nothing was taken. */
export type RegisterRefusal =
  | { readonly ok: false; readonly code: "JOIN_KEY_UNKNOWN" }
  | { readonly ok: false; readonly code: "TOO_MANY_REQUESTS"; readonly retryAfterS: number };

type Registered = { readonly ok: true } | RegisterRefusal;

/** Takes what somebody typed to found an organisation. */
export async function registerOrganisation(
  deps: RegisterDeps,
  person: Registering,
  organisationName: string,
): Promise<Registered> {
  return await register(deps, person, { kind: "organisation", organisationId: null, organisationName });
}

/** Takes what somebody typed to join the organisation of a join key. */
export async function joinOrganisation(deps: RegisterDeps, person: Registering, joinKey: string): Promise<Registered> {
  const organisationId = await findByJoinKey(deps, joinKey);
  if (organisationId === null) return { ok: false, code: "JOIN_KEY_UNKNOWN" };
  return await register(deps, person, { kind: "joining", organisationId, organisationName: null });
}

async function register(
  deps: RegisterDeps,
  { password, network, ...person }: Registering,
  wanted: Pick<Registration, "kind" | "organisationId" | "organisationName">,
): Promise<Registered> {
  const now = deps.clock.now();
  const max = registrations_per_network_per_hour_max;
  const ofNetwork = await takeOf(deps.db, { what: `registrations ${network}`, max, within_s: 3_600 }, now);
  if (ofNetwork > 0) return { ok: false, code: "TOO_MANY_REQUESTS", retryAfterS: ofNetwork };
  const tried = { addressHash: addressHashOf(`register ${person.email}`), origin: network, isKnownBrowser: false };
  const retryAfterS = await takeTry(deps.db, tried, now);
  if (retryAfterS > 0) return { ok: false, code: "TOO_MANY_REQUESTS", retryAfterS };
  const passwordHash = await hashPassword(password, deps.random.bytes(salt_bytes));
  await inTransaction(deps.db, async (db) => {
    const registrationId = deps.random.id();
    await insertRegistration(db, { ...person, ...wanted, registrationId, passwordHash, at: deps.clock.now() });
    const owner = { administratorId: null, registrationId };
    const linkId = await makeLink({ ...deps, db }, { ...owner, purpose: "confirm", lives_s: confirm_link_s });
    await mailAccount({ ...deps, db }, "confirm", { ...owner, linkId });
  });
  return { ok: true };
}
