/**
 * What a sender is told about a document, in the language of the request: why it was not taken, and what was mended in it. Only what a
 * sender can act on is said.
 */
import type { Language } from "@siegel/contract/limits.ts";
import type { PdfRefusalCode } from "@siegel/kernel/pdf/refusal.ts";
import type { Repair } from "@siegel/kernel/repair/normalise.ts";

type Sentences<Key extends string> = Readonly<Record<Language, Readonly<Record<Key, string>>>>;

/** What the sender of a refused document is told to do, for each code. */
export const refusalSentences: Sentences<PdfRefusalCode> = {
  en: {
    FILE_NOT_A_PDF: "This is not a PDF file. Save the document as PDF and send that.",
    FILE_ENCRYPTED: "The file is encrypted. Remove its password or its encryption and send it again.",
    FILE_SIGNED_ENCRYPTED:
      "The file is signed and encrypted. Its encryption cannot be removed without breaking its signatures: ask for a copy that was signed without it.",
    FILE_BROKEN: "The file is damaged and cannot be repaired. Save it again from the program that made it.",
    FILE_SIGNED_DAMAGED:
      "The file is signed and damaged. Repairing it would break its signatures: ask for it again from the person who signed it.",
    FILE_CERTIFIED:
      "A signature in the file does not permit this change, or any. Send the file as it was before that signature; if you placed fields, it may be enough to leave them out.",
    FILE_SCRIPTS_SIGNED:
      "A script or a program start stands in the file, and its signatures protect it. Remove it before the file is signed for the first time.",
    FILE_XFA_ONLY: "The form is an XFA form without pages of its own. Print it to PDF and send that.",
    FILE_ACTIVE_CONTENT: "The file contains an action that cannot be removed. Print it to PDF and send that.",
    FILE_TOO_LARGE: "The file is too large. Make it smaller or split it.",
    FILE_TOO_COMPLEX:
      "Reading the file takes too much time or memory. Make it smaller or split it; if nobody has signed it yet, printing it to PDF may help.",
    FILE_TOO_MANY_PAGES: "The file has too many pages. Split it.",
    FIELD_OUTSIDE_PAGE: "A field lies outside its page. Move it onto the page.",
    FIELD_VALUE_DOES_NOT_FIT: "What a form field shows does not fit in it. Make the field larger or the text shorter.",
    FIELD_VALUE_INVALID:
      "A form field has a name or a value that cannot be used. Change it in the form and send it again.",
    INVALID_REQUEST:
      "A field cannot be placed. A file that is signed already takes signature fields only, a document that is only shown takes none, and no two fields may have one name.",
  },
  de: {
    FILE_NOT_A_PDF: "Das ist keine PDF-Datei. Speichern Sie das Dokument als PDF und senden Sie dieses.",
    FILE_ENCRYPTED:
      "Die Datei ist verschlüsselt. Entfernen Sie ihr Passwort oder ihre Verschlüsselung und senden Sie sie noch einmal.",
    FILE_SIGNED_ENCRYPTED:
      "Die Datei ist unterschrieben und verschlüsselt. Die Verschlüsselung lässt sich nicht entfernen, ohne die Unterschriften zu brechen: Bitten Sie um ein Exemplar, das ohne sie unterschrieben wurde.",
    FILE_BROKEN:
      "Die Datei ist beschädigt und lässt sich nicht reparieren. Speichern Sie sie in dem Programm neu, mit dem sie erstellt wurde.",
    FILE_SIGNED_DAMAGED:
      "Die Datei ist unterschrieben und beschädigt. Eine Reparatur würde die Unterschriften brechen: Bitten Sie die Person, die unterschrieben hat, um die Datei.",
    FILE_CERTIFIED:
      "Eine Unterschrift in der Datei lässt diese oder jede weitere Änderung nicht zu. Senden Sie die Fassung davor; haben Sie Felder gesetzt, genügt es vielleicht, sie wegzulassen.",
    FILE_SCRIPTS_SIGNED:
      "In der Datei steht ein Skript oder ein Programmaufruf, und ihre Unterschriften schützen ihn. Entfernen Sie ihn, bevor zum ersten Mal unterschrieben wird.",
    FILE_XFA_ONLY:
      "Das Formular ist ein XFA-Formular ohne eigene Seiten. Drucken Sie es als PDF und senden Sie dieses.",
    FILE_ACTIVE_CONTENT:
      "Die Datei enthält eine Aktion, die sich nicht entfernen lässt. Drucken Sie sie als PDF und senden Sie dieses.",
    FILE_TOO_LARGE: "Die Datei ist zu groß. Verkleinern Sie sie oder teilen Sie sie auf.",
    FILE_TOO_COMPLEX:
      "Die Datei zu lesen braucht zu viel Zeit oder Speicher. Verkleinern Sie sie oder teilen Sie sie auf; hat noch niemand unterschrieben, hilft vielleicht ein Ausdruck als PDF.",
    FILE_TOO_MANY_PAGES: "Die Datei hat zu viele Seiten. Teilen Sie sie auf.",
    FIELD_OUTSIDE_PAGE: "Ein Feld liegt außerhalb seiner Seite. Verschieben Sie es auf die Seite.",
    FIELD_VALUE_DOES_NOT_FIT:
      "Was ein Formularfeld zeigt, passt nicht hinein. Machen Sie das Feld größer oder den Text kürzer.",
    FIELD_VALUE_INVALID:
      "Ein Formularfeld hat einen Namen oder einen Wert, der nicht verwendet werden kann. Ändern Sie ihn im Formular und senden Sie es noch einmal.",
    INVALID_REQUEST:
      "Ein Feld kann nicht gesetzt werden. Eine schon unterschriebene Datei nimmt nur Unterschriftsfelder, ein Dokument, das nur gezeigt wird, gar keine, und keine zwei Felder dürfen gleich heißen.",
  },
};

/** Why a file was not taken. `detail` is what was found, in English, for the person who made the file. */
export type DocumentRefusal = {
  readonly name: string;
  readonly code: PdfRefusalCode;
  readonly page?: number | undefined;
  readonly field?: string | undefined;
  readonly detail?: string;
};

/** One line for the sender: which document, on which page, why, and what to do. What was found is told in English only, where it names the field. */
export function refusalSentence({ name, code, page, field, detail }: DocumentRefusal, language: Language): string {
  const sentence = refusalSentences[language][code];
  if (language === "de") {
    const place = [name, page && `Seite ${page}`, field && `Feld ${field}`].filter(Boolean).join(", ");
    return `${place}: ${sentence}`;
  }
  const place = page === undefined ? name : `${name}, page ${page}`;
  return `${place}: ${sentence}${detail === undefined || detail === "" ? "" : ` (${detail})`}`;
}

/** What is said of a file that was mended, or that could not be. */
export type NoticeKey =
  | "repaired"
  | "decrypted"
  | "active-content-removed"
  | "media-removed"
  | "outside-parts-removed"
  | "portfolio-removed"
  | "xfa-removed"
  | "layers"
  | "annotations"
  | "drawn"
  | "fields"
  | "certified"
  | "locked-visible"
  | "signed-actions"
  | "signed-outside-parts"
  | "signed-portfolio"
  | "signed-layers"
  | "signed-xfa"
  | "signature-page"
  | "mark-in-margin"
  | "mark-nowhere";

const notices: Sentences<NoticeKey> = {
  en: {
    repaired: "The file was damaged and has been repaired. Check that it is complete. The original is kept.",
    decrypted:
      "The file was protected against changes. The protection has been removed; make sure that you may do this.",
    "active-content-removed":
      "Scripts and automatic actions were removed from the file. Its fields no longer calculate or check anything by themselves: see that their values are right.",
    "media-removed": "Video, sound or 3D content was taken out of the file; its picture on the page stays.",
    "outside-parts-removed": "References to files outside this one were removed. Check that nothing is missing.",
    "portfolio-removed":
      "The file was a portfolio. Signers are shown only its own pages, mostly a cover. The files inside stay, and the signature covers them too. Send each file that is to be read as a document of its own.",
    "xfa-removed": "The form's XFA part was removed; its fields stay. Check what they hold.",
    layers: "The file has layers. They stay as they are when the file is opened, on screen and on paper.",
    annotations: "Notes that showed on paper only now show on screen too.",
    drawn: "Some form fields had no stored appearance; we drew one. Check that they look right.",
    fields: "Some form fields held two different values. Check what they hold.",
    certified: "The file is certified. Signatures that are added to it are invisible.",
    "locked-visible":
      "A signature in the file lets nothing visible be added. Signatures that are added to it are invisible.",
    "signed-actions": "The file contains actions that cannot be removed, because it is signed.",
    "signed-outside-parts":
      "Parts of the file lie outside it and cannot be removed, because it is signed. Signers may see them differently.",
    "signed-portfolio":
      "The file is a portfolio. Signers are shown only its own pages, mostly a cover. The signature covers the files inside too.",
    "signed-layers":
      "The file has layers, contents that can be shown and hidden. Because it is signed we cannot settle which are visible: another program may show more or less.",
    "signed-xfa": "The form has an XFA part that cannot be removed, because it is signed. Signers see its pages.",
    "signature-page":
      "A page was appended on which the signatures show. If you want none, give each signer a place with fields, or send mark “none”.",
    "mark-in-margin":
      "No page was appended for the signatures, because the file is signed already. They show in the free margin of the last page.",
    "mark-nowhere":
      "The document has no room for the signatures and takes no further page. They are made all the same, but show nowhere. If you want to see them, give each signer a place with fields.",
  },
  de: {
    repaired:
      "Die Datei war beschädigt und wurde repariert. Prüfen Sie, ob sie vollständig ist. Das Original bleibt aufbewahrt.",
    decrypted:
      "Die Datei war gegen Änderungen geschützt. Der Schutz wurde entfernt; stellen Sie sicher, dass Sie das dürfen.",
    "active-content-removed":
      "Skripte und automatische Aktionen wurden aus der Datei entfernt. Felder rechnen und prüfen nicht mehr von selbst: Sehen Sie nach, ob die Werte stimmen.",
    "media-removed": "Video, Ton oder 3D-Inhalte wurden aus der Datei entfernt; ihr Bild auf der Seite bleibt.",
    "outside-parts-removed": "Verweise auf andere Dateien wurden entfernt. Prüfen Sie, ob nichts fehlt.",
    "portfolio-removed":
      "Die Datei war ein Portfolio. Unterzeichnende sehen nur die Seiten des Portfolios selbst, meist ein Deckblatt. Die Dateien darin bleiben, und die Unterschrift umfasst sie auch. Soll jemand eine davon lesen, senden Sie sie als eigenes Dokument.",
    "xfa-removed": "Der XFA-Teil des Formulars wurde entfernt; die Felder bleiben. Prüfen Sie, was darin steht.",
    layers: "Die Datei hat Ebenen. Sie bleiben auf dem Bildschirm und auf Papier so, wie sie beim Öffnen sind.",
    annotations: "Anmerkungen, die nur auf Papier zu sehen waren, sind jetzt auch auf dem Bildschirm zu sehen.",
    drawn:
      "Einige Formularfelder hatten keine gespeicherte Darstellung; wir haben sie gezeichnet. Prüfen Sie, ob sie richtig aussehen.",
    fields: "Einige Formularfelder enthielten zwei verschiedene Werte. Prüfen Sie, was darin steht.",
    certified: "Die Datei ist zertifiziert. Unterschriften, die hinzukommen, sind unsichtbar.",
    "locked-visible":
      "Eine Unterschrift in der Datei lässt nichts Sichtbares mehr zu. Unterschriften, die hinzukommen, sind unsichtbar.",
    "signed-actions": "Die Datei enthält Aktionen, die sich nicht entfernen lassen, weil sie unterschrieben ist.",
    "signed-outside-parts":
      "Teile der Datei liegen außerhalb und lassen sich nicht entfernen, weil sie unterschrieben ist. Unterzeichnende sehen sie vielleicht anders.",
    "signed-portfolio":
      "Die Datei ist ein Portfolio. Unterzeichnende sehen nur die Seiten des Portfolios selbst, meist ein Deckblatt. Die Unterschrift umfasst auch die Dateien darin.",
    "signed-layers":
      "Die Datei hat Ebenen, also Inhalte, die man ein- und ausblenden kann. Weil sie unterschrieben ist, können wir nicht festlegen, welche sichtbar sind: Ein anderes Programm zeigt vielleicht mehr oder weniger.",
    "signed-xfa":
      "Das Formular hat einen XFA-Teil, der sich nicht entfernen lässt, weil es unterschrieben ist. Unterzeichnende sehen seine Seiten.",
    "signature-page":
      "Es wurde eine Seite angefügt, auf der die Unterschriften zu sehen sind. Soll es keine geben, geben Sie jeder Person mit fields einen Platz, oder senden Sie mark „none“.",
    "mark-in-margin":
      "Für die Unterschriften wurde keine Seite angefügt, weil die Datei schon unterschrieben ist. Sie stehen im freien Rand der letzten Seite.",
    "mark-nowhere":
      "Im Dokument ist kein Platz für die Unterschriften, und es nimmt keine weitere Seite auf. Unterschrieben wird trotzdem, zu sehen ist davon nichts. Sollen sie zu sehen sein, geben Sie jeder Person mit fields einen Platz.",
  },
};

/** The sentence of a notice. */
export const noticeOf = (key: NoticeKey, language: Language): string => notices[language][key];

/** What a sender can act on; a repair that changes nothing that anybody sees says nothing. */
const noticeOfRepair: Partial<Readonly<Record<Repair, NoticeKey>>> = {
  "cross-reference-rebuilt": "repaired",
  "damaged-objects-dropped": "repaired",
  "page-tree-mended": "repaired",
  "annotations-mended": "repaired",
  decrypted: "decrypted",
  "active-content-removed": "active-content-removed",
  "media-removed": "media-removed",
  "outside-parts-removed": "outside-parts-removed",
  "portfolio-removed": "portfolio-removed",
  "xfa-removed": "xfa-removed",
};

/** A sentence for each thing that was done when the file was written anew, each once. */
export function repairNotices(repairs: readonly Repair[] | null, language: Language): string[] {
  const keys = (repairs ?? []).flatMap((repair) => noticeOfRepair[repair] ?? []);
  return [...new Set(keys)].map((key) => noticeOf(key, language));
}

/** What is known of earlier signatures before they are validated (decisions.md §12 "Earlier signatures"). */
export function earlierSignatures(count: number, language: Language): string {
  if (language === "de")
    return count === 1
      ? "Diese Datei enthält schon 1 Unterschrift. Sie bleibt Byte für Byte erhalten; wir haben sie nicht geprüft."
      : `Diese Datei enthält schon ${count} Unterschriften. Sie bleiben Byte für Byte erhalten; wir haben sie nicht geprüft.`;
  return count === 1
    ? "This file already contains 1 signature. It is kept byte by byte; we have not checked it."
    : `This file already contains ${count} signatures. They are kept byte by byte; we have not checked them.`;
}
