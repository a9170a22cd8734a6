/** What a page says, beside its picture: its size, its text where it stands, its form fields. */
import type { Widget } from "@siegel/contract/foreign-fields.ts";

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
