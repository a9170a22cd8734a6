// What a page says of its size and turn (ISO 32000-2 §7.7.3.3, table 31), read as pdf.js reads it: a value that is no box or no quarter
// turn is ignored.
import { type Box, itemsOf, numberOf, type Resolver } from "./access.ts";
import { common } from "./matrix.ts";
import type { PdfObject } from "./objects.ts";

/** As they are stored: what a page inherits by the nearest node that says anything, and its own unit. */
export type PageAttributes = Readonly<Record<"MediaBox" | "CropBox" | "Rotate" | "UserUnit", PdfObject | undefined>>;

/** `box` is the crop box inside the media box. */
export type PageGeometry = {
  readonly media: Box;
  readonly box: Box;
  readonly rotate: 0 | 90 | 180 | 270;
  readonly userUnit: number;
};

const usLetter: Box = [0, 0, 612, 792];

/** The size and turn of a page in a browser. */
export function geometryOf(objects: Resolver, attributes: PageAttributes): PageGeometry {
  const media = boxOf(objects, attributes.MediaBox) ?? usLetter;
  const crop = boxOf(objects, attributes.CropBox);
  return {
    media,
    box: crop === undefined ? media : (common(media, crop) ?? media),
    rotate: turnOf(numberOf(objects, attributes.Rotate) ?? 0),
    userUnit: unitOf(objects, attributes.UserUnit) ?? 1,
  };
}

/** Four numbers around something. */
function boxOf(objects: Resolver, value: PdfObject | undefined): Box | undefined {
  const [a = 0, b = 0, c = 0, d = 0, ...surplus] = itemsOf(objects, value).map(
    (item) => numberOf(objects, item) ?? Number.NaN,
  );
  const box: Box = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
  return surplus.length === 0 && box[2] > box[0] && box[3] > box[1] ? box : undefined;
}

/** Clockwise; nothing where it is no quarter turn. */
const turnOf = (degrees: number): PageGeometry["rotate"] =>
  ([0, 90, 180, 270] as const).find((turn) => turn === ((degrees % 360) + 360) % 360) ?? 0;

function unitOf(objects: Resolver, value: PdfObject | undefined): number | undefined {
  const unit = numberOf(objects, value);
  return unit !== undefined && unit > 0 ? unit : undefined;
}
