/** What may be wanted of a document's pages, counted from 1, and what comes of it. */
import type { PageDescription } from "./page-description.ts";

/** A page's picture, so many pixels wide. */
export type PictureTask = { readonly wanted: "picture"; readonly page: number; readonly width: number };

/** What `count` pages from `first` on say. */
export type DescriptionsTask = { readonly wanted: "descriptions"; readonly first: number; readonly count: number };

/** One of them. */
export type PageTask = PictureTask | DescriptionsTask;

/** A page's picture, WebP. It is narrower than was asked where it would have too many pixels. */
export type PagePicture = { readonly ok: true; readonly octets: Uint8Array };

/** Pages in order; fewer than were asked for where they say too much for one answer, or take long. */
export type PageDescriptions = { readonly ok: true; readonly pages: readonly PageDescription[] };

/**
 * `NO_RENDERER`: nothing here draws pages. `UNREADABLE`: it cannot be opened or drawn. `BLOB_CHANGED`: it is not what its name says.
 * `FAULT`: whoever draws failed otherwise than over the file. The messages of `NO_RENDERER` and `FAULT` are for the log.
 */
export type NotDrawn = {
  readonly ok: false;
  readonly code: "NO_RENDERER" | "NO_SUCH_PAGE" | "UNREADABLE" | "BLOB_CHANGED" | "FAULT";
  readonly message: string;
};

/** What comes of a task. */
export type PageOutcome = PagePicture | PageDescriptions | NotDrawn;
