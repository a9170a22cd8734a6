/** The words of mails about the end of a trial and about limits, in both languages. */
import type { AccountPhrases } from "./account-phrases.ts";
import type { MailLook } from "./render-mail.ts";

type LicencePhrases = Pick<AccountPhrases, "trial_warning" | "usage_warning">;

const germanClasses = {
  ses: "einfachen Unterschriften",
  aes: "fortgeschrittenen Unterschriften",
  qes: "qualifizierten Unterschriften",
} as const;
const englishClasses = { ses: "simple signatures", aes: "advanced signatures", qes: "qualified signatures" } as const;

const germanContact = ({ provider, contactEmail }: MailLook): string =>
  `${provider} (${contactEmail ?? "die Adresse steht im Impressum"})`;
const englishContact = ({ provider, contactEmail }: MailLook): string =>
  `${provider} (${contactEmail ?? "the address is in the imprint"})`;

/** In German. */
export const germanLicenceWords: LicencePhrases = {
  trial_warning: ({ look, until }) => ({
    subject: `Die Testzeit von ${look.organisation} endet bald`,
    heading: "Ihre Testzeit endet bald.",
    paragraphs: [
      `die Testzeit von ${look.organisation} endet am ${until}. Offene Vorgänge werden dann beendet, und wir sagen es den Unterzeichnenden. Unterschriebene Dokumente lassen sich danach noch 24 Stunden über die Links der Unterzeichnenden herunterladen. Dann löschen wir die Organisation mit allen Daten.`,
      `Möchten Sie bleiben, schreiben Sie vorher an ${germanContact(look)}. Mit einer Lizenz bleibt alles, wie es ist.`,
    ],
    button: { label: "Anmelden", at: "/adminLogin" },
    rows: [["Ende der Testzeit", until]],
    notes: ["Laden Sie bis dahin herunter, was Sie behalten möchten."],
  }),
  usage_warning: ({ facts: { usage }, look }) => ({
    subject: `${usage?.percent} % der ${usage === null ? "" : germanClasses[usage.signatureClass]} sind vergeben`,
    heading: `${usage?.percent} % sind vergeben.`,
    paragraphs: [
      `${look.organisation} hat mindestens ${usage?.percent} % der ${usage === null ? "" : germanClasses[usage.signatureClass]} benutzt oder für laufende Vorgänge reserviert. Ist alles vergeben, lassen sich keine neuen Vorgänge dieser Art versenden. Laufende gehen weiter.`,
      `Brauchen Sie mehr, schreiben Sie an ${germanContact(look)}.`,
    ],
    button: { label: "Ansehen", at: "/admin/tokens" },
    rows: [["Vergeben", `${usage?.taken.toLocaleString("de-DE")} von ${usage?.limit.toLocaleString("de-DE")}`]],
  }),
};

/** In English. */
export const englishLicenceWords: LicencePhrases = {
  trial_warning: ({ look, until }) => ({
    subject: `The trial of ${look.organisation} ends soon`,
    heading: "Your trial ends soon.",
    paragraphs: [
      `The trial of ${look.organisation} ends on ${until}. Open workflows end then, and we tell their signers. Signed documents can be downloaded for another 24 hours through the links of the signers. Then we delete the organisation with all its data.`,
      `If you would like to stay, write to ${englishContact(look)} before that. With a licence everything stays as it is.`,
    ],
    button: { label: "Log in", at: "/adminLogin" },
    rows: [["End of the trial", until]],
    notes: ["Please download what you would like to keep."],
  }),
  usage_warning: ({ facts: { usage }, look }) => ({
    subject: `${usage?.percent}% of the ${usage === null ? "" : englishClasses[usage.signatureClass]} are taken`,
    heading: `${usage?.percent}% are taken.`,
    paragraphs: [
      `${look.organisation} has used at least ${usage?.percent}% of its ${usage === null ? "" : englishClasses[usage.signatureClass]} or reserved them for open workflows. When all are taken, no new workflow of this kind can be sent. Open ones go on.`,
      `If you need more, write to ${englishContact(look)}.`,
    ],
    button: { label: "Have a look", at: "/admin/tokens" },
    rows: [["Taken", `${usage?.taken.toLocaleString("en-GB")} of ${usage?.limit.toLocaleString("en-GB")}`]],
  }),
};
