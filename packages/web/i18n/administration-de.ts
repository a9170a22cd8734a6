/** The words of the administration, in German. Fetched when it is entered, never by signers. */
import type { AdministratorCode } from "@siegel/contract/codes.ts";

const responses = {
  "Responses.WRONG_MAIL_OR_PW": "E-Mail oder Passwort stimmt nicht. Prüfen Sie beides, auch Groß- und Kleinschreibung.",
  "Responses.USER_NOT_ACTIV":
    "Ihr Zugang ist abgeschaltet. Wenden Sie sich an jemanden, der Ihre Organisation verwaltet.",
  "Responses.ORGANIZATION_INACTIVE": "Ihre Organisation ist abgeschaltet. Wenden Sie sich an den Anbieter.",
  "Responses.ACCOUNT_NOT_APPROVED":
    "Ihr Zugang wartet noch: Jemand, der Ihre Organisation verwaltet, muss Sie hereinlassen.",
  "Responses.INSUFFICIENT_PERMISSIONS":
    "Das dürfen nur Administratorinnen und Administratoren. Bitten Sie eine dieser Personen darum.",
  "Responses.NOT_FOUND": "Das gibt es nicht oder nicht mehr. Laden Sie die Seite neu.",
  "Responses.USER_SUCCESS_LOGOUT": "Sie haben sich abgemeldet.",
} as const satisfies Readonly<Record<`Responses.${AdministratorCode}`, string>>;

/** Login, frame and sections. */
export const administrationDe = {
  ...responses,
  "adminLogin.title": "Anmelden",
  "adminLogin.eyebrow": "Verwaltung",
  "adminLogin.claim": "Versenden, verfolgen, nachweisen.",
  "adminLogin.lead":
    "Hier arbeiten die Menschen, die für eine Organisation Dokumente versenden und Zugänge verwalten. Möchten Sie nur unterschreiben? Dann öffnen Sie den Link aus Ihrer E-Mail.",
  "adminLogin.goesOn": "Nach der Anmeldung geht es dort weiter, wo Sie waren.",
  "adminLogin.email": "E-Mail",
  "adminLogin.emailFault": "Geben Sie Ihre E-Mail-Adresse vollständig ein, zum Beispiel name@firma.de.",
  "adminLogin.password": "Passwort",
  "adminLogin.submit": "Anmelden",
  "adminLogin.slow":
    "Es kamen mehrere falsche Passwörter. Ihr Zugang ist nicht gesperrt, wir lassen uns nur mehr Zeit. Was Sie eingegeben haben, bleibt stehen.",
  "adminLogin.slowLeft": "Nächster Versuch in {n} s.",
  "admin.licence": "Lizenz",
  "admin.sections": "Bereiche",
  "admin.loggedIn": "Angemeldet als {name}",
  "admin.again": "Noch einmal versuchen",
  "admin.loggedOutHere":
    "Hier sind Sie abgemeldet, aber unser Server hat das noch nicht gehört. Schließen Sie den Browser, wenn ihn andere benutzen.",
  "section.tokens": "Tokens",
  "tokens.usage": "Verbrauch der Lizenz",
  "tokens.ses": "Einfache Signaturen",
  "tokens.aes": "Fortgeschrittene Signaturen",
  "tokens.qes": "Qualifizierte Signaturen",
  "tokens.ofLimit": "von {n}",
  "tokens.free": "{n} frei",
  "tokens.freeReserved": "{n} frei, {m} reserviert",
  "tokens.percent": "{n} %",
  "tokens.usedPercent": "{n} % verbraucht",
  "roleUser.title": "Guten Tag, {name}",
  "roleUser.lead": "Sie gehören zu {organisation}. Verwalten dürfen Sie hier nichts, unterschreiben jederzeit.",
  "roleUser.sign": "Unterschreiben",
  "roleUser.signHow": "Über den Link in der Einladung. Dafür müssen Sie hier nicht angemeldet sein.",
  "roleUser.more": "Dokumente versenden, Zugänge und Organisation verwalten",
  "roleUser.moreWho":
    "Das dürfen Administratorinnen und Administratoren. Brauchen Sie es, bitten Sie eine dieser Personen:",
} as const;
