/** Mails of this room: enqueued in the transaction of the fact, and what each may tell when its turn comes. */
import type { AccountMailKind, SendAccountMailPayload } from "@siegel/contract/account-mails.ts";
import type { OrganisationId } from "@siegel/contract/ids.ts";
import type { Language } from "@siegel/contract/limits.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Enqueue } from "../../ports/queue.ts";
import type { Random } from "../../ports/random.ts";
import { type Administrator, readAdministrator, readAdministratorIds, readLogin } from "./administrators-store.ts";
import { type LinkSecret, tokenOfLink, whyNot } from "./mailed-links.ts";
import { readLink } from "./mailed-links-store.ts";
import { readRegistration } from "./registration-store.ts";

/** What enqueueing takes. */
export type MailingDeps = { readonly db: Db; readonly random: Random; readonly enqueue: Enqueue };

/** Who gets it, and with which link. */
type About = Partial<Omit<SendAccountMailPayload, "mailId" | "kind">>;

/** Enqueues a mail in the transaction `deps.db`. */
export async function mailAccount(deps: MailingDeps, kind: AccountMailKind, about: About): Promise<void> {
  const unset = { administratorId: null, registrationId: null, linkId: null, aboutId: null };
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

/** What a mail tells, once its turn has come. `known`: in place of `confirm`, to an address that has an account. */
export type AccountMailFacts = {
  readonly kind: AccountMailKind | "known";
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
};

type FactsDeps = { readonly db: Db; readonly clock: Clock; readonly linkSecret: LinkSecret };

/** The facts of a mail, or null if the mail has no recipient or is no longer true. */
export async function factsOfMail(deps: FactsDeps, payload: SendAccountMailPayload): Promise<AccountMailFacts | null> {
  if (payload.kind === "confirm") return await factsOfConfirm(deps, payload);
  const { administratorId } = payload;
  const person = administratorId === null ? null : await readAdministrator(deps.db, administratorId);
  if (person === null || person.state === "disabled" || person.state === "invited") return null;
  const facts = { ...factsOfPerson(person), kind: payload.kind };
  if (payload.kind === "reset") {
    const link = await openLink(deps, payload.linkId);
    return link === null ? null : { ...facts, ...tokenIn(deps, link) };
  }
  if (payload.kind !== "join_asked") return facts;
  const asking = payload.aboutId === null ? null : await readAdministrator(deps.db, payload.aboutId);
  if (asking?.state !== "waiting") return null;
  return { ...facts, about: { name: `${asking.firstName} ${asking.lastName}`, email: asking.email } };
}

const factsOfPerson = (person: Administrator): Omit<AccountMailFacts, "kind"> => ({
  to: person,
  language: person.language,
  organisationId: person.organisationId,
  founds: null,
  token: null,
  expiresAt: null,
  about: null,
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
  return {
    kind: "confirm",
    to: registration,
    language: registration.language,
    organisationId: registration.organisationId,
    founds: registration.organisationName,
    ...tokenIn(deps, link),
    about: null,
  };
}

type OpenLink = NonNullable<Awaited<ReturnType<typeof readLink>>>;

async function openLink({ db, clock }: FactsDeps, linkId: string | null): Promise<OpenLink | null> {
  const link = linkId === null ? null : await readLink(db, linkId, { isLocked: false });
  return link === null || whyNot(link, clock.now()) !== null ? null : link;
}

const tokenIn = ({ linkSecret }: FactsDeps, { linkId, purpose, expiresAt }: OpenLink) => ({
  token: tokenOfLink(linkSecret, purpose, linkId),
  expiresAt,
});
