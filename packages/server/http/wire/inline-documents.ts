/** How much of documents a request for a workflow may hold itself (decisions.md §5 'Sending'); larger ones are uploaded before. */
import { uploadPdf } from "@siegel/contract/calls/sending.ts";
import { inline_document_bytes_max, json_body_bytes_max } from "@siegel/contract/limits.ts";
import type { Said } from "@siegel/contract/said.ts";

const megabytes = (bytes: number): number => bytes / 1024 / 1024;
const [documentMax, requestMax] = [inline_document_bytes_max, json_body_bytes_max].map(megabytes);

/** What is said of too much, and where to send it instead. */
export const inlineLimits: Said = {
  en: `A document sent inside the request may be at most ${documentMax} MB, the whole request ${requestMax} MB. Send larger documents to ${uploadPdf.path} and give their upload_id.`,
  de: `Ein Dokument in der Anfrage selbst darf höchstens ${documentMax} MB haben, die ganze Anfrage ${requestMax} MB. Senden Sie größere Dokumente an ${uploadPdf.path} und geben Sie ihre upload_id an.`,
};

/** Whether a base64 text stands for more bytes than a document in a request may have. */
export function isTooLargeInline(content: string): boolean {
  const padding = content.endsWith("==") ? 2 : content.endsWith("=") ? 1 : 0;
  return (content.length / 4) * 3 - padding > inline_document_bytes_max;
}
