/** What a sender is told about a document that was taken, and why one was not. */
import type { PdfRefusalCode } from "@siegel/kernel/pdf/refusal.ts";
import type { Repair } from "@siegel/kernel/repair/normalise.ts";

/** What stands in the refusal of a document, for the sender to act on; the document's name goes before it. */
export const sentenceOf = {
  FILE_NOT_A_PDF: "This is not a PDF file.",
  FILE_ENCRYPTED: "The file is encrypted. Send it without a password.",
  FILE_BROKEN: "The file is damaged and cannot be repaired. Save it again from the program that made it.",
  FILE_CERTIFIED:
    "The file is certified against changes. Send it as it was before it was certified, or, where its certification permits signatures, without fields.",
  FILE_XFA_ONLY: "The form is an XFA form that cannot be signed. Print it to PDF and send that.",
  FILE_ACTIVE_CONTENT:
    "The file contains scripts, programs, hidden layers, an embedded file in place of its pages, or parts kept outside it that cannot be removed, or that its signatures protect, or text, pictures or colours that programs show each in their own way.",
  FILE_TOO_LARGE: "The file is too large.",
  FILE_TOO_COMPLEX: "The file takes too much time or memory to read. Print it to PDF and send that.",
  FILE_TOO_MANY_PAGES: "The file has too many pages.",
  FIELD_OUTSIDE_PAGE: "A field lies outside its page.",
  FIELD_VALUE_DOES_NOT_FIT: "What a form field shows does not fit in it. Make the field larger or the text shorter.",
  FIELD_VALUE_INVALID: "A form field has a name or a value that cannot be used.",
  INVALID_REQUEST: "A field cannot be placed.",
} as const satisfies Record<PdfRefusalCode, string>;

const repairSentences = {
  "cross-reference-rebuilt": "The file was damaged: its table of objects was rebuilt.",
  "bytes-before-header-removed": "Octets before the beginning of the PDF were removed.",
  decrypted: "The file's protection against changes was removed; it opens without a password.",
  "damaged-objects-dropped": "Parts that could not be read were left out. Check that the document is complete.",
  "pages-made-indirect": "Its pages were stored in another form, which signatures need.",
  "page-tree-mended": "Its tree of pages said different things to different programs: it was put right.",
  "objects-unpacked": "Its objects were packed so that they take long to read: they were written out.",
  "active-content-removed": "Scripts and launch actions were removed from the file.",
  "portfolio-removed":
    "The file was a portfolio, which some programs open with an embedded file: now its own pages are shown everywhere. What is embedded stays, and signers are told of it. Send it as a document of its own if it is to be signed.",
  "drawing-mended":
    "Pictures, masks or shadings that programs show each in their own way were put right. Check that they look as you mean them.",
  // What shows is what gets signed: the fields.
  "xfa-removed": "The form's XFA part was removed; its fields stay.",
} as const satisfies Record<Repair, string>;

/** What was done so that everybody sees the same, in a revision behind the file as it was sent. */
export const fixedNotices = {
  layers:
    "The file has layers: those that are hidden when it is opened stay hidden, on screen and on paper, and none can be switched.",
  annotations: "Annotations that showed on screen or on paper only now show on both.",
  drawn: "Form fields that had no picture of their own got one, which every program shows.",
  leftOut:
    "Annotations and frames of links that programs would draw each in their own way are not shown. Check that nothing is missing.",
  fields:
    "Form fields that said one thing to some programs and another to others now say one to all. Check what they hold.",
  looks:
    "Overprinting, special colours, appearances and sizes of pages that programs show each in their own way were settled: every program now shows the pages as a browser does.",
} as const;

/** A sentence for each thing that was done; null: the file was sound. */
export function repairNotices(repairs: readonly Repair[] | null): string[] {
  if (repairs === null) return [];
  return [
    "The file was written anew before anybody signs. The original is kept.",
    ...repairs.map((repair) => repairSentences[repair]),
  ];
}
