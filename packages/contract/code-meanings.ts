/**
 * What each code means that a sender's system meets, and what to do. The sentences are also the first message of a refusal that has nothing
 * more particular to say, in both languages.
 */
import type { ErrorCode } from "./codes.ts";
import { unused_kept_h } from "./limits.ts";
import type { Said } from "./said.ts";

/** What happened, and what to do next. */
export type CodeMeaning = { readonly means: Said; readonly remedy: Said };

/** Codes of the sender's calls, in the order in which somebody meets them. */
export const senderMeanings = {
  WRONG_API_KEY: {
    means: { en: "This API key is not accepted.", de: "Dieser API-Schlüssel wird nicht angenommen." },
    remedy: {
      en: "Send the header Authorization: Bearer <key> with the whole key, which begins with sgl_, and check that the key is neither disabled nor expired.",
      de: "Senden Sie die Kopfzeile Authorization: Bearer <Schlüssel> mit dem ganzen Schlüssel, der mit sgl_ beginnt, und prüfen Sie, ob er weder abgeschaltet noch abgelaufen ist.",
    },
  },
  ORGANIZATION_INACTIVE: {
    means: { en: "Your organisation is switched off.", de: "Ihre Organisation ist abgeschaltet." },
    remedy: {
      en: "Ask the provider. Workflows that are running can still be signed.",
      de: "Wenden Sie sich an den Anbieter. Laufende Vorgänge können weiter unterschrieben werden.",
    },
  },
  INVALID_REQUEST: {
    means: { en: "Something in the request is wrong.", de: "In der Anfrage ist etwas falsch." },
    remedy: {
      en: "Each sentence names a field and what to change. Change them all, then send the request again.",
      de: "Jeder Satz nennt ein Feld und was zu ändern ist. Ändern Sie alle und senden Sie die Anfrage noch einmal.",
    },
  },
  UNSUPPORTED_MEDIA_TYPE: {
    means: {
      en: "The body has a content type or a content encoding that this call does not take.",
      de: "Der Inhalt der Anfrage hat einen Typ oder eine Kodierung, die dieser Aufruf nicht annimmt.",
    },
    remedy: {
      en: "Send one of the types that the sentence names, without compressing the body.",
      de: "Senden Sie einen der Typen, die der Satz nennt, und komprimieren Sie den Inhalt nicht.",
    },
  },
  WEBHOOK_URL_INVALID: {
    means: { en: "We do not send events to this address.", de: "An diese Adresse senden wir keine Ereignisse." },
    remedy: {
      en: "Give an https address that can be reached from the internet.",
      de: "Geben Sie eine https-Adresse an, die aus dem Internet erreichbar ist.",
    },
  },
  PHONE_MISSING: {
    means: {
      en: "A signer who gets a one-time code has no phone number.",
      de: "Einer Person, die einen Einmalcode bekommt, fehlt die Telefonnummer.",
    },
    remedy: { en: "Give a phone number.", de: "Geben Sie eine Telefonnummer an." },
  },
  PHONE_INVALID: {
    means: {
      en: "No code can be sent to a signer's phone number.",
      de: "An die Telefonnummer einer Person lässt sich kein Code senden.",
    },
    remedy: {
      en: "Write it with its country code, such as +49 151 23456789.",
      de: "Schreiben Sie sie mit Landesvorwahl, etwa +49 151 23456789.",
    },
  },
  ORGANIZATION_NOT_VERIFIED: {
    means: {
      en: "Your organisation's register record is not verified yet, so nobody can seal for it.",
      de: "Der Registereintrag Ihrer Organisation ist noch nicht geprüft, deshalb kann niemand für sie siegeln.",
    },
    remedy: {
      en: "Ask the provider to verify it, or use a signature instead of a seal.",
      de: "Lassen Sie ihn vom Anbieter prüfen, oder verwenden Sie eine Unterschrift statt eines Siegels.",
    },
  },
  ATTACHMENT_INVALID: {
    means: {
      en: "An attachment does not fit the document that it is said to belong to.",
      de: "Eine Anlage passt nicht zu dem Dokument, zu dem sie gehören soll.",
    },
    remedy: {
      en: "Name a document of the same request that is no attachment itself.",
      de: "Nennen Sie ein Dokument derselben Anfrage, das selbst keine Anlage ist.",
    },
  },
  DOCUMENT_NOT_SIGNED: {
    means: {
      en: "A field stands in a document that is only shown.",
      de: "Ein Feld steht in einem Dokument, das nur gezeigt wird.",
    },
    remedy: {
      en: "Let the document be signed, or leave the field out.",
      de: "Lassen Sie das Dokument unterschreiben oder das Feld weg.",
    },
  },
  NOTHING_TO_SIGN: {
    means: { en: "None of the documents is signed.", de: "Keines der Dokumente wird unterschrieben." },
    remedy: {
      en: 'Leave out "sign": false for at least one.',
      de: 'Lassen Sie bei mindestens einem "sign": false weg.',
    },
  },
  FIELD_OUTSIDE_PAGE: {
    means: { en: "A field lies outside its page.", de: "Ein Feld liegt außerhalb seiner Seite." },
    remedy: { en: "Check `page` and `rect`.", de: "Prüfen Sie `page` und `rect`." },
  },
  FIELD_VALUE_INVALID: {
    means: {
      en: "A form field has a name or a value that cannot be used.",
      de: "Ein Formularfeld hat einen Namen oder einen Wert, der nicht verwendet werden kann.",
    },
    remedy: { en: "Change it in the form.", de: "Ändern Sie ihn im Formular." },
  },
  FIELD_VALUE_DOES_NOT_FIT: {
    means: { en: "A text has not enough room in its field.", de: "Ein Text hat in seinem Feld nicht genug Platz." },
    remedy: {
      en: "Make the field larger or the text shorter.",
      de: "Machen Sie das Feld größer oder den Text kürzer.",
    },
  },
  LICENSE_LIMIT_REACHED: {
    means: {
      en: "The signatures of your licence are used up.",
      de: "Die Unterschriften Ihrer Lizenz sind verbraucht.",
    },
    remedy: {
      en: "Extend the licence, or wait until open workflows end.",
      de: "Erweitern Sie die Lizenz, oder warten Sie, bis offene Vorgänge enden.",
    },
  },
  IDEMPOTENCY_KEY_REUSED: {
    means: {
      en: "This Idempotency-Key belongs to a request with another body.",
      de: "Dieser Idempotency-Key gehört zu einer Anfrage mit anderem Inhalt.",
    },
    remedy: { en: "Use a new key for a new workflow.", de: "Verwenden Sie für einen neuen Vorgang einen neuen." },
  },
  UPLOAD_NOT_FOUND: {
    means: {
      en: `There is no such upload, or it is older than ${unused_kept_h} hours.`,
      de: `Es gibt diese hochgeladene Datei nicht, oder sie ist älter als ${unused_kept_h} Stunden.`,
    },
    remedy: { en: "Upload the file again.", de: "Laden Sie die Datei noch einmal hoch." },
  },
  FILE_NOT_A_PDF: {
    means: { en: "The file is no PDF.", de: "Die Datei ist keine PDF-Datei." },
    remedy: {
      en: "Save the document as PDF and send that.",
      de: "Speichern Sie das Dokument als PDF und senden Sie dieses.",
    },
  },
  FILE_TOO_LARGE: {
    means: { en: "The file or the request is too large.", de: "Die Datei oder die Anfrage ist zu groß." },
    remedy: {
      en: "Upload large documents before; make what is larger than an upload may be smaller, or split it.",
      de: "Laden Sie große Dokumente vorher hoch; was auch dafür zu groß ist, verkleinern Sie oder teilen Sie auf.",
    },
  },
  FILE_TOO_MANY_PAGES: {
    means: { en: "The file has too many pages.", de: "Die Datei hat zu viele Seiten." },
    remedy: { en: "Split it.", de: "Teilen Sie sie auf." },
  },
  FILE_ENCRYPTED: {
    means: { en: "The file needs a password.", de: "Die Datei braucht ein Passwort." },
    remedy: { en: "Remove the password.", de: "Entfernen Sie das Passwort." },
  },
  FILE_SIGNED_ENCRYPTED: {
    means: { en: "The file is signed and encrypted.", de: "Die Datei ist unterschrieben und verschlüsselt." },
    remedy: {
      en: "Ask for a copy that was signed without encryption.",
      de: "Bitten Sie um ein Exemplar, das ohne Verschlüsselung unterschrieben wurde.",
    },
  },
  FILE_SIGNED_DAMAGED: {
    means: { en: "The file is signed and damaged.", de: "Die Datei ist unterschrieben und beschädigt." },
    remedy: {
      en: "Ask the person who signed it for a new copy.",
      de: "Bitten Sie die Person, die unterschrieben hat, um eine neue Kopie.",
    },
  },
  FILE_CERTIFIED: {
    means: {
      en: "A signature in the file does not permit this change, or any.",
      de: "Eine Unterschrift in der Datei lässt diese oder jede weitere Änderung nicht zu.",
    },
    remedy: {
      en: "Send the file as it was before that signature; if you placed fields, it may be enough to leave them out.",
      de: "Senden Sie die Fassung davor; haben Sie Felder gesetzt, genügt es vielleicht, sie wegzulassen.",
    },
  },
  FILE_SCRIPTS_SIGNED: {
    means: {
      en: "The file is signed and has a script in it, or starts a program.",
      de: "Die Datei ist unterschrieben und enthält ein Skript oder einen Programmaufruf.",
    },
    remedy: {
      en: "Remove it before the file is signed for the first time.",
      de: "Entfernen Sie ihn, bevor zum ersten Mal unterschrieben wird.",
    },
  },
  FILE_XFA_ONLY: {
    means: {
      en: "The file is an XFA form without pages of its own.",
      de: "Die Datei ist ein XFA-Formular ohne eigene Seiten.",
    },
    remedy: { en: "Print it to PDF and send that.", de: "Drucken Sie es als PDF und senden Sie dieses." },
  },
  FILE_ACTIVE_CONTENT: {
    means: {
      en: "The file contains an action that cannot be removed.",
      de: "Die Datei enthält eine Aktion, die sich nicht entfernen lässt.",
    },
    remedy: { en: "Print it to PDF and send that.", de: "Drucken Sie sie als PDF und senden Sie dieses." },
  },
  FILE_BROKEN: {
    means: {
      en: "The file is damaged and cannot be repaired.",
      de: "Die Datei ist beschädigt und lässt sich nicht reparieren.",
    },
    remedy: {
      en: "Save it again from the program that made it.",
      de: "Speichern Sie sie in dem Programm neu, mit dem sie erstellt wurde.",
    },
  },
  FILE_TOO_COMPLEX: {
    means: {
      en: "Reading the file takes too much time or memory.",
      de: "Die Datei zu lesen braucht zu viel Zeit oder Speicher.",
    },
    remedy: {
      en: "Make it smaller, split it, or print it to PDF.",
      de: "Verkleinern Sie sie, teilen Sie sie auf oder drucken Sie sie als PDF.",
    },
  },
  NO_WORKFLOW_FOUND: {
    means: {
      en: "Your organisation has no workflow with this id.",
      de: "Ihre Organisation hat keinen Vorgang mit dieser Kennung.",
    },
    remedy: {
      en: "Take the workflow_id that the creation answered, and the key of the same organisation.",
      de: "Nehmen Sie die workflow_id aus der Antwort auf das Anlegen und den Schlüssel derselben Organisation.",
    },
  },
  WORKFLOW_FILES_NOT_FOUND: {
    means: {
      en: "This workflow has no document with this id.",
      de: "Dieser Vorgang hat kein Dokument mit dieser Kennung.",
    },
    remedy: {
      en: "Take an id from the workflow's documents.",
      de: "Nehmen Sie eine Kennung aus den Dokumenten des Vorgangs.",
    },
  },
  WORKFLOW_FINISHED: {
    means: { en: "Everybody has signed already.", de: "Alle haben schon unterschrieben." },
    remedy: {
      en: "Nothing is left to do; download the documents.",
      de: "Es ist nichts mehr zu tun; laden Sie die Dokumente.",
    },
  },
  NO_WORKFLOW_FOUND_REVOKED: {
    means: { en: "A signer has declined.", de: "Eine Person hat abgelehnt." },
    remedy: {
      en: "Read the reason in the workflow; create a new one if you want to ask again.",
      de: "Lesen Sie den Grund im Vorgang; legen Sie einen neuen an, wenn Sie noch einmal bitten möchten.",
    },
  },
  WORKFLOW_CANCELLED: {
    means: { en: "The workflow was cancelled.", de: "Der Vorgang wurde zurückgezogen." },
    remedy: { en: "Create a new one.", de: "Legen Sie einen neuen an." },
  },
  WORKFLOW_EXPIRED: {
    means: { en: "The workflow's time is over.", de: "Die Zeit des Vorgangs ist abgelaufen." },
    remedy: { en: "Create a new one.", de: "Legen Sie einen neuen an." },
  },
  TOO_MANY_REQUESTS: {
    means: { en: "That was too often in a short time.", de: "Das war zu oft in kurzer Zeit." },
    remedy: {
      en: "Wait as many seconds as the header Retry-After says, then send the request again.",
      de: "Warten Sie so viele Sekunden, wie die Kopfzeile Retry-After sagt, und senden Sie die Anfrage noch einmal.",
    },
  },
  MAINTENANCE: {
    means: {
      en: "The provider is working on the service. The answer says until when.",
      de: "Der Anbieter arbeitet am Dienst. Die Antwort sagt, bis wann.",
    },
    remedy: {
      en: "Send the request again after Retry-After.",
      de: "Senden Sie die Anfrage nach Retry-After noch einmal.",
    },
  },
  SERVICE_ERROR: {
    means: { en: "Something failed on our side.", de: "Bei uns ist etwas fehlgeschlagen." },
    remedy: {
      en: "Send the request again later, with the same Idempotency-Key; tell the provider the id in the sentence if it stays.",
      de: "Senden Sie die Anfrage später noch einmal, mit demselben Idempotency-Key; nennen Sie dem Anbieter die Nummer im Satz, wenn es so bleibt.",
    },
  },
  METHOD_NOT_ALLOWED: {
    means: { en: "This address does not take this method.", de: "Diese Adresse nimmt diese Methode nicht an." },
    remedy: {
      en: "Use a method that the header Allow names.",
      de: "Verwenden Sie eine Methode, die die Kopfzeile Allow nennt.",
    },
  },
  UNKOWN_SITE: {
    means: { en: "There is nothing at this address.", de: "Unter dieser Adresse gibt es nichts." },
    remedy: {
      en: "Check the path; all calls are listed at /api/docs. (The code is spelt like this.)",
      de: "Prüfen Sie den Pfad; alle Aufrufe stehen unter /api/docs. (Der Code schreibt sich so.)",
    },
  },
} as const satisfies Partial<Record<ErrorCode, CodeMeaning>>;
