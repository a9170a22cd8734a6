/** Tasks on a document's pages, counted from 1, and their outcomes. */
import type { PageDescription } from "./page-description.ts";

/** A page's picture; `width` in pixels. */
export type PictureTask = { readonly wanted: "picture"; readonly page: number; readonly width: number };

/** Descriptions of `count` pages, beginning with `first`. */
export type DescriptionsTask = { readonly wanted: "descriptions"; readonly first: number; readonly count: number };

/** One of them. */
export type PageTask = PictureTask | DescriptionsTask;

/** A page's picture, WebP. It is narrower than requested if it would have too many pixels. */
export type PagePicture = { readonly ok: true; readonly bytes: Uint8Array };

/** Pages in order; fewer than requested if they hold too much text for one answer or take too long. */
export type PageDescriptions = { readonly ok: true; readonly pages: readonly PageDescription[] };

/**
 * `NO_RENDERER`: the drawing program is not installed. `UNREADABLE`: the document cannot be opened or drawn. `BLOB_CHANGED`: its bytes do
 * not match its name. `FAULT`: drawing failed for a reason other than the file. The messages of `NO_RENDERER` and `FAULT` are for the log.
 */
export type NotDrawn = {
  readonly ok: false;
  readonly code: "NO_RENDERER" | "NO_SUCH_PAGE" | "UNREADABLE" | "BLOB_CHANGED" | "FAULT";
  readonly message: string;
};

/** The outcome of a task. */
export type PageOutcome = PagePicture | PageDescriptions | NotDrawn;
