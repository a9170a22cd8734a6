/** The words of mails that belong to no workflow, in both languages. */

import { confirm_link_s, invitation_link_s, reset_link_s, trial_days } from "@siegel/contract/limits.ts";
import { momentText } from "@siegel/contract/moment.ts";
import type { AccountMailFacts } from "../administrators/administrators.ts";
import type { AccountPhrases as Phrases } from "./account-phrases.ts";
import { englishLicenceWords, germanLicenceWords } from "./licence-words.ts";
import { oneLine } from "./mail-escape.ts";
import type { MailWords } from "./mail-texts.ts";
import { germanFoot } from "./mail-texts-de.ts";
import { englishFoot } from "./mail-texts-en.ts";
import type { MailLook } from "./render-mail.ts";

const minutes = reset_link_s / 60;
const hours = confirm_link_s / 3_600;
const invitationHours = invitation_link_s / 3_600;
const linkTo = (page: string, { token }: AccountMailFacts): string =>
  `/${page}?link=${encodeURIComponent(token ?? "")}`;

const german: Phrases = {
  ...germanLicenceWords,
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
      `Sie können ${trial_days} Tage lang alles ausprobieren. Danach löschen wir die Organisation und ihre Daten, wenn Sie sich nicht für eine Lizenz entscheiden. Wir erinnern Sie vorher.`,
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
  invitation: ({ facts, look, until }) => ({
    subject: `Einladung zu ${look.organisation}`,
    heading: `${look.organisation} lädt Sie ein.`,
    paragraphs: [
      `${facts.about?.name ?? look.organisation} hat Ihnen einen Zugang eingerichtet. ${facts.administers ? "Damit verwalten Sie, wer Dokumente versendet und wie sie aussehen." : "Damit können Sie sich anmelden."} Wählen Sie nur noch ein Passwort.`,
      "Kennen Sie die Organisation nicht, brauchen Sie nichts zu tun: Ohne Sie entsteht kein Zugang.",
    ],
    button: { label: "Einladung annehmen", at: linkTo("invitation", facts) },
    rows: [["Gültig bis", until]],
    notes: [`Der Link gilt ${invitationHours} Stunden, einmal und nur für diese Adresse.`],
  }),
  invitation_known: ({ facts, look }) => ({
    subject: `Einladung zu ${look.organisation}`,
    heading: "Zu dieser Adresse gibt es schon einen Zugang.",
    paragraphs: [
      `${facts.about?.name ?? look.organisation} möchte Sie zu ${look.organisation} einladen. Eine Adresse kann aber nur zu einer Organisation gehören, und diese gehört schon zu einer.`,
      "Möchten Sie dort mitarbeiten, nennen Sie eine andere Adresse. Sonst brauchen Sie nichts zu tun.",
    ],
  }),
  invitation_accepted: ({ facts: { about }, look }) => ({
    subject: `${about?.name} ist jetzt dabei`,
    heading: `${about?.name} ist jetzt dabei.`,
    paragraphs: [`${about?.name} hat Ihre Einladung zu ${look.organisation} angenommen.`],
    button: { label: "Ansehen", at: "/admin/users" },
    rows: [["E-Mail", about?.email ?? ""]],
  }),
  join_approved: ({ look }) => ({
    subject: `Willkommen bei ${look.organisation}`,
    heading: "Sie sind dabei.",
    paragraphs: [
      `Jemand, der ${look.organisation} verwaltet, hat Sie hereingelassen. Melden Sie sich mit dem Passwort an, das Sie gewählt haben.`,
    ],
    button: { label: "Anmelden", at: "/adminLogin" },
  }),
  join_refused: ({ look }) => ({
    subject: `Ihr Antrag bei ${look.organisation}`,
    heading: "Ihr Antrag wurde abgelehnt.",
    paragraphs: [
      `Sie wollten ${look.organisation} beitreten. Jemand, der dort verwaltet, hat das abgelehnt. Ihre Angaben löschen wir.`,
      "Halten Sie das für ein Versehen, fragen Sie die Person, die Ihnen den Beitrittsschlüssel gab.",
    ],
  }),
  role_changed: ({ facts, look }) => ({
    subject: "Ihre Rolle wurde geändert",
    heading: "Ihre Rolle wurde geändert.",
    paragraphs: [
      facts.administers
        ? `Sie können jetzt alles verwalten, was zu ${look.organisation} gehört. Melden Sie sich dazu neu an.`
        : `Sie gehören weiter zu ${look.organisation}, können dort aber nichts mehr verwalten. Wenn Sie das brauchen, fragen Sie jemanden, der verwaltet.`,
    ],
    button: { label: "Anmelden", at: "/adminLogin" },
  }),
  disabled: ({ look }) => ({
    subject: "Ihr Zugang wurde abgeschaltet",
    heading: "Ihr Zugang wurde abgeschaltet.",
    paragraphs: [
      `Jemand, der ${look.organisation} verwaltet, hat Ihren Zugang abgeschaltet. Sie können sich dort nicht mehr anmelden. Vorgänge, die Sie unterschreiben sollen, unterschreiben Sie weiter mit dem Link aus der Einladung.`,
      "Ist das ein Versehen, fragen Sie dort nach.",
    ],
  }),
  new_email: ({ facts, until }) => ({
    subject: "Bestätigen Sie Ihre neue Adresse",
    heading: "Bestätigen Sie Ihre neue Adresse.",
    paragraphs: [
      "Sie möchten sich künftig mit dieser Adresse anmelden. Bestätigen Sie bitte, dass sie Ihnen gehört. Bis dahin gilt die alte.",
      "Waren Sie das nicht, brauchen Sie nichts zu tun.",
    ],
    button: { label: "Adresse bestätigen", at: linkTo("new-email", facts) },
    rows: [["Gültig bis", until]],
    notes: [`Der Link gilt ${hours} Stunden und einmal.`],
  }),
  email_asked: ({ facts: { about } }) => ({
    subject: "Ihre Adresse soll geändert werden",
    heading: "Ihre Adresse soll geändert werden.",
    paragraphs: [
      "Jemand, der Ihr Passwort kennt, möchte für Ihren Zugang künftig eine andere Adresse. Sobald sie bestätigt ist, melden Sie sich mit ihr an.",
      "Waren Sie das nicht, wählen Sie sofort ein neues Passwort: Damit endet auch diese Änderung.",
    ],
    button: { label: "Das war ich nicht", at: "/forgot" },
    rows: [["Neue Adresse", about?.email ?? ""]],
  }),
  factor_set: () => ({
    subject: "Ihr zweiter Faktor ist eingerichtet",
    heading: "Ihr zweiter Faktor ist eingerichtet.",
    paragraphs: [
      "Von jetzt an fragt die Anmeldung nach dem Code aus Ihrer Authenticator-App. Heben Sie die Wiederherstellungscodes auf: Jeder ersetzt die App einmal.",
      "Waren Sie das nicht, wählen Sie sofort ein neues Passwort und sagen Sie es jemandem, der Ihre Organisation verwaltet.",
    ],
    button: { label: "Das war ich nicht", at: "/forgot" },
  }),
  factor_removed: () => ({
    subject: "Ihr zweiter Faktor wurde entfernt",
    heading: "Ihr zweiter Faktor wurde entfernt.",
    paragraphs: [
      "Die Anmeldung fragt nur noch nach dem Passwort. Richten Sie die App unter „Konto“ neu ein, wenn Sie wieder eine haben.",
      "Wissen Sie davon nichts, wählen Sie sofort ein neues Passwort und sagen Sie es jemandem, der Ihre Organisation verwaltet.",
    ],
    button: { label: "Das war ich nicht", at: "/forgot" },
  }),
  recovery_used: () => ({
    subject: "Ein Wiederherstellungscode wurde benutzt",
    heading: "Ein Wiederherstellungscode wurde benutzt.",
    paragraphs: [
      "Jemand hat sich mit Ihrem Passwort und einem Ihrer Wiederherstellungscodes angemeldet. Dieser Code gilt nicht mehr.",
      "Waren Sie das nicht, wählen Sie sofort ein neues Passwort und erstellen Sie unter „Konto“ neue Codes.",
    ],
    button: { label: "Das war ich nicht", at: "/forgot" },
  }),
};

const english: Phrases = {
  ...englishLicenceWords,
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
      `You can try everything for ${trial_days} days. After that we delete the organisation and its data unless you choose a licence. We remind you before.`,
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
  invitation: ({ facts, look, until }) => ({
    subject: `Invitation to ${look.organisation}`,
    heading: `${look.organisation} invites you.`,
    paragraphs: [
      `${facts.about?.name ?? look.organisation} has prepared an account for you. ${facts.administers ? "With it you manage who sends documents and how they look." : "With it you can log in."} All you need to do is choose a password.`,
      "If you do not know the organisation, there is nothing to do: no account is made without you.",
    ],
    button: { label: "Accept the invitation", at: linkTo("invitation", facts) },
    rows: [["Valid until", until]],
    notes: [`The link is valid for ${invitationHours} hours, works once, and for this address only.`],
  }),
  invitation_known: ({ facts, look }) => ({
    subject: `Invitation to ${look.organisation}`,
    heading: "This address has an account already.",
    paragraphs: [
      `${facts.about?.name ?? look.organisation} would like to invite you to ${look.organisation}. But an address can belong to one organisation only, and this one belongs to another.`,
      "If you would like to work there, give them another address. Otherwise there is nothing to do.",
    ],
  }),
  invitation_accepted: ({ facts: { about }, look }) => ({
    subject: `${about?.name} has joined`,
    heading: `${about?.name} has joined.`,
    paragraphs: [`${about?.name} has accepted your invitation to ${look.organisation}.`],
    button: { label: "Have a look", at: "/admin/users" },
    rows: [["E-mail", about?.email ?? ""]],
  }),
  join_approved: ({ look }) => ({
    subject: `Welcome to ${look.organisation}`,
    heading: "You are in.",
    paragraphs: [`An administrator of ${look.organisation} has let you in. Log in with the password that you chose.`],
    button: { label: "Log in", at: "/adminLogin" },
  }),
  join_refused: ({ look }) => ({
    subject: `Your request to join ${look.organisation}`,
    heading: "Your request was refused.",
    paragraphs: [
      `You asked to join ${look.organisation}. An administrator there has refused. We delete what you entered.`,
      "If you think that this is a mistake, ask the person who gave you the join key.",
    ],
  }),
  role_changed: ({ facts, look }) => ({
    subject: "Your role was changed",
    heading: "Your role was changed.",
    paragraphs: [
      facts.administers
        ? `You can now manage everything that belongs to ${look.organisation}. Log in again to do so.`
        : `You still belong to ${look.organisation}, but cannot manage anything there any more. If you need to, ask an administrator.`,
    ],
    button: { label: "Log in", at: "/adminLogin" },
  }),
  disabled: ({ look }) => ({
    subject: "Your account was switched off",
    heading: "Your account was switched off.",
    paragraphs: [
      `An administrator of ${look.organisation} has switched your account off. You cannot log in there any more. What you are asked to sign, you still sign with the link in the invitation.`,
      "If that is a mistake, ask there.",
    ],
  }),
  new_email: ({ facts, until }) => ({
    subject: "Confirm your new address",
    heading: "Confirm your new address.",
    paragraphs: [
      "You would like to log in with this address from now on. Please confirm that it is yours. Until then the old one counts.",
      "If it was not you, there is nothing to do.",
    ],
    button: { label: "Confirm address", at: linkTo("new-email", facts) },
    rows: [["Valid until", until]],
    notes: [`The link is valid for ${hours} hours and works once.`],
  }),
  email_asked: ({ facts: { about } }) => ({
    subject: "Your address is about to change",
    heading: "Your address is about to change.",
    paragraphs: [
      "Someone who knows your password would like another address for your account. Once it is confirmed, you log in with it.",
      "If it was not you, choose a new password at once: that ends this change, too.",
    ],
    button: { label: "It was not me", at: "/forgot" },
    rows: [["New address", about?.email ?? ""]],
  }),
  factor_set: () => ({
    subject: "Your second factor is set up",
    heading: "Your second factor is set up.",
    paragraphs: [
      "From now on the login asks for the code of your authenticator app. Keep the recovery codes: each replaces the app once.",
      "If it was not you, choose a new password at once and tell an administrator of your organisation.",
    ],
    button: { label: "It was not me", at: "/forgot" },
  }),
  factor_removed: () => ({
    subject: "Your second factor was removed",
    heading: "Your second factor was removed.",
    paragraphs: [
      "The login asks for the password alone. Set the app up again under “Account” when you have one.",
      "If you know nothing about it, choose a new password at once and tell an administrator of your organisation.",
    ],
    button: { label: "It was not me", at: "/forgot" },
  }),
  recovery_used: () => ({
    subject: "A recovery code was used",
    heading: "A recovery code was used.",
    paragraphs: [
      "Someone has logged in with your password and one of your recovery codes. This code does nothing any more.",
      "If it was not you, choose a new password at once and make new codes under “Account”.",
    ],
    button: { label: "It was not me", at: "/forgot" },
  }),
};

/** The words of a mail, in the language of whoever gets it. */
export function accountWords(facts: AccountMailFacts, look: MailLook): MailWords {
  const isGerman = facts.language === "de";
  const { timeZone: zone } = look;
  const until =
    facts.expiresAt === null ? "" : momentText(facts.expiresAt, { language: facts.language, zone, weekday: true });
  const { button, rows = [], notes = [], ...own } = (isGerman ? german : english)[facts.kind]({ facts, look, until });
  const name = oneLine(`${facts.to.firstName} ${facts.to.lastName}`).trim();
  return {
    ...own,
    preview: null,
    greeting: greetingOf(name, isGerman),
    rows,
    steps: null,
    quote: null,
    button: button === undefined ? null : { label: button.label, url: new URL(button.at, look.publicUrl).toString() },
    notes,
    contact: null,
    ...(isGerman ? germanFoot : englishFoot),
  };
}

/** Somebody who is invited has no name here yet. */
function greetingOf(name: string, isGerman: boolean): string {
  if (name === "") return isGerman ? "Guten Tag," : "Hello,";
  return isGerman ? `Guten Tag ${name},` : `Dear ${name},`;
}
