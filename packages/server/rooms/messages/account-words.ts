/** The words of mails that belong to no workflow, in both languages. */

import { confirm_link_s, reset_link_s, trial_days, webhook_tried_s } from "@siegel/contract/limits.ts";
import { momentText } from "@siegel/contract/moment.ts";
import type { AccountMailFacts } from "../administrators/administrators.ts";
import { oneLine } from "./mail-escape.ts";
import type { MailWords } from "./mail-texts.ts";
import { germanFoot } from "./mail-texts-de.ts";
import { englishFoot } from "./mail-texts-en.ts";
import type { MailLook } from "./render-mail.ts";

/** What differs by kind; `at` is where the button leads, below the service's address. */
type OwnWords = Pick<MailWords, "subject" | "heading" | "paragraphs"> & {
  readonly button?: { readonly label: string; readonly at: string };
  readonly rows?: MailWords["rows"];
  readonly notes?: readonly string[];
};
type Told = { readonly facts: AccountMailFacts; readonly look: MailLook; readonly until: string };
type Phrases = Readonly<Record<AccountMailFacts["kind"], (told: Told) => OwnWords>>;

const minutes = reset_link_s / 60;
const tried_days = webhook_tried_s / 86_400;
const hours = confirm_link_s / 3_600;
const linkTo = (page: string, { token }: AccountMailFacts): string =>
  `/${page}?link=${encodeURIComponent(token ?? "")}`;

const german: Phrases = {
  reset: ({ facts, until }) => ({
    subject: "Neues Passwort wählen",
    heading: "Wählen Sie ein neues Passwort.",
    paragraphs: [
      `jemand hat für diese Adresse einen Link zu einem neuen Passwort angefordert. Waren Sie das, öffnen Sie ihn innerhalb von ${minutes} Minuten.`,
      "Waren Sie es nicht, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.",
    ],
    button: { label: "Passwort ändern", at: linkTo("reset", facts) },
    rows: [["Gültig bis", until]],
    notes: ["Der Link gilt einmal. Leiten Sie diese E-Mail nicht weiter."],
  }),
  confirm: ({ facts, look, until }) => ({
    subject: "Bestätigen Sie Ihre E-Mail-Adresse",
    heading: "Bestätigen Sie Ihre Adresse.",
    paragraphs: [
      facts.founds === null
        ? `Sie möchten ${look.organisation} beitreten. Bestätigen Sie bitte, dass diese Adresse Ihnen gehört. Danach lässt Sie jemand von dort herein.`
        : `Sie möchten die Organisation ${facts.founds} anlegen. Bestätigen Sie bitte, dass diese Adresse Ihnen gehört. Dann können Sie sich anmelden.`,
      "Haben Sie sich nicht registriert, brauchen Sie nichts zu tun: Ohne Bestätigung entsteht kein Zugang.",
    ],
    button: { label: "Adresse bestätigen", at: linkTo("confirm", facts) },
    rows: [["Gültig bis", until]],
    notes: [`Der Link gilt ${hours} Stunden und einmal.`],
  }),
  known: () => ({
    subject: "Sie haben schon einen Zugang",
    heading: "Sie haben schon einen Zugang.",
    paragraphs: [
      "jemand hat versucht, mit dieser Adresse einen neuen Zugang anzulegen. Es gibt aber schon einen, deshalb ist nichts geschehen.",
      "Waren Sie das, melden Sie sich an. Wissen Sie Ihr Passwort nicht mehr, wählen Sie auf der Seite „Passwort vergessen“. Waren Sie es nicht, brauchen Sie nichts zu tun.",
    ],
    button: { label: "Zur Anmeldung", at: "/adminLogin" },
  }),
  welcome: ({ look }) => ({
    subject: `Willkommen: ${look.organisation} ist angelegt`,
    heading: `${look.organisation} ist angelegt.`,
    paragraphs: [
      `Sie können ${trial_days} Tage lang alles ausprobieren. Danach können Sie nichts Neues mehr versenden, bis Sie eine Lizenz haben.`,
      "Legen Sie als Nächstes ein Logo fest oder erzeugen Sie einen Schlüssel für Ihr Programm.",
    ],
    button: { label: "Anmelden", at: "/adminLogin" },
  }),
  join_asked: ({ facts: { about }, look }) => ({
    subject: `${about?.name} möchte ${look.organisation} beitreten`,
    heading: "Jemand möchte beitreten.",
    paragraphs: [
      `${about?.name} kennt den Beitrittsschlüssel von ${look.organisation} und möchte dort mitarbeiten. Lassen Sie diese Person herein oder lehnen Sie ab.`,
    ],
    button: { label: "Ansehen", at: "/admin/users" },
    rows: [["E-Mail", about?.email ?? ""]],
    notes: ["Kennen Sie die Person nicht, lehnen Sie ab und erneuern Sie den Beitrittsschlüssel."],
  }),
  password_changed: () => ({
    subject: "Ihr Passwort wurde geändert",
    heading: "Ihr Passwort wurde geändert.",
    paragraphs: [
      "Ihr Passwort wurde geändert, und alle Geräte wurden abgemeldet.",
      "Waren Sie das nicht, wählen Sie sofort ein neues und sagen Sie es jemandem, der Ihre Organisation verwaltet.",
    ],
    button: { label: "Das war ich nicht", at: "/forgot" },
  }),
  webhook_failed: ({ look }) => ({
    subject: `${look.organisation}: Meldungen kommen bei Ihrem Programm nicht an`,
    heading: "Meldungen kommen nicht an.",
    paragraphs: [
      `${tried_days} Tage lang haben wir versucht, eine Meldung an den Server von ${look.organisation} zuzustellen. Er hat sie nicht angenommen, deshalb versuchen wir es mit dieser nicht weiter.`,
      "Neue Meldungen stellen wir weiter zu. Sehen Sie nach, was der Server antwortet. Läuft er wieder, holen Sie alles nach, was fehlt.",
    ],
    button: { label: "Zustellungen ansehen", at: "/admin/api" },
    notes: ["Bis der Server wieder antwortet, schreiben wir Ihnen deswegen nicht noch einmal."],
  }),
};

const english: Phrases = {
  reset: ({ facts, until }) => ({
    subject: "Choose a new password",
    heading: "Choose a new password.",
    paragraphs: [
      `Someone asked for a link to a new password for this address. If it was you, open it within ${minutes} minutes.`,
      "If it was not you, there is nothing to do: your password stays as it is.",
    ],
    button: { label: "Change password", at: linkTo("reset", facts) },
    rows: [["Valid until", until]],
    notes: ["The link works once. Please do not forward this e-mail."],
  }),
  confirm: ({ facts, look, until }) => ({
    subject: "Confirm your e-mail address",
    heading: "Confirm your address.",
    paragraphs: [
      facts.founds === null
        ? `You would like to join ${look.organisation}. Please confirm that this address is yours. Then somebody there lets you in.`
        : `You would like to create the organisation ${facts.founds}. Please confirm that this address is yours. Then you can log in.`,
      "If you did not register, there is nothing to do: no account is made without it.",
    ],
    button: { label: "Confirm address", at: linkTo("confirm", facts) },
    rows: [["Valid until", until]],
    notes: [`The link is valid for ${hours} hours and works once.`],
  }),
  known: () => ({
    subject: "You already have an account",
    heading: "You already have an account.",
    paragraphs: [
      "Someone tried to create a new account with this address. There is one already, so nothing has happened.",
      "If it was you, log in. If you do not know your password any more, choose “Forgot password” on that page. If it was not you, there is nothing to do.",
    ],
    button: { label: "Log in", at: "/adminLogin" },
  }),
  welcome: ({ look }) => ({
    subject: `Welcome: ${look.organisation} is ready`,
    heading: `${look.organisation} is ready.`,
    paragraphs: [
      `You can try everything for ${trial_days} days. After that you cannot send anything new until you have a licence.`,
      "Next, set a logo or make a key for your program.",
    ],
    button: { label: "Log in", at: "/adminLogin" },
  }),
  join_asked: ({ facts: { about }, look }) => ({
    subject: `${about?.name} would like to join ${look.organisation}`,
    heading: "Someone would like to join.",
    paragraphs: [
      `${about?.name} knows the join key of ${look.organisation} and would like to work there. Let this person in, or refuse.`,
    ],
    button: { label: "Have a look", at: "/admin/users" },
    rows: [["E-mail", about?.email ?? ""]],
    notes: ["If you do not know this person, refuse, and renew the join key."],
  }),
  password_changed: () => ({
    subject: "Your password was changed",
    heading: "Your password was changed.",
    paragraphs: [
      "Your password was changed, and all devices were logged out.",
      "If it was not you, choose a new one at once and tell an administrator of your organisation.",
    ],
    button: { label: "It was not me", at: "/forgot" },
  }),
  webhook_failed: ({ look }) => ({
    subject: `${look.organisation}: events do not reach your program`,
    heading: "Events do not arrive.",
    paragraphs: [
      `For ${tried_days} days we tried to deliver an event to the server of ${look.organisation}. It did not take it, so we have stopped trying this one.`,
      "We go on delivering new events. Please look at what the server answers. When it works again, have everything sent that is missing.",
    ],
    button: { label: "See deliveries", at: "/admin/api" },
    notes: ["We will not write to you about this again until the server has answered."],
  }),
};

/** The words of a mail, in the language of whoever gets it. */
export function accountWords(facts: AccountMailFacts, look: MailLook): MailWords {
  const isGerman = facts.language === "de";
  const { timeZone: zone } = look;
  const until =
    facts.expiresAt === null ? "" : momentText(facts.expiresAt, { language: facts.language, zone, weekday: true });
  const { button, rows = [], notes = [], ...own } = (isGerman ? german : english)[facts.kind]({ facts, look, until });
  const name = oneLine(`${facts.to.firstName} ${facts.to.lastName}`);
  return {
    ...own,
    preview: null,
    greeting: isGerman ? `Guten Tag ${name},` : `Dear ${name},`,
    rows,
    steps: null,
    quote: null,
    button: button === undefined ? null : { label: button.label, url: new URL(button.at, look.publicUrl).toString() },
    notes,
    contact: null,
    ...(isGerman ? germanFoot : englishFoot),
  };
}
