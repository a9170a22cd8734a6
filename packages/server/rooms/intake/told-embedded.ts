/** How much is told of files within documents: to signers and in the report alike, whatever documents carry. */
import type { EmbeddedFile } from "@siegel/contract/calls/files.ts";
import { embedded_files_told_max } from "@siegel/contract/limits.ts";

/** Files within a document: the first of them, and how many there are. */
export type Embedded = { readonly first: readonly EmbeddedFile[]; readonly total: number };

/** Drawing this many lines of a report takes half a second. */
const toldOfWorkflowMax = 500;

/** A workflow's documents with what is told of the files within each: where many carry some, fewer of each. */
export function toldEmbedded<File extends { readonly embedded: Embedded }>(files: readonly File[]): File[] {
  const carrying = files.filter(({ embedded }) => embedded.total > 0).length;
  const max = Math.min(embedded_files_told_max, Math.floor(toldOfWorkflowMax / Math.max(1, carrying)));
  return files.map((file) => ({ ...file, embedded: { ...file.embedded, first: file.embedded.first.slice(0, max) } }));
}
