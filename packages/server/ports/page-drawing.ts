/**
 * Pages of a stored document as pictures, with what else a page says: its size, its text, its form fields. It is foreign content, so
 * the work has limits (bounded-work.ts), and whoever has read one document never reads another.
 */
import type { Widget } from "@siegel/contract/foreign-fields.ts";
import type { Sha256Hex } from "./blobs.ts";
import type { WorkFigures } from "./bounded-work.ts";

/** What is wanted of a document; pages are counted from 1. */
export type PageTask =
  | { readonly wanted: "picture"; readonly page: number; readonly width: number }
  | { readonly wanted: "descriptions"; readonly first: number; readonly count: number };

/** A page's picture, WebP. It is narrower than was asked where it would have too many pixels. */
export type PagePicture = { readonly ok: true; readonly octets: Uint8Array };

/** Pages in order; fewer than were asked for where they say too much for one answer. */
export type PageDescriptions = { readonly ok: true; readonly pages: readonly PageDescription[] };

/** `NO_RENDERER`: nothing here draws pages. `UNREADABLE`: it cannot be opened or drawn. `BLOB_CHANGED`: it is not what its name says. */
export type NotDrawn = {
  readonly ok: false;
  readonly code: "NO_RENDERER" | "NO_SUCH_PAGE" | "UNREADABLE" | "BLOB_CHANGED";
  readonly message: string;
};

/** `transform` leads from PDF user space to points from the top left of the page as it is looked at, which has `size`. */
export type PageDescription = {
  readonly page: number;
  readonly size: { readonly width: number; readonly height: number };
  readonly transform: readonly number[];
  readonly widgets: readonly Widget[];
  readonly text: readonly TextRun[];
};

/** A run of text as the page has it: where it begins, top left, how high and long it is, in points, and its angle, in degrees. */
export type TextRun = {
  readonly text: string;
  readonly endsLine: boolean;
  readonly left: number;
  readonly top: number;
  readonly height: number;
  readonly length: number;
  readonly angle: number;
};

/** Draws and describes pages. */
export type PageDrawing = {
  /** @throws WorkExceeded, WorkerDied, TooMuchWork, BlobMissing; where many wait, readers take turns */
  readonly run: (
    sha256: Sha256Hex,
    task: PageTask,
    reader: string,
  ) => Promise<PagePicture | PageDescriptions | NotDrawn>;
  readonly figures: () => WorkFigures;
  /** Ends all work; what is under way is rejected. */
  readonly close: () => Promise<void>;
};
