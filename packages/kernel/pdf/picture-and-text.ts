// Where the picture and the lines of a visible signature stand in their box (ISO 32000-2 §12.7.5.5: what it shows is free):
// beside each other in a wide box, above each other in a narrow one, and never over each other.
import type { TextShaper } from "./shaped-text.ts";
import { layoutText, type PlacedLine } from "./text-layout.ts";

/** Left, bottom, width, height in points from the bottom left of the box. */
export type PictureBox = readonly [left: number, bottom: number, width: number, height: number];

type Size = { readonly width: number; readonly height: number };

/** Both in one box; `picture` keeps its shape. */
export type Arranged = { readonly lines: readonly PlacedLine[]; readonly picture: PictureBox };

/** The words in a box, and what is left of it for a picture of whatever shape. */
export type Divided = { readonly lines: readonly PlacedLine[]; readonly room: PictureBox };

/** What of the box the picture gets at most: less where the words would not fit beside it. */
const shares = [0.45, 0.35, 0.25, 0.15];
const marginPt = 2;

/** Places a picture of that shape and `texts`, one below the other, in `box`. */
export function arrange(
  shaper: TextShaper,
  box: Size,
  shown: { readonly picture: Size; readonly texts: readonly string[] },
): Arranged {
  const { lines, room } = divide(shaper, box, shown.texts);
  return { lines, picture: scaledInto(shown.picture, room) };
}

/** Divides `box` between `texts`, one below the other, and a picture, which stands in the middle of its room, as large as that takes. */
export function divide(shaper: TextShaper, box: Size, texts: readonly string[]): Divided {
  if (texts.length === 0) return { lines: [], room: [0, 0, box.width, box.height] };
  const tries = shares.map((share) => arrangeWith(shaper, box, { texts, share }));
  const [first, ...others] = tries;
  if (first === undefined) throw new Error("there is no share");
  // Where they never fit they would not without a picture either, and are cut off at the end as they are then.
  const { lines, area } = [first, ...others].find((one) => one.fits) ?? first;
  return { lines, room: withMargin(area) };
}

type Tried = { readonly lines: readonly PlacedLine[]; readonly area: PictureBox; readonly fits: boolean };

function arrangeWith(
  shaper: TextShaper,
  { width, height }: Size,
  { texts, share }: { readonly texts: readonly string[]; readonly share: number },
): Tried {
  const isWide = width >= 2 * height;
  const left = isWide ? width * share : 0;
  const words = isWide ? { width: width - left, height } : { width, height: height * (1 - share) };
  const block = { ...words, text: texts.join("\n"), sizePt: 0, multiline: true, quadding: 0 };
  const lines = layoutText(shaper, block).map((line) => ({ ...line, x: line.x + left }));
  const fits = lines.every(({ text, y }) => y + text.descentPt >= 0);
  return { lines, area: isWide ? [0, 0, left, height] : [0, words.height, width, height - words.height], fits };
}

function withMargin([left, bottom, width, height]: PictureBox): PictureBox {
  const margin = Math.min(marginPt, width / 8, height / 8);
  return [left + margin, bottom + margin, width - 2 * margin, height - 2 * margin];
}

function scaledInto(picture: Size, [left, bottom, width, height]: PictureBox): PictureBox {
  const scale = Math.min(width / picture.width, height / picture.height);
  const [w, h] = [picture.width * scale, picture.height * scale];
  return [left + (width - w) / 2, bottom + (height - h) / 2, w, h];
}
