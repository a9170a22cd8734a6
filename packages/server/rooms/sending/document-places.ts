/** Pure rules of what documents are to each other: what is signed, what is shown only, and what belongs to what. */
import type { SentWorkflow } from "@siegel/contract/calls/sending.ts";
import type { ErrorCode } from "@siegel/contract/codes.ts";
import { auditReportNames, folderKey } from "@siegel/contract/file-name.ts";

/** What is wrong with documents that are well-formed each, for the sender to read. */
export type DocumentMisfit = {
  readonly code: Extract<ErrorCode, "ATTACHMENT_INVALID" | "DOCUMENT_NOT_SIGNED" | "NOTHING_TO_SIGN">;
  readonly message: string;
};

type Documents = SentWorkflow["documents"];

/** Whether a document is signed: an attachment goes with its document, and every other one is, unless the sender says otherwise. */
export function isSignedDocument({ sign, attachment_of: of }: Documents[number], documents: Documents): boolean {
  return sign ?? documents.find(({ name }) => name === of)?.sign ?? true;
}

const twinOfDocument =
  'another document has this name, or one that differs from it only by upper and lower case, ".pdf", blanks, what cannot be seen, or what no file name may hold: a folder takes both for one file';
const twinOfReport =
  "the audit report has this name in German or English, and goes with the documents: a folder takes both for one file";

/** Where a document is saved under a name that another one has before it, or the audit report in either language; null where each has its own. */
export function findSameName(documents: ReadonlyArray<Pick<Documents[number], "name">>): string | null {
  const reports = Object.values(auditReportNames).map(folderKey);
  const saved = documents.map(({ name }) => folderKey(name));
  const twin = saved.findIndex((name, n) => reports.includes(name) || saved.indexOf(name) < n);
  if (twin < 0) return null;
  return `documents.${twin}.name: ${reports.includes(saved[twin] ?? "") ? twinOfReport : twinOfDocument}`;
}

/** The first thing wrong with attachments, fields and what is signed; null where all fits. Names of documents are distinct here. */
export function findMisplaced({
  documents,
  signers,
}: Pick<SentWorkflow, "documents" | "signers">): DocumentMisfit | null {
  const byName = new Map(documents.map((document) => [document.name, document]));
  for (const [n, { name, sign, attachment_of: of }] of documents.entries()) {
    if (of === undefined) continue;
    const refused = (why: string): DocumentMisfit => ({
      code: "ATTACHMENT_INVALID",
      message: `documents.${n}.attachment_of: ${why}`,
    });
    if (of === name) return refused("a document is no attachment of itself");
    const main = byName.get(of);
    if (main === undefined) return refused("there is no document of this name in the call");
    // One level: with it there are no circles either, and every list shows a document with what belongs to it below.
    if (main.attachment_of !== undefined) return refused("that document is an attachment itself");
    // "Signed too" would be said of it, and its document is not signed.
    if (main.sign === false && sign === true) return refused("that document is not signed, and this attachment is");
  }
  const shownOnly = new Set(documents.filter((one) => !isSignedDocument(one, documents)).map(({ name }) => name));
  if (shownOnly.size === documents.length)
    return { code: "NOTHING_TO_SIGN", message: "documents: none of them is signed" };
  for (const [n, { fields = [] }] of signers.entries()) {
    const m = fields.findIndex(({ document }) => shownOnly.has(document));
    if (m >= 0)
      return {
        code: "DOCUMENT_NOT_SIGNED",
        message: `signers.${n}.fields.${m}.document: this document is shown only, so it has no fields`,
      };
  }
  return null;
}
