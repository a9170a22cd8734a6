/** German: logins at a provider, and passwords that are turned off. */
export const administrationOidcDe = {
  "Responses.OIDC_NOT_CONFIGURED": "Dieser Dienst hat keinen Anmeldedienst. Nehmen Sie E-Mail und Passwort.",
  "Responses.OIDC_AWAY":
    "Der Anmeldedienst antwortet gerade nicht. Versuchen Sie es in einigen Minuten noch einmal, oder nehmen Sie E-Mail und Passwort.",
  "Responses.OIDC_REFUSED":
    "Der Anmeldedienst hat Sie nicht angemeldet, oder Sie haben abgebrochen. Fangen Sie noch einmal an.",
  "Responses.OIDC_ATTEMPT_UNKNOWN":
    "Diese Anmeldung hat nicht in diesem Browser begonnen. Fangen Sie hier noch einmal an.",
  "Responses.OIDC_ATTEMPT_OVER":
    "Diese Anmeldung wurde schon benutzt oder hat länger als zehn Minuten gedauert. Fangen Sie noch einmal an.",
  "Responses.OIDC_NOT_LINKED":
    "Diese Anmeldung gehört zu keinem Konto. Melden Sie sich mit E-Mail und Passwort an und verbinden Sie beide unter „Konto“.",
  "Responses.OIDC_TAKEN":
    "Diese Anmeldung ist schon mit einem Konto verbunden. Melden Sie sich beim Anmeldedienst mit einer anderen Kennung an.",
  "Responses.OIDC_ALREADY_LINKED": "Ihr Konto ist schon verbunden. Lösen Sie zuerst diese Verbindung.",
  "Responses.OIDC_NOT_USED_YET":
    "Melden Sie sich zuerst selbst einmal über den Anmeldedienst an. So sind Sie sicher, dass Sie ohne Passwort hereinkommen.",
  "Responses.OIDC_NEEDED":
    "Passwörter sind in Ihrer Organisation ausgeschaltet. Ohne die Verbindung kämen Sie nicht mehr herein.",
  "Responses.PASSWORD_LOGIN_OFF":
    "Ihre Organisation hat Passwörter ausgeschaltet. Melden Sie sich über den Anmeldedienst oder mit einem Passkey an.",
  "oidc.button": "Mit {label} anmelden",
  "oidc.title": "Anmeldedienst",
  "oidc.lead": "Mit {label} kommen Sie ohne Passwort und ohne Code herein. Wer Sie sind, prüft dann der Anmeldedienst.",
  "oidc.none": "Nicht verbunden",
  "oidc.since": "Verbunden seit {day}, noch nicht benutzt",
  "oidc.used": "Verbunden seit {day}, zuletzt benutzt {at}",
  "oidc.link": "Verbinden",
  "oidc.linkTitle": "Mit {label} verbinden",
  "oidc.linkLead":
    "Zuerst Ihr Passwort. Danach melden Sie sich bei {label} an: Wer Sie dort sind, kommt künftig in dieses Konto.",
  "oidc.linkGo": "Weiter zu {label}",
  "oidc.linked": "Ihr Konto ist mit dem Anmeldedienst verbunden.",
  "oidc.unlink": "Lösen",
  "oidc.unlinkTitle": "Verbindung mit {label} lösen?",
  "oidc.unlinkLead": "Danach melden Sie sich mit E-Mail und Passwort oder mit einem Passkey an.",
  "oidc.unlinked": "Die Verbindung ist gelöst.",
  "oidc.waits.login": "Einen Moment, wir melden Sie an.",
  "oidc.waits.link": "Einen Moment, wir verbinden Ihr Konto.",
  "oidc.failed.login": "Die Anmeldung hat nicht geklappt.",
  "oidc.failed.link": "Die Verbindung kam nicht zustande.",
  "oidc.toAccount": "Zum Konto",
  "passwords.title": "Anmeldung mit Passwort",
  "passwords.lead": "Melden sich alle über {label} an, können Sie Passwörter ausschalten. Passkeys gelten weiter.",
  "passwords.on": "Passwörter sind an",
  "passwords.off": "Passwörter sind aus",
  "passwords.count": "Über {label} angemeldet: {n} von {m} Personen. Alle anderen behalten ihr Passwort bis dahin.",
  "passwords.turnOff": "Ausschalten",
  "passwords.turnOn": "Einschalten",
  "passwords.offTitle": "Passwörter ausschalten?",
  "passwords.offLead":
    "Wer sich schon einmal über {label} angemeldet hat, kommt dann nur noch so oder mit einem Passkey herein. Alle anderen behalten ihr Passwort, bis sie sich dort angemeldet haben.",
  "passwords.onTitle": "Passwörter wieder einschalten?",
  "passwords.onLead": "Dann gelten das Passwort und {label} nebeneinander.",
  "passwords.nowOff": "Passwörter sind ausgeschaltet.",
  "passwords.nowOn": "Passwörter sind eingeschaltet.",
} as const;
