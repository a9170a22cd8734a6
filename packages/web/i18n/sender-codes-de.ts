/** Codes that only a sender's programs meet, in German. Part of the words of the administration: no signer's page loads them. */
import type { Code } from "@siegel/contract/codes.ts";

/** A code of a call that sends. */
export type SenderCode =
  | Extract<Code, `FILE_${string}`>
  | "WRONG_API_KEY"
  | "IDEMPOTENCY_KEY_REUSED"
  | "UPLOAD_NOT_FOUND"
  | "FIELD_OUTSIDE_PAGE"
  | "ATTACHMENT_INVALID"
  | "DOCUMENT_NOT_SIGNED"
  | "NOTHING_TO_SIGN";

/** One sentence or two for each. */
export const senderCodesDe = {
  "Responses.WRONG_API_KEY": "Der API-Schlüssel gilt nicht. Prüfen Sie ihn oder erzeugen Sie einen neuen.",
  "Responses.IDEMPOTENCY_KEY_REUSED":
    "Dieser Idempotency-Key gehört schon zu einem anderen Auftrag. Wählen Sie einen neuen.",
  "Responses.UPLOAD_NOT_FOUND": "Diese hochgeladene Datei gibt es nicht mehr. Laden Sie sie noch einmal hoch.",
  "Responses.FILE_NOT_A_PDF": "Das ist keine PDF-Datei. Wandeln Sie das Dokument um und laden Sie es noch einmal hoch.",
  "Responses.FILE_TOO_LARGE": "Die Datei ist zu groß. Verkleinern Sie sie oder teilen Sie sie auf.",
  "Responses.FILE_TOO_MANY_PAGES": "Die Datei hat zu viele Seiten. Teilen Sie sie auf.",
  "Responses.FILE_ENCRYPTED":
    "Die Datei ist mit einem Passwort geschützt. Entfernen Sie den Schutz und laden Sie sie noch einmal hoch.",
  "Responses.FILE_CERTIFIED":
    "Eine Unterschrift in der Datei lässt diese oder jede weitere Änderung nicht zu. Nehmen Sie die Fassung davor; haben Sie Felder gesetzt, genügt es vielleicht, sie wegzulassen.",
  "Responses.FILE_SCRIPTS_SIGNED":
    "In der unterschriebenen Datei steht ein Skript oder ein Programmaufruf. Entfernen Sie ihn, bevor zum ersten Mal unterschrieben wird.",
  "Responses.FILE_SIGNED_ENCRYPTED":
    "Die Datei ist unterschrieben und verschlüsselt. Bitten Sie um ein Exemplar, das ohne Verschlüsselung unterschrieben wurde.",
  "Responses.FILE_SIGNED_DAMAGED":
    "Die Datei ist unterschrieben und beschädigt. Bitten Sie die Person, die unterschrieben hat, um eine neue Kopie.",
  "Responses.FILE_XFA_ONLY": "Die Datei ist ein XFA-Formular. Drucken Sie sie als PDF und laden Sie dieses hoch.",
  "Responses.FILE_ACTIVE_CONTENT":
    "Die Datei enthält eine Aktion, die sich nicht entfernen lässt. Drucken Sie sie als PDF und laden Sie dieses hoch.",
  "Responses.FILE_TOO_COMPLEX":
    "Die Datei ist zu aufwendig aufgebaut, um sie zu lesen. Drucken Sie sie als PDF und laden Sie dieses hoch.",
  "Responses.FILE_BROKEN":
    "Die Datei ist beschädigt und lässt sich nicht reparieren. Erzeugen Sie sie neu und laden Sie sie noch einmal hoch.",
  "Responses.FIELD_OUTSIDE_PAGE": "Ein Feld liegt außerhalb der Seite. Prüfen Sie Seite und Maße.",
  "Responses.ATTACHMENT_INVALID":
    "Eine Anlage gehört zu keinem Dokument dieses Vorgangs oder passt nicht zu ihm. Nennen Sie ein Dokument, das selbst keine Anlage ist.",
  "Responses.DOCUMENT_NOT_SIGNED":
    "Ein Feld liegt in einem Dokument, das nur gezeigt wird. Lassen Sie das Dokument unterschreiben oder das Feld weg.",
  "Responses.NOTHING_TO_SIGN":
    "Keines der Dokumente wird unterschrieben. Wählen Sie mindestens eines, das unterschrieben werden soll.",
} as const satisfies Readonly<Record<`Responses.${SenderCode}`, string>>;
