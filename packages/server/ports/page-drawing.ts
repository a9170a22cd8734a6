/**
 * Pages of a stored document, drawn and described. It is foreign content, so the work has limits (bounded-work.ts), and whoever has
 * read one document never reads another.
 */
import type { BoundedWork, OnDocument } from "./bounded-work.ts";
import type { PageOutcome, PageTask } from "./page-task.ts";

/** Does tasks on documents; beside what bounded work throws, BlobMissing. */
export type PageDrawing = BoundedWork<OnDocument<PageTask>, PageOutcome>;
