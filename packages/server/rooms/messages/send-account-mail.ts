/** Sends one mail that belongs to no workflow, exactly once, in the language of whoever gets it. */
import type { SendAccountMailPayload } from "@siegel/contract/account-mails.ts";
import { default_brand_colour } from "@siegel/contract/brand.ts";
import { type Mail, MailUnavailable } from "../../ports/mail.ts";
import { brandingOf } from "../accounts/accounts.ts";
import {
  type AccountMailFacts,
  type Administrator,
  factsOfMail,
  factsOfPerson,
  type LinkSecret,
} from "../administrators/administrators.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { accountMessageRow, insertAccountMessage } from "./account-message-store.ts";
import { accountWords } from "./account-words.ts";
import { type DeliveryDeps, deliverMail, MessagesLeft } from "./deliver-mail.ts";
import { oneLine, unlinked } from "./mail-escape.ts";
import { layOut, type MailLook } from "./render-mail.ts";
import type { ServiceLook } from "./send-message.ts";

/** What sending needs. */
export type AccountMailDeps = DeliveryDeps & { readonly service: ServiceLook; readonly linkSecret: LinkSecret };

/** Sends the mail where there is somebody to send it to. Safe to call again and at the same time. @throws MessagesLeft when the mail server is away */
export async function sendAccountMail(deps: AccountMailDeps, payload: SendAccountMailPayload): Promise<void> {
  const { mailId, kind, administratorId, registrationId } = payload;
  if (administratorId === null && registrationId === null) return;
  const facts = await factsOfMail(deps, payload);
  // Who is gone has no row either; a mail that is true no more leaves a row that says so.
  if (!(await insertAccountMessage(deps.db, payload, deps.clock.now()))) return;
  const left = await deliverMail(deps, {
    row: accountMessageRow(mailId),
    isStillTrue: facts !== null,
    write: async () => {
      if (facts === null) throw new Error("a mail that is true no more is not written");
      return write(payload, facts, await lookOf(deps, facts));
    },
    recordEnd: async (db, { at, type, error }) => {
      const to = administratorId === null ? { registration: registrationId } : { administrator: administratorId };
      await recordEvent(db, { at, type, actor: { kind: "system" }, details: { kind, ...to, error } });
    },
  });
  if (left !== null) throw new MessagesLeft("the mail is left", { cause: left });
}

/** Sends a person a mail in their organisation's look, at once and without a job; false: the mail server did not accept it. */
export async function sendTestMail(
  deps: Pick<AccountMailDeps, "db" | "mail" | "service">,
  { person, mailId }: { readonly person: Administrator; readonly mailId: string },
): Promise<boolean> {
  const facts: AccountMailFacts = { ...factsOfPerson(person), kind: "test" };
  const mail = write({ mailId, kind: "test" }, facts, await lookOf(deps, facts));
  try {
    await deps.mail.send(mail);
    return true;
  } catch (fault) {
    if (fault instanceof MailUnavailable) return false;
    throw fault;
  }
}

type Named = { readonly mailId: string; readonly kind: AccountMailFacts["kind"] };

/** Mails that say names which a stranger to their reader has chosen: they must not become links. */
const namesStrangers: ReadonlySet<AccountMailFacts["kind"]> = new Set([
  "confirm",
  "invitation",
  "invitation_known",
  "new_email",
  "join_asked",
  "invitation_accepted",
  // A passkey may be a stranger's.
  "password_changed",
]);

function withoutLinks(facts: AccountMailFacts): AccountMailFacts {
  const { to, founds, about, passkeys } = facts;
  return {
    ...facts,
    to: { ...to, firstName: unlinked(to.firstName), lastName: unlinked(to.lastName) },
    founds: founds === null ? null : unlinked(founds),
    passkeys: passkeys.map(unlinked),
    about: about === null ? null : { ...about, name: unlinked(about.name) },
  };
}

function write(named: Named, facts: AccountMailFacts, look: MailLook): Mail {
  if (!namesStrangers.has(facts.kind)) return writeOut(named, facts, look);
  return writeOut(named, withoutLinks(facts), { ...look, organisation: unlinked(look.organisation) });
}

function writeOut({ mailId, kind }: Named, facts: AccountMailFacts, look: MailLook): Mail {
  const { inline, ...rendered } = layOut(accountWords(facts, look), look, facts.language);
  const { organisation, provider } = look;
  return {
    ...rendered,
    to: { name: oneLine(`${facts.to.firstName} ${facts.to.lastName}`).trim(), address: facts.to.email },
    fromName: oneLine(organisation === provider ? provider : `${organisation} (${provider})`),
    messageKey: `account.${kind}.${mailId}`,
    attachments: inline,
  };
}

/** Nobody's organisation: the service's own look. */
async function lookOf(
  { db, service }: Pick<AccountMailDeps, "db" | "service">,
  { organisationId }: AccountMailFacts,
): Promise<MailLook> {
  if (organisationId === null)
    return { ...service, organisation: service.provider, colour: default_brand_colour, logo: null };
  const { name: organisation, colour, logo, timeZone } = await brandingOf(db, organisationId);
  return { ...service, organisation, colour, logo, timeZone: timeZone ?? service.timeZone };
}
