/** How much of documents a request for a workflow may hold itself (decisions.md §5 'Sending'); larger ones are uploaded before. */
import { uploadPdf } from "@siegel/contract/calls/sending.ts";
import { inline_document_bytes_max, json_body_bytes_max, type Language } from "@siegel/contract/limits.ts";

const megabytes = (bytes: number): number => bytes / 1024 / 1024;
const [documentMax, requestMax] = [inline_document_bytes_max, json_body_bytes_max].map(megabytes);

/** What is said of too much, and where to send it instead. */
export const inlineLimits: Readonly<Record<Language, string>> = {
  en: `A request may have ${requestMax} MB, and each document in its content ${documentMax} MB. Send larger documents to ${uploadPdf.path} and name their upload_id.`,
  de: `Eine Anfrage darf ${requestMax} MB haben und jedes Dokument in ihrem content ${documentMax} MB. Senden Sie größere Dokumente an ${uploadPdf.path} und nennen Sie ihre upload_id.`,
};

/** Whether a base64 text stands for more bytes than a document in a request may have. */
export function isTooLargeInline(content: string): boolean {
  const padding = content.endsWith("==") ? 2 : content.endsWith("=") ? 1 : 0;
  return (content.length / 4) * 3 - padding > inline_document_bytes_max;
}
