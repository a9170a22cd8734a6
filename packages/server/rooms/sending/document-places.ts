/** Pure rules of what documents are to each other: what is signed, what is shown only, and what belongs to what. */
import { auditReportNames, folderKey } from "@siegel/contract/file-name.ts";
import type { Said } from "@siegel/contract/said.ts";
import type { Fitted, Misfit } from "./misfit.ts";

/** What of a document these rules look at. */
type Placed = Fitted["documents"][number];
type Documents = readonly Placed[];

/** Whether a document is signed: an attachment goes with its document, and every other one is, unless the sender says otherwise. */
export function isSignedDocument({ sign, attachment_of: of }: Placed, documents: Documents): boolean {
  return sign ?? documents.find(({ name }) => name !== undefined && name === of)?.sign ?? true;
}

const twinOfDocument: Said = {
  en: 'another document has this name, or one that differs only in upper and lower case, ".pdf", blanks, invisible characters, or characters that no file name may have; choose another name',
  de: "ein anderes Dokument heißt auch so oder unterscheidet sich nur durch Groß- und Kleinschreibung, „.pdf“, Leerzeichen, unsichtbare Zeichen oder solche, die kein Dateiname haben darf; wählen Sie einen anderen Namen",
};
const twinOfReport: Said = {
  en: "the audit report, which goes with the documents, has this name in German or English; choose another name",
  de: "das Prüfprotokoll, das zu den Dokumenten gehört, heißt auf Deutsch oder Englisch so; wählen Sie einen anderen Namen",
};

/** Documents that would be saved under a name that another one has before them, or the audit report in either language. */
export function findSameNames(documents: ReadonlyArray<Pick<Placed, "name">>): Misfit[] {
  const reports = Object.values(auditReportNames).map(folderKey);
  const saved = documents.map(({ name }) => (name === undefined ? null : folderKey(name)));
  return saved.flatMap((name, n): Misfit[] => {
    if (name === null) return [];
    const isReport = reports.includes(name);
    if (!isReport && saved.indexOf(name) === n) return [];
    return [{ code: "INVALID_REQUEST", path: `documents.${n}.name`, said: isReport ? twinOfReport : twinOfDocument }];
  });
}

const attachmentFaults = {
  itself: {
    en: "a document is no attachment of itself; name another document, or leave this out",
    de: "ein Dokument ist keine Anlage zu sich selbst; nennen Sie ein anderes Dokument oder lassen Sie das weg",
  },
  unknown: {
    en: "there is no document of this name in the request; name one that is, letter by letter",
    de: "es gibt kein Dokument dieses Namens in der Anfrage; nennen Sie eines, Buchstabe für Buchstabe",
  },
  attachment: {
    en: "that document is an attachment itself; name the document that it belongs to",
    de: "dieses Dokument ist selbst eine Anlage; nennen Sie das Dokument, zu dem es gehört",
  },
  notSigned: {
    en: "that document is not signed, and this attachment is; let both be signed, or neither",
    de: "dieses Dokument wird nicht unterschrieben, die Anlage aber schon; lassen Sie beide unterschreiben oder keines",
  },
} as const satisfies Readonly<Record<string, Said>>;

const nothingToSign: Said = {
  en: 'none of them is signed; leave out "sign": false for at least one',
  de: 'keines davon wird unterschrieben; lassen Sie bei mindestens einem "sign": false weg',
};
const shownOnly: Said = {
  en: "this document is only shown, so it has no fields; let it be signed, or leave the field out",
  de: "dieses Dokument wird nur gezeigt und hat deshalb keine Felder; lassen Sie es unterschreiben oder das Feld weg",
};

/** What is wrong with attachments, with fields, and with what is signed. */
export function findMisplaced({ documents, signers }: Fitted): Misfit[] {
  const attachments = documents.flatMap((document, n): Misfit[] => {
    const fault = attachmentFault(document, documents);
    return fault === null
      ? []
      : [{ code: "ATTACHMENT_INVALID", path: `documents.${n}.attachment_of`, said: attachmentFaults[fault] }];
  });
  const shown = documents.filter((one) => !isSignedDocument(one, documents));
  if (documents.length > 0 && shown.length === documents.length)
    return [...attachments, { code: "NOTHING_TO_SIGN", path: "documents", said: nothingToSign }];
  const names = new Set(shown.map(({ name }) => name));
  const fields = signers.flatMap(({ fields: placed = [] }, n) =>
    placed.flatMap(({ document }, m): Misfit[] =>
      document !== undefined && names.has(document)
        ? [{ code: "DOCUMENT_NOT_SIGNED", path: `signers.${n}.fields.${m}.document`, said: shownOnly }]
        : [],
    ),
  );
  return [...attachments, ...fields];
}

function attachmentFault(
  { name, sign, attachment_of: of }: Placed,
  documents: Documents,
): keyof typeof attachmentFaults | null {
  if (of === undefined) return null;
  if (of === name) return "itself";
  const main = documents.find((one) => one.name === of);
  // The one that is meant may be among those whose name cannot be read.
  if (main === undefined) return documents.every((one) => one.name !== undefined) ? "unknown" : null;
  // Only one level: this also excludes circles, and every list can show a document with its attachments below it.
  if (main.attachment_of !== undefined) return "attachment";
  // "Signed too" would be said of it, and its document is not signed.
  return main.sign === false && sign === true ? "notSigned" : null;
}
