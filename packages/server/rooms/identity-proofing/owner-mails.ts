/** The mails to an owner whose name was doubtful: the way back, or why not. */
import type { Language } from "@siegel/contract/limits.ts";
import { momentText } from "@siegel/contract/moment.ts";
import type { OwnersPurpose } from "@siegel/contract/owners-purposes.ts";
import { type AccountMailDeps, type OwnWords, sendOwnMail } from "../messages/messages.ts";
import { openHolder } from "./check-secrets.ts";
import { type OwnersCheck, readCheck } from "./checks-store.ts";
import type { IdentitySecret } from "./identity-data.ts";
import { approved_link_s, approvedLinkOf } from "./owners-check.ts";

/** What sending takes. */
type Deps = Omit<AccountMailDeps, "linkSecret"> & { readonly identitySecret: IdentitySecret };

/** Whom to write to. */
export const contactOf = ({ contactEmail }: Deps["service"], language: Language): string =>
  contactEmail ?? { de: "die Adresse steht im Impressum", en: "the address is in the imprint" }[language];

/** Sends the way back, while it is good. Safe to call again. @throws MessagesLeft when the mail server is away */
export async function sendApproval(
  deps: Deps,
  { mailId, checkId }: { readonly mailId: string; readonly checkId: string },
): Promise<void> {
  const { db, clock, identitySecret, service } = deps;
  const named = { mailId, kind: "owner_approved", about: checkId };
  const check = await readCheck(db, checkId);
  const isOpen = check !== null && check.purpose !== "sign" && check.state === "succeeded" && check.usedAt === null;
  const until = check?.endedAt == null ? null : new Date(check.endedAt.getTime() + approved_link_s * 1_000);
  if (!isOpen || until === null || until <= clock.now()) return await sendOwnMail(deps, named, null);
  const { language } = check;
  const words = approved[language]({
    next: nexts[language][check.purpose],
    at: `/nect/${check.about.holderId}?code=${approvedLinkOf(identitySecret, checkId)}`,
    until: momentText(until, { language, zone: service.timeZone, weekday: true }),
    tellUs: contactOf(service, language),
  });
  await sendOwnMail(deps, named, { to: openHolder(identitySecret, check), language, words });
}

/** Sends the reason of a rejection. Safe to call again. @throws MessagesLeft when the mail server is away */
export async function sendOwnersRejection(
  deps: Deps,
  check: OwnersCheck,
  { mailId, reason }: { readonly mailId: string; readonly reason: string },
): Promise<void> {
  const { language } = check;
  const words = rejected[language]({ reason, tellUs: contactOf(deps.service, language) });
  const to = openHolder(deps.identitySecret, check);
  await sendOwnMail(deps, { mailId, kind: "ident_rejected", about: check.checkId }, { to, language, words });
}

/** The subject, and what is still to be done. */
type Next = readonly [subject: string, lead: string];

const nexts: Readonly<Record<Language, Readonly<Record<OwnersPurpose, Next>>>> = {
  de: {
    revoke: ["Noch ein Schritt, dann ist Ihr Zertifikat gesperrt", "Noch ist nichts gesperrt: Das tun Sie selbst."],
    change_phone: ["Jetzt können Sie Ihre neue Nummer angeben", "Noch ist nichts geändert."],
    change_password: ["Jetzt können Sie Ihr neues Passwort wählen", "Noch ist nichts geändert."],
  },
  en: {
    revoke: ["One more step, and your certificate is revoked", "Nothing is revoked yet: you do that yourself."],
    change_phone: ["Now you can give your new number", "Nothing is changed yet."],
    change_password: ["Now you can choose your new password", "Nothing is changed yet."],
  },
};

const approved: Readonly<
  Record<
    Language,
    (facts: { readonly at: string; readonly next: Next; readonly until: string; readonly tellUs: string }) => OwnWords
  >
> = {
  de: ({ at, next: [subject, lead], until, tellUs }) => ({
    subject,
    heading: `${subject}.`,
    paragraphs: [
      `Wir haben Ihren Ausweis mit Ihrem Zertifikat verglichen. Sie müssen sich nicht noch einmal ausweisen. ${lead}`,
      "Öffnen Sie den Link dort, wo Sie weitermachen möchten. Dann haben Sie eine halbe Stunde Zeit.",
      `Wenn Sie das nicht waren, öffnen Sie den Link nicht und sagen Sie sofort Bescheid: ${tellUs}.`,
    ],
    button: { label: "Weitermachen", at },
    rows: [["Link gültig bis", until]],
    notes: ["Bitte leiten Sie diese E-Mail nicht weiter."],
  }),
  en: ({ at, next: [subject, lead], until, tellUs }) => ({
    subject,
    heading: `${subject}.`,
    paragraphs: [
      `We compared your document with your certificate. You need not identify yourself again. ${lead}`,
      "Open the link where you want to go on. Then you have half an hour.",
      `If it was not you, do not open the link, and tell us at once: ${tellUs}.`,
    ],
    button: { label: "Go on", at },
    rows: [["Link valid until", until]],
    notes: ["Please do not forward this e-mail."],
  }),
};

const rejected: Readonly<Record<Language, (facts: { readonly reason: string; readonly tellUs: string }) => OwnWords>> =
  {
    de: ({ reason, tellUs }) => ({
      subject: "An Ihrem Zertifikat wurde nichts geändert",
      heading: "An Ihrem Zertifikat wurde nichts geändert.",
      paragraphs: [
        "Jemand hat sich für Ihr Zertifikat ausgewiesen. Wir haben den Ausweis damit verglichen. Unsere Antwort:",
        `„${reason}“`,
        "Ihr Zertifikat, Ihr Passwort und Ihre Telefonnummer sind wie vorher.",
        `Fragen beantworten wir gern, und wenn Sie das nicht waren, sagen Sie Bescheid: ${tellUs}.`,
      ],
    }),
    en: ({ reason, tellUs }) => ({
      subject: "Nothing was changed about your certificate",
      heading: "Nothing was changed about your certificate.",
      paragraphs: [
        "A person proved who they are for your certificate. We compared their document with it. Our answer:",
        `“${reason}”`,
        "Your certificate, password and phone number are as before.",
        `If you have questions, or if it was not you, tell us: ${tellUs}.`,
      ],
    }),
  };
