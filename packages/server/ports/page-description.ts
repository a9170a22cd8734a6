/** What is known of a page beside its picture: its size, its text with positions, its form fields. */
import type { Widget } from "@siegel/contract/foreign-fields.ts";

/** `size` is the page as displayed, in points; `transform` leads from PDF user space to points from its top left corner. */
export type PageDescription = {
  readonly page: number;
  readonly size: { readonly width: number; readonly height: number };
  readonly transform: readonly number[];
  readonly widgets: readonly Widget[];
  readonly text: readonly TextRun[];
};

/** A run of text on the page: its top left corner, height and length in points, and its angle in degrees. */
export type TextRun = {
  readonly text: string;
  readonly endsLine: boolean;
  readonly left: number;
  readonly top: number;
  readonly height: number;
  readonly length: number;
  readonly angle: number;
};
