/**
 * Draws and describes pages of a stored document. The content is foreign, so the work has limits (bounded-work.ts), and a process that
 * has read one document never reads another.
 */
import type { BoundedWork, OnDocument } from "./bounded-work.ts";
import type { PageOutcome, PageTask } from "./page-task.ts";

/** Tasks on documents. Throws BlobMissing besides the errors of bounded work. */
export type PageDrawing = BoundedWork<OnDocument<PageTask>, PageOutcome>;
