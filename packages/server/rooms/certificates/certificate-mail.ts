/** The mail to somebody who got a certificate after an identification: it is ready, and its link proves that the mailbox is theirs. */
import type { SendCertificateMailPayload } from "@siegel/contract/account-mails.ts";
import type { Language } from "@siegel/contract/limits.ts";
import { momentText } from "@siegel/contract/moment.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import { type IdentitySecret, mailboxLink } from "../identity-proofing/identity-proofing.ts";
import { type AccountMailDeps, type OwnWords, sendOwnMail } from "../messages/messages.ts";
import { loadSigner } from "../workflows/workflows.ts";
import { readCertificate } from "./certificates-store.ts";
import { readMailbox } from "./mailbox-store.ts";

/** What sending takes. */
export type CertificateMailDeps = Omit<AccountMailDeps, "linkSecret"> & { readonly identitySecret: IdentitySecret };

/** Sends the mail, unless the mailbox is proven, or the certificate replaced. Safe to call again. @throws MessagesLeft when the mail server is away */
export async function sendCertificateMail(
  deps: CertificateMailDeps,
  { mailId, certificateId, workflowId, signerId, hasSigned }: SendCertificateMailPayload,
): Promise<void> {
  const { db, identitySecret, service } = deps;
  const named = { mailId, kind: "certificate_made", about: certificateId };
  const link = mailboxLink(identitySecret, certificateId);
  const context = await loadSigner(db, workflowId, signerId);
  const mailbox = await readMailbox(db, link.hash);
  if (context === null || mailbox === null || mailbox.isProven) return await sendOwnMail(deps, named, null);
  const { firstName, lastName, email, language, type } = context.signer;
  const { notAfter } = await readCertificate(db, certificateId);
  const words = (hasSigned ? madeSays : approvedSays)[language]({
    at: `/certificate/${link.secret}`,
    seals: isSeal(type),
    until: momentText(notAfter, { language, zone: service.timeZone, weekday: true }),
    tellUs:
      service.contactEmail ?? { de: "die Adresse steht im Impressum", en: "the address is in the imprint" }[language],
  });
  await sendOwnMail(deps, named, { to: { firstName, lastName, email }, language, words });
}

type Facts = { readonly at: string; readonly seals: boolean; readonly until: string; readonly tellUs: string };

const madeSays: Readonly<Record<Language, (facts: Facts) => OwnWords>> = {
  de: ({ at, seals, until, tellUs }) => ({
    subject: "Ihr Zertifikat ist ausgestellt",
    heading: "Ihr Zertifikat ist ausgestellt.",
    paragraphs: [
      `Sie haben sich ausgewiesen und mit dem neuen Zertifikat ${seals ? "gesiegelt" : "unterschrieben"}. Bestätigen Sie noch, dass diese E-Mail-Adresse Ihre ist: Dann können Sie mit dem Zertifikat auch anderes ${seals ? "siegeln" : "unterschreiben"}. Bis dahin gilt es nur für diesen einen Vorgang.`,
      "Das Passwort kennen nur Sie. Es lässt sich nicht zurücksetzen, auch nicht von uns.",
      `Wenn Sie das nicht waren, öffnen Sie den Link nicht und sagen Sie sofort Bescheid: ${tellUs}.`,
    ],
    button: { label: "E-Mail-Adresse bestätigen", at },
    rows: [["Zertifikat gültig bis", until]],
    notes: ["Bitte leiten Sie diese E-Mail nicht weiter."],
  }),
  en: ({ at, seals, until, tellUs }) => ({
    subject: "Your certificate is issued",
    heading: "Your certificate is issued.",
    paragraphs: [
      `You identified yourself and ${seals ? "sealed" : "signed"} with your new certificate. Please confirm that this e-mail address is yours: then you can ${seals ? "seal" : "sign"} other things with it too. Until then it counts for this one workflow only.`,
      "Only you know the password. It cannot be reset, not even by us.",
      `If it was not you, do not open the link, and tell us at once: ${tellUs}.`,
    ],
    button: { label: "Confirm e-mail address", at },
    rows: [["Certificate valid until", until]],
    notes: ["Please do not forward this e-mail."],
  }),
};

/** After an operator compared the names: the certificate is there, and the document is still to be signed. */
const approvedSays: Readonly<Record<Language, (facts: Facts) => OwnWords>> = {
  de: ({ at, seals, until, tellUs }) => ({
    subject: `Sie können jetzt ${seals ? "siegeln" : "unterschreiben"}`,
    heading: `Sie können jetzt ${seals ? "siegeln" : "unterschreiben"}.`,
    paragraphs: [
      "Wir haben Ihren Ausweis mit der Einladung verglichen und Ihr Zertifikat ausgestellt.",
      `Der Knopf führt zuerst zur Bestätigung, dass diese E-Mail-Adresse Ihre ist, und dann zu den Dokumenten. Dort ${seals ? "siegeln" : "unterschreiben"} Sie mit dem Passwort, das Sie gewählt haben, und einem Code auf Ihr Telefon. Ausweisen müssen Sie sich nicht noch einmal.`,
      `Wenn Sie das nicht waren, öffnen Sie den Link nicht und sagen Sie sofort Bescheid: ${tellUs}.`,
    ],
    button: { label: `Weiter zum ${seals ? "Siegeln" : "Unterschreiben"}`, at },
    rows: [["Zertifikat gültig bis", until]],
    notes: ["Bitte leiten Sie diese E-Mail nicht weiter."],
  }),
  en: ({ at, seals, until, tellUs }) => ({
    subject: `You can ${seals ? "seal" : "sign"} now`,
    heading: `You can ${seals ? "seal" : "sign"} now.`,
    paragraphs: [
      "We compared your document with the invitation and issued your certificate.",
      `The button first leads to where you confirm that this e-mail address is yours, and then to the documents. There you ${seals ? "seal" : "sign"} with the password that you chose and a code to your phone. You need not identify yourself again.`,
      `If it was not you, do not open the link, and tell us at once: ${tellUs}.`,
    ],
    button: { label: `Go on to ${seals ? "seal" : "sign"}`, at },
    rows: [["Certificate valid until", until]],
    notes: ["Please do not forward this e-mail."],
  }),
};
