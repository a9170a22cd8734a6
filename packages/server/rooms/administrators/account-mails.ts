/** Mails of this room: enqueued in the transaction of the fact, and what each may tell when its turn comes. */
import type { PersonState } from "@siegel/contract/account-acts.ts";
import type { AccountMailKind, SendAccountMailPayload } from "@siegel/contract/account-mails.ts";
import type { OrganisationId } from "@siegel/contract/ids.ts";
import type { Language } from "@siegel/contract/limits.ts";
import { isAdministrator } from "@siegel/contract/permissions.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Enqueue } from "../../ports/queue.ts";
import type { Random } from "../../ports/random.ts";
import { licenceOf, type SignatureClass } from "../accounts/accounts.ts";
import { type Administrator, readAdministrator, readAdministratorIds, readLogin } from "./administrators-store.ts";
import { type LinkSecret, tokenOfLink, whyNot } from "./mailed-links.ts";
import { readLink } from "./mailed-links-store.ts";
import { readPasskeys } from "./passkeys-store.ts";
import { readOwn } from "./people-store.ts";
import { type Registration, readRegistration } from "./registration-store.ts";

/** What enqueueing takes. */
export type MailingDeps = { readonly db: Db; readonly random: Random; readonly enqueue: Enqueue };

/** Who gets it, and with which link. */
type About = Partial<Omit<SendAccountMailPayload, "mailId" | "kind">>;

/** Enqueues a mail in the transaction `deps.db`. */
export async function mailAccount(deps: MailingDeps, kind: AccountMailKind, about: About): Promise<void> {
  const unset = { administratorId: null, registrationId: null, linkId: null, aboutId: null, endsAt: null, usage: null };
  await deps.enqueue(deps.db, "send-account-mail", { mailId: deps.random.id(), kind, ...unset, ...about });
}

/** The same mail to everybody who may administer an organisation. */
export async function mailAdministrators(
  deps: MailingDeps,
  organisationId: OrganisationId,
  kind: AccountMailKind,
): Promise<void> {
  for (const administratorId of await readAdministratorIds(deps.db, organisationId))
    await mailAccount(deps, kind, { administratorId });
}

/**
 * What a mail tells, once its turn has come. `known`: in place of `confirm`, to an address that has an account; `invitation_known`: the same
 * in place of `invitation`. `test`: sent at once, by no job.
 */
export type AccountMailFacts = {
  readonly kind: AccountMailKind | "known" | "invitation_known" | "test";
  readonly to: { readonly firstName: string; readonly lastName: string; readonly email: string };
  readonly language: Language;
  /** Whose look it has; null: the service's. */
  readonly organisationId: string | null;
  /** What the recipient asked to found; null where they did not. */
  readonly founds: string | null;
  /** What stands in its link; null where it has none. */
  readonly token: string | null;
  readonly expiresAt: Date | null;
  /** Whom it tells about. */
  readonly about: { readonly name: string; readonly email: string } | null;
  /** Whether the recipient administers the organisation, or will. */
  readonly administers: boolean;
  /** Names of the passkeys that log the recipient in, where it tells of them. */
  readonly passkeys: readonly string[];
  /** Of which class how many signatures are used or reserved, of how many. */
  readonly usage: UsageFacts | null;
};

/** How much of a limit is taken. */
export type UsageFacts = {
  readonly signatureClass: SignatureClass;
  readonly percent: number;
  readonly taken: number;
  readonly limit: number;
};

type FactsDeps = { readonly db: Db; readonly clock: Clock; readonly linkSecret: LinkSecret };

/** The facts of a mail, or null if the mail has no recipient or is no longer true. */
export async function factsOfMail(deps: FactsDeps, payload: SendAccountMailPayload): Promise<AccountMailFacts | null> {
  const { kind, administratorId } = payload;
  if (kind === "confirm") return await factsOfConfirm(deps, payload);
  if (kind === "join_refused") return await factsOfRefusal(deps, payload);
  const person = administratorId === null ? null : await readAdministrator(deps.db, administratorId);
  if (person === null || !statesFor(kind).includes(person.state)) return null;
  const facts = { ...factsOfPerson(person), kind };
  if (kind === "new_email") return await factsOfNewEmail(deps, payload, person);
  if (kind === "email_asked") {
    const { pendingEmail } = await readOwn(deps.db, person.administratorId);
    return pendingEmail === null ? null : { ...facts, about: { name: "", email: pendingEmail } };
  }
  if (kind === "reset" || kind === "invitation") {
    const link = await openLink(deps, payload.linkId);
    if (link === null) return null;
    if (kind === "reset") return { ...facts, ...tokenIn(deps, link) };
    const about = await whom(deps, payload);
    // Someone else's organisation must not learn that the address has an account; its owner does.
    if ((await readLogin(deps.db, person.email)) !== null) return { ...facts, kind: "invitation_known", about };
    return { ...facts, ...tokenIn(deps, link), about };
  }
  if (kind === "password_changed") {
    const passkeys = await readPasskeys(deps.db, person.administratorId);
    return { ...facts, passkeys: passkeys.map(({ name }) => name) };
  }
  if (kind === "trial_warning") return await factsOfTrial(deps, facts, payload);
  if (kind === "usage_warning") return await factsOfUsage(deps, facts, payload);
  if (kind !== "join_asked" && kind !== "invitation_accepted") return facts;
  const about = await whom(deps, payload);
  return about === null || (kind === "join_asked" && about.state !== "waiting") ? null : { ...facts, about };
}

/** To the new address: its link, or that it has an account already. */
async function factsOfNewEmail(
  deps: FactsDeps,
  { linkId }: SendAccountMailPayload,
  person: Administrator,
): Promise<AccountMailFacts | null> {
  const { pendingEmail: email } = await readOwn(deps.db, person.administratorId);
  const link = await openLink(deps, linkId);
  if (email === null || link === null) return null;
  const known = await readLogin(deps.db, email);
  if (known !== null && known.administratorId !== person.administratorId)
    return { ...factsOfPerson(known), kind: "known" };
  return { ...factsOfPerson(person), kind: "new_email", to: { ...person, email }, ...tokenIn(deps, link) };
}

/** In which states a person gets a mail; in others it is true no more. */
function statesFor(kind: AccountMailKind): readonly PersonState[] {
  if (kind === "invitation") return ["invited"];
  return kind === "disabled" ? ["disabled"] : ["active", "waiting"];
}

async function whom({ db }: FactsDeps, { aboutId }: SendAccountMailPayload) {
  const person = aboutId === null ? null : await readAdministrator(db, aboutId);
  if (person === null) return null;
  const { firstName, lastName, email, state } = person;
  return { name: `${firstName} ${lastName}`, email, state };
}

/** Null where the organisation is no trial any more. */
async function factsOfTrial(
  { db }: FactsDeps,
  facts: AccountMailFacts,
  { endsAt }: SendAccountMailPayload,
): Promise<AccountMailFacts | null> {
  if (endsAt === null || facts.organisationId === null) return null;
  const { isTrial } = await licenceOf(db, facts.organisationId);
  return isTrial ? { ...facts, expiresAt: new Date(endsAt) } : null;
}

/** Null where less is taken by now, as after a higher limit. */
async function factsOfUsage(
  { db }: FactsDeps,
  facts: AccountMailFacts,
  { usage }: SendAccountMailPayload,
): Promise<AccountMailFacts | null> {
  if (usage === null || facts.organisationId === null) return null;
  const { used, promised, limit } = (await licenceOf(db, facts.organisationId)).usage[usage.signatureClass];
  const taken = used + promised;
  return taken * 100 < limit * usage.percent ? null : { ...facts, usage: { ...usage, taken, limit } };
}

/** What a mail to a person tells, before anything of its own. */
export const factsOfPerson = (person: Administrator): Omit<AccountMailFacts, "kind"> => ({
  to: person,
  language: person.language,
  organisationId: person.organisationId,
  founds: null,
  token: null,
  expiresAt: null,
  about: null,
  administers: isAdministrator(person.role),
  usage: null,
  passkeys: [],
});

async function factsOfConfirm(
  deps: FactsDeps,
  { registrationId, linkId }: SendAccountMailPayload,
): Promise<AccountMailFacts | null> {
  const registration = registrationId === null ? null : await readRegistration(deps.db, registrationId);
  const link = await openLink(deps, linkId);
  if (registration === null || link === null) return null;
  const known = await readLogin(deps.db, registration.email);
  if (known !== null) return { ...factsOfPerson(known), kind: "known" };
  return { ...factsOfRegistration(registration), kind: "confirm", ...tokenIn(deps, link) };
}

async function factsOfRefusal(
  { db }: FactsDeps,
  { registrationId }: SendAccountMailPayload,
): Promise<AccountMailFacts | null> {
  const registration = registrationId === null ? null : await readRegistration(db, registrationId);
  return registration === null ? null : { ...factsOfRegistration(registration), kind: "join_refused" };
}

const factsOfRegistration = (registration: Registration): Omit<AccountMailFacts, "kind"> => ({
  to: registration,
  language: registration.language,
  organisationId: registration.organisationId,
  founds: registration.organisationName,
  token: null,
  expiresAt: null,
  about: null,
  usage: null,
  passkeys: [],
  administers: true,
});

type OpenLink = NonNullable<Awaited<ReturnType<typeof readLink>>>;

async function openLink({ db, clock }: FactsDeps, linkId: string | null): Promise<OpenLink | null> {
  const link = linkId === null ? null : await readLink(db, linkId, { isLocked: false });
  return link === null || whyNot(link, clock.now()) !== null ? null : link;
}

const tokenIn = ({ linkSecret }: FactsDeps, { linkId, purpose, expiresAt }: OpenLink) => ({
  token: tokenOfLink(linkSecret, purpose, linkId),
  expiresAt,
});
