/** The words of mails that belong to no workflow, in German. */
import { trial_days } from "@siegel/contract/limits.ts";
import {
  type AccountPhrases,
  confirmHours,
  invitationHours,
  linkTo,
  resetMinutes,
  webhookDays,
} from "./account-phrases.ts";
import { germanLicenceWords } from "./licence-words.ts";

/** By kind. */
export const germanAccountWords: AccountPhrases = {
  ...germanLicenceWords,
  reset: ({ facts, until }) => ({
    subject: "Neues Passwort wählen",
    heading: "Wählen Sie ein neues Passwort.",
    paragraphs: [
      `jemand hat für diese Adresse einen Link zu einem neuen Passwort angefordert. Waren Sie das, öffnen Sie ihn innerhalb von ${resetMinutes} Minuten.`,
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
    notes: [`Der Link gilt ${confirmHours} Stunden, nur einmal.`],
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
      "Legen Sie als Nächstes ein Logo fest oder legen Sie ein Token für Ihr Programm an.",
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
  password_changed: ({ facts: { passkeys } }) => ({
    subject: "Ihr Passwort wurde geändert",
    heading: "Ihr Passwort wurde geändert.",
    paragraphs: [
      "Ihr Passwort wurde geändert, und alle Geräte wurden abgemeldet.",
      "Waren Sie das nicht, wählen Sie sofort ein neues und sagen Sie es jemandem, der Ihre Organisation verwaltet.",
      ...(passkeys.length === 0
        ? []
        : [
            "Mit diesen Passkeys kann man sich weiterhin anmelden. Kennen Sie einen nicht, entfernen Sie ihn unter „Konto“.",
          ]),
    ],
    rows: passkeys.map((name) => ["Passkey", name]),
    button: { label: "Das war ich nicht", at: "/forgot" },
  }),
  invitation: ({ facts, look, until }) => ({
    subject: `Einladung zu ${look.organisation}`,
    heading: `${look.organisation} lädt Sie ein.`,
    paragraphs: [
      `${facts.about?.name ?? look.organisation} möchte Sie bei ${look.organisation} dabeihaben, ${facts.administers ? "mit der Rolle „Administrator“: Sie versenden Dokumente und verwalten die Zugänge" : "mit der Rolle „Benutzer“: Sie können sich anmelden, verwalten aber nichts"}. Nehmen Sie die Einladung an und wählen Sie ein Passwort.`,
      "Kennen Sie die Organisation nicht, brauchen Sie nichts zu tun: Einen Zugang bekommen Sie nur, wenn Sie annehmen.",
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
  join_approved: ({ facts, look }) => ({
    subject: `Willkommen bei ${look.organisation}`,
    heading: "Sie sind dabei.",
    paragraphs: [
      `Jemand, der ${look.organisation} verwaltet, hat Sie hereingelassen, mit der Rolle ${facts.administers ? "„Administrator“" : "„Benutzer“"}. Melden Sie sich mit dem Passwort an, das Sie gewählt haben.`,
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
  passkey_added: () => ({
    subject: "Ein Passkey wurde hinzugefügt",
    heading: "Ein Passkey wurde hinzugefügt.",
    paragraphs: [
      "Mit ihm kann man sich ohne Passwort an Ihrem Zugang anmelden.",
      "Waren Sie das nicht, wählen Sie sofort ein neues Passwort und entfernen Sie den Passkey unter „Konto“.",
    ],
    button: { label: "Das war ich nicht", at: "/forgot" },
  }),
  oidc_linked: () => ({
    subject: "Ihr Konto ist mit dem Anmeldedienst verbunden",
    heading: "Ihr Konto ist mit dem Anmeldedienst verbunden.",
    paragraphs: [
      "Wer sich dort mit dieser Kennung anmeldet, kommt ohne Passwort in Ihr Konto.",
      "Waren Sie das nicht, wählen Sie sofort ein neues Passwort und lösen Sie die Verbindung unter „Konto“.",
    ],
    button: { label: "Das war ich nicht", at: "/forgot" },
  }),
  oidc_removed: () => ({
    subject: "Ihr Konto ist nicht mehr mit dem Anmeldedienst verbunden",
    heading: "Die Verbindung mit dem Anmeldedienst ist gelöst.",
    paragraphs: [
      "Über den Anmeldedienst kommt man nicht mehr in Ihr Konto. Ihr Passwort gilt weiter.",
      "Waren Sie das nicht, wählen Sie sofort ein neues Passwort und sagen Sie jemandem Bescheid, der Ihre Organisation verwaltet.",
    ],
    button: { label: "Das war ich nicht", at: "/forgot" },
  }),
  passkey_removed: () => ({
    subject: "Ein Passkey wurde entfernt",
    heading: "Ein Passkey wurde entfernt.",
    paragraphs: [
      "Mit ihm kann man sich nicht mehr anmelden.",
      "Waren Sie das nicht, wählen Sie sofort ein neues Passwort und sagen Sie es jemandem, der Ihre Organisation verwaltet.",
    ],
    button: { label: "Das war ich nicht", at: "/forgot" },
  }),
  test: ({ look }) => ({
    subject: `Probe: E-Mails von ${look.organisation}`,
    heading: "So sehen Ihre E-Mails aus.",
    paragraphs: [
      `Einladungen, Erinnerungen und Nachrichten von ${look.organisation} tragen dieses Logo und diese Farbe.`,
      "Dies ist eine Probe, die Sie selbst angefordert haben. Es gibt nichts zu tun.",
    ],
    button: { label: "Zum Erscheinungsbild", at: "/admin/look" },
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
    notes: [`Der Link gilt ${confirmHours} Stunden, nur einmal.`],
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
  wrong_codes: () => ({
    subject: "Falsche Codes bei Ihrer Anmeldung",
    heading: "Mehrmals ein falscher Code.",
    paragraphs: [
      "Jemand hat sich mit Ihrem Passwort angemeldet und danach mehrmals einen falschen Code eingegeben. Hereingekommen ist damit niemand.",
      "Waren Sie es selbst, brauchen Sie nichts zu tun. Waren Sie es nicht, kennt jemand Ihr Passwort: Wählen Sie sofort ein neues, auch überall sonst, wo Sie dieses benutzen.",
    ],
    button: { label: "Das war ich nicht", at: "/forgot" },
    notes: ["Wir schreiben Ihnen deswegen höchstens einmal am Tag."],
  }),
  webhook_failed: ({ look }) => ({
    subject: `${look.organisation}: Meldungen kommen bei Ihrem Programm nicht an`,
    heading: "Meldungen kommen nicht an.",
    paragraphs: [
      `${webhookDays} Tage lang haben wir versucht, eine Meldung an den Server von ${look.organisation} zuzustellen. Er hat sie nicht angenommen, deshalb versuchen wir es mit dieser nicht weiter.`,
      "Neue Meldungen stellen wir weiter zu. Sehen Sie nach, was der Server antwortet. Läuft er wieder, holen Sie alles nach, was fehlt.",
    ],
    button: { label: "Zustellungen ansehen", at: "/admin/api" },
    notes: ["Bis der Server wieder antwortet, schreiben wir Ihnen deswegen nicht noch einmal."],
  }),
};
