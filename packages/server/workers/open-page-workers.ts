/** The workers that draw pages. */
import { type DocumentLimits, documentWorkers } from "../adapters/workers/document-workers.ts";
import type { BlobStore } from "../ports/blobs.ts";
import type { PageDrawing } from "../ports/page-drawing.ts";

/** Opens them for documents of a store; a process starts when somebody looks at a page of one. */
export function openPageWorkers(blobs: Pick<BlobStore, "asFile">, limits?: DocumentLimits): PageDrawing {
  return documentWorkers(new URL("./page-worker.ts", import.meta.url), blobs, limits);
}
