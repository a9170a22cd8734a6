// Where the picture and the lines of a visible signature stand in their box (ISO 32000-2 §12.7.5.5: what it shows is free):
// beside each other in a wide box, above each other in a narrow one, and never over each other.
import type { TextShaper } from "./shaped-text.ts";
import { layoutText, type PlacedLine, textFits } from "./text-layout.ts";

/** Left, bottom, width, height in points from the bottom left of the box. */
export type PictureBox = readonly [left: number, bottom: number, width: number, height: number];

type Size = { readonly width: number; readonly height: number };

/** Both in one box; `picture` keeps its shape. */
export type Arranged = Divided & { readonly picture: PictureBox };

/** The words in a box, how many of them are whole, and what is left of it for a picture of whatever shape. */
export type Divided = {
  readonly lines: readonly PlacedLine[];
  readonly shown: number;
  readonly room: PictureBox;
};

/** What of the box the picture gets at most: less where the words would not fit beside it. */
const shares = [0.45, 0.35, 0.25, 0.15];
const marginPt = 2;
/** Names and times are set this small before they are broken. */
const wholeWordsPt = 6;

/** Places a picture of that shape and `texts`, one below the other, in `box`. */
export function arrange(
  shaper: TextShaper,
  box: Size,
  shown: { readonly picture: Size; readonly texts: readonly string[]; readonly isWide?: boolean },
): Arranged {
  const divided = divide(shaper, box, shown.texts, shown.isWide);
  return { ...divided, picture: scaledInto(shown.picture, divided.room) };
}

/**
 * Divides `box` between `texts`, one below the other, and a picture, which stands in the middle of its room, as large as that takes: beside
 * them in a wide box, else above them.
 */
export function divide(
  shaper: TextShaper,
  box: Size,
  texts: readonly string[],
  isWide: boolean = box.width >= 2 * box.height,
): Divided {
  if (texts.length === 0) return { lines: [], shown: 0, room: [0, 0, box.width, box.height] };
  const tries = shares.map((share) => arrangeWith(shaper, box, { texts, share, isWide }));
  // The first of those that show most: the picture is as large as all words allow, or as most of them do.
  const { lines, shown, area } = tries.reduce((best, one) => (one.shown > best.shown ? one : best));
  return { lines, shown, room: withMargin(area) };
}

/**
 * Sets `texts`, one below the other, as many of the first ones as the area shows whole: half a line could be read as another one. One that
 * would never be whole, an endless name, is left out for those below it; `shown` is the number of those that are whole, 0 where none
 * is, and then the first is set as it is.
 */
export function setWhole(shaper: TextShaper, area: Size, texts: readonly string[]): Whole {
  const whole = setFirst(shaper, area, texts);
  if (whole.shown > 0 || texts.length < 2) return whole;
  const below = setWhole(shaper, area, texts.slice(1));
  return below.shown > 0 ? below : whole;
}

function setFirst(shaper: TextShaper, area: Size, texts: readonly string[]): Whole {
  const blockOf = (count: number) => {
    const { width, height } = area;
    const text = texts.slice(0, count).join("\n");
    return { width, height, text, sizePt: 0, multiline: true, quadding: 0, wholeWordsPt };
  };
  let shown = texts.length;
  while (shown > 0 && !textFits(shaper, blockOf(shown))) shown -= 1;
  return { lines: texts.length === 0 ? [] : layoutText(shaper, blockOf(Math.max(1, shown))), shown };
}

type Whole = { readonly lines: readonly PlacedLine[]; readonly shown: number };
type Tried = Whole & { readonly area: PictureBox };

function arrangeWith(
  shaper: TextShaper,
  { width, height }: Size,
  { texts, share, isWide }: { readonly texts: readonly string[]; readonly share: number; readonly isWide: boolean },
): Tried {
  const left = isWide ? width * share : 0;
  const words = isWide ? { width: width - left, height } : { width, height: height * (1 - share) };
  const { lines, shown } = setWhole(shaper, words, texts);
  return {
    lines: lines.map((line) => ({ ...line, x: line.x + left })),
    area: isWide ? [0, 0, left, height] : [0, words.height, width, height - words.height],
    shown,
  };
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
