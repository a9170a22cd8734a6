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
} as const;
