/** The mail to the holder of a certificate that was revoked. */
import type { SendRevocationMailPayload } from "@siegel/contract/account-mails.ts";
import type { Language } from "@siegel/contract/limits.ts";
import { momentText } from "@siegel/contract/moment.ts";
import { readAdministrator } from "../administrators/administrators.ts";
import { revocationOf } from "../authority/authority.ts";
import { holderOf } from "../certificates/certificates.ts";
import { type AccountMailDeps, type OwnWords, sendOwnMail } from "../messages/messages.ts";

/** What sending takes. */
export type RevocationMailDeps = Omit<AccountMailDeps, "linkSecret">;

/**
 * Sends it, unless the certificate or the administrator is forgotten. Safe to call again.
 * @throws MessagesLeft when the mail server is away
 */
export async function sendRevocationMail(
  deps: RevocationMailDeps,
  { mailId, certificateId, administratorId, ...payload }: SendRevocationMailPayload,
): Promise<void> {
  const { db, service } = deps;
  const named = { mailId, kind: "certificate_revoked", about: certificateId };
  const holder = await holderOf(db, certificateId);
  const revocation = holder === null ? null : await revocationOf(db, holder);
  const person = administratorId === undefined ? null : await readAdministrator(db, administratorId);
  const to = person ?? (holder === null ? null : { firstName: holder.name, lastName: "", email: holder.email });
  if (holder === null || to === null || to.email === "" || revocation === null)
    return await sendOwnMail(deps, named, null);
  const language = person?.language ?? payload.language;
  const words = (person === null ? says : saysOfSeal)[language]({
    name: holder.name,
    serial: holder.serial.toUpperCase().replace(/(..)(?=.)/g, "$1:"),
    at: momentText(revocation.at, { language, zone: service.timeZone, weekday: true }),
    isReplaced: revocation.reason === "superseded",
    tellUs:
      service.contactEmail ?? { de: "die Adresse steht im Impressum", en: "the address is in the imprint" }[language],
  });
  await sendOwnMail(deps, named, { to, language, words });
}

type Facts = {
  readonly name: string;
  readonly serial: string;
  readonly at: string;
  readonly isReplaced: boolean;
  readonly tellUs: string;
};

const says: Readonly<Record<Language, (facts: Facts) => OwnWords>> = {
  de: ({ serial, at, isReplaced, tellUs }) => ({
    subject: "Ihr Zertifikat ist gesperrt",
    heading: "Ihr Zertifikat ist gesperrt.",
    paragraphs: [
      isReplaced
        ? "Sie haben ein neues Zertifikat. Das frühere ist gesperrt, und seinen Schlüssel löschen wir."
        : "Ab sofort unterschreibt niemand mehr damit. Seinen Schlüssel löschen wir. Eine Sperrung lässt sich nicht aufheben.",
      "Was Sie vorher unterschrieben haben, bleibt gültig.",
      `Wenn Sie das nicht wollten, sagen Sie sofort Bescheid: ${tellUs}.`,
    ],
    rows: [
      ["Seriennummer", serial],
      ["Gesperrt seit", at],
    ],
  }),
  en: ({ serial, at, isReplaced, tellUs }) => ({
    subject: "Your certificate is revoked",
    heading: "Your certificate is revoked.",
    paragraphs: [
      isReplaced
        ? "You have a new certificate. The earlier one is revoked, and we delete its key."
        : "From now on nobody can sign with it. We delete its key. A revocation cannot be undone.",
      "What you signed before stays valid.",
      `If you did not want this, tell us at once: ${tellUs}.`,
    ],
    rows: [
      ["Serial number", serial],
      ["Revoked since", at],
    ],
  }),
};

const saysOfSeal: Readonly<Record<Language, (facts: Facts) => OwnWords>> = {
  de: ({ name, serial, at, tellUs }) => ({
    subject: `Ein Siegelzertifikat von ${name} ist gesperrt`,
    heading: `Ein Siegelzertifikat von ${name} ist gesperrt.`,
    paragraphs: [
      "Ab sofort wird nichts mehr damit gesiegelt. Seinen Schlüssel löschen wir. Eine Sperrung lässt sich nicht aufheben.",
      "Was vorher gesiegelt wurde, bleibt gültig. Mit dem nächsten Siegel wird ein neues Zertifikat ausgestellt, solange die Organisation geprüft ist.",
      `Wenn Sie das nicht erwartet haben, sagen Sie sofort Bescheid: ${tellUs}.`,
    ],
    rows: [
      ["Seriennummer", serial],
      ["Gesperrt seit", at],
    ],
  }),
  en: ({ name, serial, at, tellUs }) => ({
    subject: `A seal certificate of ${name} is revoked`,
    heading: `A seal certificate of ${name} is revoked.`,
    paragraphs: [
      "From now on nothing is sealed with it. We delete its key. A revocation cannot be undone.",
      "What was sealed before stays valid. With the next seal a new certificate is issued, as long as the organisation is verified.",
      `If you did not expect this, tell us at once: ${tellUs}.`,
    ],
    rows: [
      ["Serial number", serial],
      ["Revoked since", at],
    ],
  }),
};
