// Where the lines of a field's value go (ISO 32000-2 §12.7.4.3 variable text): wrapping, size, quadding, comb cells.
import type { FontFace, FontWeight, ShapedText, TextDirection, TextShaper } from "./shaped-text.ts";

/** A line at its baseline's left end, in points from the bottom left of the area; `said` is what it says, in the order of reading. */
export type PlacedLine = { readonly said: string; readonly text: ShapedText; readonly x: number; readonly y: number };

/**
 * The text to set. `sizePt` is the largest size, reduced if the text does not fit; 0 finds a size. `quadding`: 0 left, 1 centred, 2 right.
 * `combCells` is a number of cells, each with one character.
 */
export type TextBlock = {
  readonly text: string;
  readonly width: number;
  readonly height: number;
  readonly sizePt: number;
  readonly multiline: boolean;
  readonly quadding: number;
  readonly combCells?: number;
  /** Down to this size words, and what a no-break space joins, are set smaller and not broken; below it they are broken as elsewhere. */
  readonly wholeWordsPt?: number;
  readonly weight?: FontWeight;
  readonly face?: FontFace;
};

const paddingPt = 2;
const autoSizeMaxPt = 12;
const autoSizeMinPt = 4;
const lineSpacing = 1.15;

/** Sets `block` in the shaper's font. Text that does not fit at the smallest size runs over and is clipped by its box: ask `textFits` first. */
export function layoutText(shaper: TextShaper, block: TextBlock): PlacedLine[] {
  return layoutWith(shapeOnce(shaper, block), asDrawn(block));
}

/**
 * Whether `layoutText` shows all of a text, whatever size is wished for: it goes down to the smallest where larger ones run over, so
 * what is set at that one and stays within its area, or its cells, is whole. With `leastPt` whether it does so without going below that.
 */
export function textFits(
  shaper: Pick<TextShaper, "shape">,
  wished: Omit<TextBlock, "sizePt">,
  leastPt: number = autoSizeMinPt,
): boolean {
  if (wished.text === "") return true;
  const block = asDrawn({ ...wished, sizePt: leastPt });
  const shape = shapeOnce(shaper, block);
  if (block.combCells !== undefined && charactersOf(block.text).length > block.combCells) return false;
  if (block.multiline && isFarTooLong(shape, block)) return false;
  const lines = layoutWith(shape, block);
  return lines.every(({ text }) => text.sizePt >= leastPt - gracePt) && isWithin(lines, block);
}

/** The text as it is drawn: composed, and of one line where its area has one. */
function asDrawn(block: TextBlock): TextBlock {
  const text = block.text.normalize("NFC").replace(/\r\n?/g, "\n");
  return { ...block, text: block.multiline ? text : text.replaceAll("\n", " ") };
}

function layoutWith(shape: ShapeAt, block: TextBlock): PlacedLine[] {
  if (block.combCells !== undefined) return layoutComb(shape, block, block.combCells);
  return block.multiline ? layoutLines(shape, block) : layoutSingle(shape, block);
}

// Far less than anybody sees: places are read back from a file in fewer digits than they were calculated in.
const gracePt = 0.01;

/** Whether every line is inside of the area that it is clipped to, and every character of a comb inside of its cell. */
function isWithin(lines: readonly PlacedLine[], { width, height, combCells = 1 }: TextBlock): boolean {
  const widest = width / combCells;
  return lines.every(
    ({ text, x, y }) =>
      text.widthPt <= widest + gracePt &&
      x >= -gracePt &&
      x + text.widthPt <= width + gracePt &&
      y + text.descentPt >= -gracePt &&
      y + text.ascentPt <= height + gracePt,
  );
}

/** Whether the words alone are far more than the area has lines for: said at once, before thousands of lines are set. */
function isFarTooLong(shape: ShapeAt, { text, width, height, sizePt }: TextBlock): boolean {
  const line = shape("", sizePt, "ltr");
  const lines = 1 + height / ((line.ascentPt - line.descentPt) * lineSpacing);
  const paragraphs = text.split("\n");
  if (paragraphs.length > lines) return true;
  // Twice, because letters of some scripts are narrower where a word is broken between them.
  let left = 2 * lines * width;
  for (const paragraph of paragraphs) {
    const direction = directionOf(paragraph);
    for (const word of paragraph.split(" ")) {
      left -= shape(word, sizePt, direction).widthPt;
      if (left < 0) return true;
    }
  }
  return false;
}

type ShapeAt = (text: string, sizePt: number, direction: TextDirection) => ShapedText;

/** Shapes each text once at 1 point: glyphs are the same at every size, and finding a size asks for the same words again and again. */
function shapeOnce(shaper: Pick<TextShaper, "shape">, { weight, face }: Pick<TextBlock, "weight" | "face">): ShapeAt {
  const shaped = new Map<string, ShapedText>();
  return (text, sizePt, direction) => {
    const key = `${direction} ${text}`;
    const style = { sizePt: 1, direction, ...(weight && { weight }), ...(face && { face }) };
    const unit = shaped.get(key) ?? shaper.shape(text, style);
    shaped.set(key, unit);
    return {
      ...unit,
      sizePt,
      widthPt: unit.widthPt * sizePt,
      ascentPt: unit.ascentPt * sizePt,
      descentPt: unit.descentPt * sizePt,
    };
  };
}

function layoutSingle(shape: ShapeAt, block: TextBlock): PlacedLine[] {
  const direction = directionOf(block.text);
  const probe = shape(block.text, 1, direction);
  const fitsHeight = (block.height - paddingPt) / (probe.ascentPt - probe.descentPt);
  const fitsWidth = probe.widthPt > 0 ? (block.width - 2 * paddingPt) / probe.widthPt : autoSizeMaxPt;
  const sizePt = Math.max(autoSizeMinPt, Math.min(block.sizePt || autoSizeMaxPt, fitsHeight, fitsWidth));
  const text = shape(block.text, sizePt, direction);
  const y = (block.height - text.ascentPt - text.descentPt) / 2;
  return [{ said: block.text, text, x: aligned(block, text.widthPt), y }];
}

function layoutComb(shape: ShapeAt, block: TextBlock, cells: number): PlacedLine[] {
  const cell = block.width / cells;
  const characters = charactersOf(block.text).slice(0, cells);
  const fitting = characters.reduce(
    (largest, character) => {
      const { ascentPt, descentPt, widthPt } = shape(character, 1, "ltr");
      return Math.min(largest, block.height / (ascentPt - descentPt), cell / widthPt);
    },
    Math.min(block.height * 0.7, cell),
  );
  const sizePt = Math.max(autoSizeMinPt, Math.min(block.sizePt || autoSizeMaxPt, fitting));
  const isRightToLeft = directionOf(block.text) === "rtl";
  return characters.map((character, i) => {
    const text = shape(character, sizePt, "ltr");
    const place = isRightToLeft ? cells - 1 - i : i;
    return {
      said: character,
      text,
      x: place * cell + (cell - text.widthPt) / 2,
      y: (block.height - text.ascentPt - text.descentPt) / 2,
    };
  });
}

function layoutLines(shape: ShapeAt, block: TextBlock): PlacedLine[] {
  const width = block.width - 2 * paddingPt;
  const height = block.height - 2 * paddingPt;
  const at = (sizePt: number): readonly WrappedLine[] =>
    wrap(block.text, width, (line, direction) => shape(line, sizePt, direction));
  let sizePt = Math.min(block.sizePt || autoSizeMaxPt, sizeForWholeWords(shape, block, width));
  let lines = at(sizePt);
  const runsOver = (): boolean => heightOf(lines) > height || lines.some(({ text }) => text.widthPt > width);
  while (sizePt > autoSizeMinPt && runsOver()) {
    // Above the usual sizes only the requested one is tried: setting a long text many times takes long.
    sizePt = Math.max(autoSizeMinPt, Math.min(autoSizeMaxPt, sizePt - 1));
    lines = at(sizePt);
  }
  let y = block.height - paddingPt;
  return lines.map(({ said, text }, i) => {
    y -= i === 0 ? text.ascentPt : (text.ascentPt - text.descentPt) * lineSpacing;
    return { said, text, x: aligned(block, text.widthPt), y };
  });
}

/** The largest size at which no word is wider than that; where none is wished for or large enough, any size will do. */
function sizeForWholeWords(shape: ShapeAt, { text, wholeWordsPt }: TextBlock, width: number): number {
  if (wholeWordsPt === undefined) return Number.POSITIVE_INFINITY;
  const words = text.split(/[ \n]/);
  const parted = words.flatMap((word) => (word.includes(noBreak) ? partsOf(word) : [word]));
  const sizes = [words, parted].map(
    // A little less: widths are rounded where they are added up.
    (parts) => (0.999 * width) / Math.max(...parts.map((part) => shape(part, 1, directionOf(part)).widthPt)),
  );
  return sizes.find((size) => size >= wholeWordsPt) ?? Number.POSITIVE_INFINITY;
}

function heightOf(lines: readonly WrappedLine[]): number {
  return lines.reduce(
    (sum, { text: { ascentPt, descentPt } }, i) => sum + (ascentPt - descentPt) * (i === 0 ? 1 : lineSpacing),
    0,
  );
}

function aligned(block: TextBlock, width: number): number {
  if (block.quadding === 1) return (block.width - width) / 2;
  return block.quadding === 2 ? block.width - paddingPt - width : paddingPt;
}

/** The direction of a paragraph: that of its first letter, or of a mark that stands for one (UAX #9, P2 and P3). */
export function directionOf(paragraph: string): TextDirection {
  const first = /[\p{L}\u200e\u200f\u061c]/u.exec(paragraph)?.[0] ?? "";
  return /[\u061c\u200f\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(first)
    ? "rtl"
    : "ltr";
}

type WrappedLine = Pick<PlacedLine, "said" | "text">;

/** Breaks at spaces; a word wider than the area is broken where its writing allows, else between characters. */
function wrap(
  text: string,
  width: number,
  shape: (line: string, direction: TextDirection) => ShapedText,
): readonly WrappedLine[] {
  return text.split("\n").flatMap((paragraph) => {
    const direction = directionOf(paragraph);
    const lines = linesOf(paragraph, (line) => shape(line, direction).widthPt <= width);
    return lines.map((said) => ({ said, text: shape(said, direction) }));
  });
}

function linesOf(paragraph: string, fits: (line: string) => boolean): readonly string[] {
  const lines: string[] = [];
  const all = paragraph.split(" ");
  let line = "";
  for (let at = 0; at < all.length; ) {
    const begun = line;
    const lineOf = (count: number): string => joined(begun, all.slice(at, at + count));
    const count = mostOf(all.length - at, (many) => fits(lineOf(many)));
    line = lineOf(count);
    at += count;
    const next = all[at];
    if (next === undefined) break;
    if (line !== "") lines.push(line);
    // Asked first, because looking for where to break asks many times.
    const pieces = fits(next) ? [next] : fill(unitsOf(next), fits);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? "";
    at += 1;
  }
  return [...lines, line];
}

/** A line with words after it; spaces at its beginning go. */
const joined = (line: string, added: readonly string[]): string =>
  line === "" ? added.join(" ").replace(/^ +/, "") : [line, ...added].join(" ");

/** As many units a line as fit; a unit wider than the area is broken between characters. */
function fill(units: readonly string[], fits: (line: string) => boolean): readonly string[] {
  const pieces: string[] = [];
  let piece = "";
  for (let at = 0; at < units.length; ) {
    const begun = piece;
    const lineOf = (count: number): string => begun + units.slice(at, at + count).join("");
    const count = mostOf(units.length - at, (many) => fits(lineOf(many)));
    piece = lineOf(count);
    at += count;
    const unit = units[at];
    if (unit === undefined) break;
    if (piece !== "") pieces.push(piece);
    const broken = charactersOf(unit).length > 1 && !fits(unit) ? fill(partsOf(unit), fits) : [unit];
    pieces.push(...broken.slice(0, -1));
    piece = broken.at(-1) ?? "";
    at += 1;
  }
  return [...pieces, piece];
}

/**
 * How many of `max` fit, found in few questions: each costs as much as its line is long, and one for every word or character makes a
 * value of some thousand characters cost a minute.
 */
function mostOf(max: number, isRoomFor: (count: number) => boolean): number {
  let [fitting, over] = [0, max + 1];
  for (let step = 1; fitting + step < over; step *= 2) {
    if (isRoomFor(fitting + step)) fitting += step;
    else over = fitting + step;
  }
  while (over - fitting > 1) {
    const middle = Math.floor((fitting + over) / 2);
    if (isRoomFor(middle)) fitting = middle;
    else over = middle;
  }
  return fitting;
}

const noBreak = "\u00a0";
const characters = new Intl.Segmenter("und", { granularity: "grapheme" });
const words = new Intl.Segmenter("und", { granularity: "word" });
const hasNoSpaces = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Where a long word may be broken: Thai and its like between words, which they write without spaces. */
function unitsOf(word: string): readonly string[] {
  return hasNoSpaces.test(word) ? [...words.segment(word)].map(({ segment }) => segment) : partsOf(word);
}

/** What a no-break space joins is parted behind the first one, so that the later parts stay together; else a word's characters. */
function partsOf(word: string): readonly string[] {
  const end = word.indexOf(noBreak) + 1;
  return end === 0 || end === word.length ? charactersOf(word) : [word.slice(0, end), word.slice(end)];
}

/** Characters as a reader counts them: a letter and its marks are one. */
function charactersOf(text: string): readonly string[] {
  return [...characters.segment(text)].map(({ segment }) => segment);
}
