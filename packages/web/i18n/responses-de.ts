/** What each code of the wire means and what to do next, in German; the last ones no server sends: a page says so of an answer that did not come. */
import type { AdministratorCode, Code, OperatorCode, OwnerCode, QualifiedCode } from "@siegel/contract/codes.ts";
import type { SenderCode } from "./sender-codes-de.ts";

/** One sentence or two for every code. */
export const responsesDe = {
  "Responses.LOGGED_OUT": "Sie haben sich abgemeldet. Was Sie eingetragen haben, bleibt erhalten.",
  "Responses.LOGGED_OUT_AFTER": "Sie haben sich abgemeldet.",
  "Responses.SESSION_ENDED_AFTER":
    "Ihre Anmeldung ist abgelaufen. Wenn Sie noch einmal nachsehen möchten, melden Sie sich in diesem Tab neu an.",
  "Responses.LOGGED_OUT_HERE":
    "Auf diesem Gerät sind Sie abgemeldet. Von uns kam aber keine Antwort: Ihre Sitzung endet von selbst, wenn sie eine Weile nicht benutzt wird.",
  "Responses.NOT_SIGNED":
    "Das hat gerade nicht geklappt. Nichts wurde unterschrieben oder gesiegelt. Versuchen Sie es in einer Minute noch einmal.",
  "Responses.SIGNING_UNKNOWN":
    "Wir haben keine Antwort erhalten und wissen nicht, ob Ihre Bestätigung angekommen ist. Öffnen Sie den Link aus Ihrer E-Mail noch einmal: Dort steht es.",
  "Responses.REFUSAL_UNKNOWN":
    "Wir haben keine Antwort erhalten und wissen nicht, ob Ihre Ablehnung angekommen ist. Ihr Grund steht noch hier: Versuchen Sie es noch einmal.",
  "Responses.SUCCESS": "Das hat geklappt.",
  "Responses.SUCCESS_REVOKE": "Das ist angekommen.",
  "Responses.SUCCESS_SIGNING": "Das hat geklappt.",
  "Responses.SIGNING_PENDING":
    "Ihre Bestätigung ist festgehalten und wird gerade ausgeführt. Sie können diese Seite schließen; wir schreiben Ihnen.",
  "Responses.WRONG_PASSWORD":
    "Das Passwort stimmt nicht. Prüfen Sie Groß- und Kleinschreibung oder fragen Sie die Person, die Sie eingeladen hat.",
  "Responses.TERMS_NOT_ACCEPTED": "Stimmen Sie zuerst den Nutzungsbedingungen zu: Setzen Sie das Häkchen.",
  "Responses.CHECK_SMS_PIN_WRONG":
    "Dieser Code stimmt nicht. Vergleichen Sie die Kennung und geben Sie ihn noch einmal ein.",
  "Responses.OTP_EXPIRED": "Der Code ist abgelaufen. Fordern Sie einen neuen an. Ihre Eingaben bleiben erhalten.",
  "Responses.OTP_TRIES_EXHAUSTED":
    "Der Code wurde zu oft falsch eingegeben und gilt nicht mehr. Fordern Sie einen neuen an.",
  "Responses.NO_WORKFLOW_FOUND":
    "Diesen Vorgang gibt es nicht oder er ist abgelaufen. Bitten Sie die Person, die Sie eingeladen hat, um eine neue Einladung.",
  "Responses.NO_WORKFLOW_FOUND_REVOKED":
    "Eine beteiligte Person hat den Vorgang abgelehnt. Sie müssen nichts weiter tun.",
  "Responses.WORKFLOW_CANCELLED":
    "Der Vorgang wurde von der Person zurückgezogen, die Sie eingeladen hat. Sie müssen nichts weiter tun.",
  "Responses.WORKFLOW_EXPIRED":
    "Dieser Vorgang ist abgelaufen. Bitten Sie die Person, die Sie eingeladen hat, um eine neue Einladung.",
  "Responses.WORKFLOW_FINISHED":
    "Dieser Vorgang ist schon abgeschlossen. Melden Sie sich neu an, um die Dokumente zu laden.",
  "Responses.WORKFLOW_CHANGED":
    "Ihre Angaben oder die Dokumente haben sich geändert. Sehen Sie alles noch einmal durch. Sollten Sie schon einen Code haben, gilt er nicht mehr.",
  "Responses.NOT_YOUR_TURN":
    "Vor Ihnen ist noch eine andere Person an der Reihe. Wir schreiben Ihnen, sobald Sie an der Reihe sind.",
  "Responses.ALREADY_SIGNED":
    "Für Sie ist hier schon alles getan. Melden Sie sich neu an, um Ihre Ausfertigung zu laden.",
  "Responses.SIGNING_INTERRUPTED":
    "Etwas kam dazwischen. Es wurde nichts unterschrieben oder gesiegelt. Fordern Sie einen neuen Code an und bestätigen Sie noch einmal.",
  "Responses.SIGNING_IN_PROGRESS":
    "Ihre Bestätigung wird gerade ausgeführt. Warten Sie einen Augenblick. Sie müssen nichts weiter tun.",
  "Responses.WORKFLOW_FILES_NOT_FOUND":
    "Dieses Dokument gehört nicht zu Ihrem Vorgang. Öffnen Sie die Liste noch einmal.",
  "Responses.PAGE_NOT_FOUND": "Diese Seite hat das Dokument nicht. Öffnen Sie es noch einmal.",
  "Responses.PAGE_NOT_DRAWN":
    "Diese Seite lässt sich nicht als Bild zeigen. Wechseln Sie zur vollen Ansicht, oder laden Sie das Dokument herunter.",
  "Responses.PAGE_PICTURES_OFF": "Bilder der Seiten gibt es hier nicht. Wechseln Sie zur vollen Ansicht.",
  "Responses.FILES_NOT_CONFIRMED":
    "Es sind noch nicht alle Dokumente bestätigt. Öffnen Sie die übrigen und bestätigen Sie sie.",
  "Responses.FIELD_NOT_YOURS":
    "Dieses Feld gehört einer anderen Person. Füllen Sie nur Ihre eigenen, violetten Felder aus.",
  "Responses.FIELD_VALUE_INVALID":
    "Diese Eingabe passt nicht in das Feld. Kürzen Sie sie oder schreiben Sie sie anders.",
  "Responses.FIELD_CHARACTERS_UNKNOWN":
    "Diese Zeichen können nicht ins Dokument geschrieben werden: {what}. Bitte lassen Sie sie weg oder schreiben Sie es anders.",
  "Responses.FIELD_VALUE_DOES_NOT_FIT":
    "Dieser Text hat in dem Feld nicht genug Platz, auch nicht in der kleinsten Schrift. Bitte kürzen Sie ihn.",
  "Responses.FIELD_REQUIRED": "Ein Pflichtfeld fehlt noch. Füllen Sie es aus, dann geht es weiter.",
  "Responses.SIGNATURE_IMAGE_INVALID":
    "Dieses Bild können wir nicht verwenden. Nehmen Sie ein anderes oder zeichnen Sie Ihre Unterschrift.",
  "Responses.SIGNATURE_IMAGE_EMPTY":
    "Auf diesem Bild ist keine Schrift zu erkennen. Zeichnen Sie kräftiger oder verschieben Sie den Regler.",
  "Responses.SIGNATURE_IMAGE_TOO_DARK":
    "Das Bild würde zu viel vom Dokument verdecken. Verschieben Sie den Regler, bis nur die Schrift übrig ist.",
  "Responses.HANDOVER_OVER": "Dieser Link gilt nicht mehr. Lassen Sie sich am Computer einen neuen QR-Code anzeigen.",
  "Responses.NOT_SIGNED_YET":
    "Es ist noch nichts unterschrieben oder gesiegelt. Gehen Sie zurück und schließen Sie den Vorgang ab.",
  "Responses.PHONE_MISSING":
    "Für Sie ist keine Telefonnummer hinterlegt. Bitten Sie die Person, die Sie eingeladen hat, eine nachzutragen.",
  "Responses.PHONE_INVALID":
    "An diese Telefonnummer können wir nichts senden. Schreiben Sie der Person, die Sie eingeladen hat. Wo ein Anruf angeboten wird, kann er trotzdem gelingen.",
  "Responses.PHONE_NOT_MOBILE":
    "Diese Nummer ist keine Mobilnummer und empfängt keine SMS. Wählen Sie den Anruf oder schreiben Sie der Person, die Sie eingeladen hat.",
  "Responses.PHONE_UNREACHABLE":
    "Wir konnten diese Nummer nicht erreichen. Wählen Sie den anderen Weg: SMS oder Anruf.",
  "Responses.WRONG_SIGNER_TYPE":
    "Dieser Schritt gehört zu einer anderen Art von Unterschrift oder Siegel. Öffnen Sie den Link aus Ihrer E-Mail.",
  "Responses.ORGANIZATION_NOT_VERIFIED":
    "Die Organisation ist noch nicht geprüft, deshalb kann niemand für sie siegeln. Wenden Sie sich an die Person, die Sie eingeladen hat.",
  "Responses.CERTIFICATE_NOT_VALID":
    "Das Zertifikat ist gesperrt oder abgelaufen. Es wurde nichts unterschrieben oder gesiegelt. Wenden Sie sich an die Person, die Sie eingeladen hat.",
  "Responses.SESSION_ENDED":
    "Ihre Anmeldung ist abgelaufen. Melden Sie sich in diesem Tab neu an. Ihre Eingaben bleiben erhalten.",
  "Responses.FORBIDDEN": "Das ist hier nicht erlaubt. Öffnen Sie den Link aus Ihrer E-Mail noch einmal.",
  "Responses.TOO_MANY_REQUESTS":
    "Das war zu oft in kurzer Zeit. Warten Sie etwas und versuchen Sie es dann noch einmal.",
  "Responses.SERVICE_ERROR":
    "Das hat gerade nicht geklappt. Prüfen Sie Ihre Internetverbindung, oder versuchen Sie es in einer Minute noch einmal.",
  "Responses.MAINTENANCE":
    "Wir arbeiten gerade an unserem Dienst. Versuchen Sie es etwas später noch einmal, Ihre Eingaben bleiben erhalten.",
  "Responses.INVALID_REQUEST":
    "Das haben wir nicht verstanden. Laden Sie die Seite neu und versuchen Sie es noch einmal.",
  "Responses.UNSUPPORTED_MEDIA_TYPE":
    "Das haben wir nicht verstanden. Laden Sie die Seite neu und versuchen Sie es noch einmal.",
  "Responses.METHOD_NOT_ALLOWED": "Diese Seite ist nicht mehr auf dem neuesten Stand. Laden Sie sie neu.",
  "Responses.UNKOWN_SITE": "Diese Adresse gibt es nicht. Öffnen Sie den Link aus Ihrer E-Mail noch einmal.",
  "Responses.LICENSE_LIMIT_REACHED": "Die Unterschriften Ihrer Lizenz sind verbraucht. Erweitern Sie die Lizenz.",
} as const satisfies Readonly<
  Record<
    `Responses.${Exclude<Code, AdministratorCode | OperatorCode | OwnerCode | QualifiedCode | SenderCode>}`,
    string
  > &
    Record<`Responses.${string}`, string>
>;
