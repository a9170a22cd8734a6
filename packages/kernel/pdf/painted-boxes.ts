/**
 * Which parts of a page its content may paint, as boxes (ISO 32000-2 §8, §9). It never says less than is painted, and often more: a line
 * of text takes the whole width, and what turns takes the whole page. It answers "is this margin free?", and nothing about how a page looks.
 */
import { type Box, dictionaryOf, itemsOf, nameOf, numberOf, rectangleOf } from "./access.ts";
import { type Operation, operationsOf } from "./content-operations.ts";
import { type FontExtent, fontExtent, usualExtent } from "./font-extent.ts";
import { boxAround, chained, common, identity, type Matrix, moved, movedBox } from "./matrix.ts";
import type { PdfDict, PdfObject } from "./objects.ts";
import type { PdfDocument } from "./open-pdf.ts";
import type { Page } from "./pages.ts";
import { broken, PdfRefusal, tooComplex } from "./refusal.ts";

/**
 * Left, top, right, bottom in points from the top left of the page as shown. `textLeft`: where the leftmost line of text begins, if any.
 */
export type Painted = { readonly boxes: readonly Box[]; readonly textLeft: number | undefined };

/** What is read of one page; a map of a town has as many. */
const operations_max = 200_000;
const forms_within_max = 12;

/**
 * What a page's content may paint, annotations aside; null where it cannot be read, or takes too long to: then all of the page may be.
 * @throws what reading the file throws, but refusals
 */
export function paintedBoxes(doc: PdfDocument, page: Page): Painted | null {
  const whole: Box = [0, 0, page.widthPt, page.heightPt];
  const walk: Walk = { doc, whole, boxes: [], starts: [], fonts: new Map(), left: operations_max };
  const canvas = { resources: resourcesOf(doc, page.dict), depth: 0 };
  const start = { ...initialState, matrix: shownMatrix(page), clip: whole };
  try {
    run(walk, canvas, { content: contentOf(doc, page), start });
  } catch (fault) {
    if (fault instanceof PdfRefusal) return null;
    throw fault;
  }
  return { boxes: walk.boxes, textLeft: walk.starts.length === 0 ? undefined : Math.min(...walk.starts) };
}

type Walk = {
  readonly doc: PdfDocument;
  readonly whole: Box;
  readonly boxes: Box[];
  readonly starts: number[];
  readonly fonts: Map<string, FontExtent | null>;
  left: number;
};
type Canvas = { readonly resources: PdfDict; readonly depth: number };

/** §8.4.1, as far as it says where paint goes. `clip` undefined: nothing is painted any more. */
type State = {
  readonly matrix: Matrix;
  readonly clip: Box | undefined;
  readonly lineWidth: number;
  /** Whether areas are painted in the colour of the paper. */
  readonly isPaper: boolean;
  /** Whether numbers of the colour space mean light: all at their most are white. */
  readonly isLight: boolean;
  readonly extent: FontExtent | null;
  readonly sizePt: number;
  readonly rise: number;
  readonly leading: number;
  readonly rendering: number;
};

const initialState: Omit<State, "matrix" | "clip"> = {
  lineWidth: 1,
  isPaper: false,
  isLight: true,
  extent: usualExtent,
  sizePt: 0,
  rise: 0,
  leading: 0,
  rendering: 0,
};

type Point = readonly [number, number];
/** What an operation changes. `isSharp`: a corner of the path may reach out over its points. */
type Pen = {
  state: State;
  readonly saved: State[];
  path: Point[];
  isSharp: boolean;
  clips: boolean;
  /** The text line matrix; `isAtStart` until something is shown on it. */
  line: Matrix;
  isAtStart: boolean;
};

function run(walk: Walk, canvas: Canvas, { content, start }: { content: Uint8Array; start: State }): void {
  const pen: Pen = {
    state: start,
    saved: [],
    path: [],
    isSharp: false,
    clips: false,
    line: identity,
    isAtStart: true,
  };
  for (const operation of operationsOf(content)) {
    walk.left -= 1;
    if (walk.left < 0) throw tooComplex(`a page of more than ${operations_max} operations`);
    const does = operators[operation.operator];
    if (does === undefined) throw broken(`there is no operator ${operation.operator.slice(0, 20)}`);
    does({ walk, canvas, pen, ...operation, numbers: numbersOf(operation) });
  }
}

type Doing = Operation & {
  readonly walk: Walk;
  readonly canvas: Canvas;
  readonly pen: Pen;
  readonly numbers: readonly number[];
};
type Does = (doing: Doing) => void;

const numbersOf = ({ operands }: Operation): number[] =>
  operands.flatMap((operand) => (operand.kind === "number" ? operand.value : []));

const nothing: Does = () => undefined;

/** Points, before the matrix: pairs of the operands. */
const point: Does = ({ pen, numbers }) => {
  for (let i = 0; i + 1 < numbers.length; i += 2)
    pen.path.push(moved(pen.state.matrix, numbers[i] ?? 0, numbers[i + 1] ?? 0));
  pen.isSharp ||= pen.path.length > 2;
};

const rectangle: Does = ({ pen, numbers: [x = 0, y = 0, w = 0, h = 0] }) => {
  const { matrix } = pen.state;
  pen.path.push(moved(matrix, x, y), moved(matrix, x + w, y), moved(matrix, x, y + h), moved(matrix, x + w, y + h));
};

const paints =
  ({ fills, strokes }: { readonly fills: boolean; readonly strokes: boolean }): Does =>
  ({ walk, pen }) => {
    const box = boxAround(pen.path);
    if (box !== undefined && strokes) paint(walk, pen.state, grown(box, strokeReach(pen)));
    else if (box !== undefined && fills && !pen.state.isPaper) paint(walk, pen.state, box);
    if (pen.clips) pen.state = { ...pen.state, clip: box && pen.state.clip && common(pen.state.clip, box) };
    pen.path = [];
    pen.clips = false;
    pen.isSharp = false;
  };

/** §8.4.3.5: a mitred corner reaches ten half widths out at most, a square one less than one. */
function strokeReach({ state: { matrix, lineWidth }, isSharp }: Pen): number {
  const [a, b, c, d] = matrix;
  const scale = Math.max(Math.hypot(a, b), Math.hypot(c, d));
  // However thin, a line is a pixel on screens.
  return Math.max(0.5, (isSharp ? 5 : Math.SQRT1_2) * lineWidth * scale);
}

const grown = ([left, top, right, bottom]: Box, by: number): Box => [left - by, top - by, right + by, bottom + by];

function paint(walk: Walk, { clip }: State, box: Box): void {
  // What has no area, a line filled, is drawn as a hair.
  const drawn = clip && common(clip, grown(box, 0.1));
  if (drawn !== undefined) walk.boxes.push(drawn);
}

const change =
  (made: (doing: Doing) => Partial<State>): Does =>
  (doing) => {
    doing.pen.state = { ...doing.pen.state, ...made(doing) };
  };

const colour = (white: number): Does =>
  change(({ operands, numbers }) => ({
    isPaper: operands.length > 0 && operands.length === numbers.length && numbers.every((value) => value === white),
    isLight: white === 1,
  }));

/** §8.6.8: in a space of inks, or of numbers for colours, one is no light. */
const colourSpace: Does = change(({ walk, canvas, operands: [name] }) => {
  const named = name?.kind === "name" ? name.value : "";
  const spaces = dictionaryOf(walk.doc, canvas.resources.entries.get("ColorSpace"));
  const [family] = itemsOf(walk.doc, spaces.entries.get(named));
  const isLight = ["DeviceGray", "DeviceRGB", "CalGray", "CalRGB", "ICCBased"].includes(
    nameOf(walk.doc, family) ?? named,
  );
  return { isPaper: false, isLight };
});

const colourInSpace: Does = change(({ pen, operands, numbers }) => {
  const { isLight } = pen.state;
  // If a colour of an ICC profile has four numbers, they are inks.
  const isWhite = (numbers.length === 1 || numbers.length === 3) && numbers.every((value) => value === 1);
  return { isPaper: isLight && isWhite && operands.length === numbers.length };
});

const matrixOf = ([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[]): Matrix => [a, b, c, d, e, f];

const setLine = (pen: Pen, line: Matrix): void => {
  pen.line = line;
  pen.isAtStart = true;
};
const nextLine = (pen: Pen, x: number, y: number): void => setLine(pen, chained([1, 0, 0, 1, x, y], pen.line));

/** A line of text: how far it goes is left open, so it takes the whole width of what it stands in. */
const showText: Does = ({ walk, pen, operands }) => {
  const { extent, sizePt, rise, rendering, matrix } = pen.state;
  if (extent?.hasBlanks === true && isBlank(operands)) return;
  const isFirst = pen.isAtStart;
  pen.isAtStart = false;
  // Mode 3 (§9.3.6): what was recognised in a scan.
  if (rendering === 3) return;
  const toPage = chained(pen.line, matrix);
  const [a, b] = toPage;
  const [low, high] = extent === null ? [0, 0] : [extent.down * sizePt + rise, extent.up * sizePt + rise];
  const [start, end] = [moved(toPage, 0, low), moved(toPage, 0, high)];
  const isLevel = Math.abs(b) < 0.001 * Math.abs(a);
  const isUpright = Math.abs(a) < 0.001 * Math.abs(b);
  const [left, top, right, bottom] = walk.whole;
  if (extent === null || !(isLevel || isUpright)) return paint(walk, pen.state, walk.whole);
  if (isUpright) return paint(walk, pen.state, [Math.min(start[0], end[0]), top, Math.max(start[0], end[0]), bottom]);
  paint(walk, pen.state, [left, Math.min(start[1], end[1]), right, Math.max(start[1], end[1])]);
  if (isFirst && a > 0) walk.starts.push(moved(toPage, 0, 0)[0]);
};

/** Text programs write their empty lines, too. */
const isBlank = (operands: readonly PdfObject[]): boolean =>
  operands.every((operand) => {
    if (operand.kind === "array") return isBlank(operand.items);
    return operand.kind !== "string" || operand.bytes.every((byte) => byte === 0x20);
  });

const font: Does = change(({ walk, canvas, operands: [name], numbers: [sizePt = 0] }) => {
  const named = name?.kind === "name" ? name.value : "";
  const stored = dictionaryOf(walk.doc, canvas.resources.entries.get("Font")).entries.get(named);
  return { extent: extentOf(walk, stored), sizePt };
});

function extentOf(walk: Walk, stored: PdfObject | undefined): FontExtent | null {
  if (stored === undefined) return usualExtent;
  const key = stored.kind === "ref" ? `${stored.num}` : null;
  const known = key === null ? undefined : walk.fonts.get(key);
  if (known !== undefined) return known;
  const extent = fontExtent(walk.doc, dictionaryOf(walk.doc, stored));
  if (key !== null) walk.fonts.set(key, extent);
  return extent;
}

/** §8.4.5: an external state may set the width of lines and the font. */
const externalState: Does = change(({ walk, canvas, pen, operands: [name] }) => {
  const states = dictionaryOf(walk.doc, canvas.resources.entries.get("ExtGState"));
  const set = dictionaryOf(walk.doc, name?.kind === "name" ? states.entries.get(name.value) : undefined);
  const [stored, size] = itemsOf(walk.doc, set.entries.get("Font"));
  const lineWidth = numberOf(walk.doc, set.entries.get("LW")) ?? pen.state.lineWidth;
  if (stored === undefined) return { lineWidth };
  return { lineWidth, extent: extentOf(walk, stored), sizePt: numberOf(walk.doc, size) ?? 0 };
});

const unitSquare: Box = [0, 0, 1, 1];
const picture: Does = ({ walk, pen }) => paint(walk, pen.state, movedBox(pen.state.matrix, unitSquare));

const clipsNext: Does = ({ pen }) => {
  pen.clips = true;
};

const externalObject: Does = (doing) => {
  const { walk, canvas, pen, operands } = doing;
  const [name] = operands;
  const objects = dictionaryOf(walk.doc, canvas.resources.entries.get("XObject"));
  const object = walk.doc.resolve(name?.kind === "name" ? objects.entries.get(name.value) : undefined);
  if (object?.kind !== "stream") return;
  if (nameOf(walk.doc, object.dict.entries.get("Subtype")) !== "Form") return picture(doing);
  if (canvas.depth >= forms_within_max) throw tooComplex("forms within forms");
  const own = object.dict.entries;
  const stored = itemsOf(walk.doc, own.get("Matrix")).map((item) => numberOf(walk.doc, item) ?? 0);
  const matrix = chained(stored.length === 6 ? matrixOf(stored) : identity, pen.state.matrix);
  const box = rectangleOf(walk.doc, own.get("BBox"));
  const clip = box && pen.state.clip && common(pen.state.clip, movedBox(matrix, box));
  if (clip === undefined) return;
  const resources = own.has("Resources") ? dictionaryOf(walk.doc, own.get("Resources")) : canvas.resources;
  const content = walk.doc.decodeStream(object);
  run(walk, { resources, depth: canvas.depth + 1 }, { content, start: { ...pen.state, matrix, clip } });
};

const operators: Readonly<Record<string, Does>> = {
  ...Object.fromEntries(
    ["CS", "SC", "SCN", "G", "RG", "K", "J", "j", "M", "d", "i", "ri", "h", "Tc", "Tw", "Tz", "ET"]
      .concat(["BMC", "BDC", "EMC", "MP", "DP", "BX", "EX", "d0", "d1"])
      .map((operator) => [operator, nothing]),
  ),
  q: ({ pen }) => void pen.saved.push(pen.state),
  Q: ({ pen }) => {
    pen.state = pen.saved.pop() ?? pen.state;
  },
  cm: change(({ pen, numbers }) => ({ matrix: chained(matrixOf(numbers), pen.state.matrix) })),
  w: change(({ numbers: [lineWidth = 1] }) => ({ lineWidth })),
  gs: externalState,
  g: colour(1),
  rg: colour(1),
  k: colour(0),
  cs: colourSpace,
  sc: colourInSpace,
  scn: colourInSpace,
  m: point,
  l: point,
  c: point,
  v: point,
  y: point,
  re: rectangle,
  W: clipsNext,
  "W*": clipsNext,
  n: paints({ fills: false, strokes: false }),
  ...Object.fromEntries(["f", "F", "f*"].map((operator) => [operator, paints({ fills: true, strokes: false })])),
  ...Object.fromEntries(
    ["S", "s", "B", "B*", "b", "b*"].map((operator) => [operator, paints({ fills: true, strokes: true })]),
  ),
  sh: ({ walk, pen }) => paint(walk, pen.state, walk.whole),
  BI: picture,
  Do: externalObject,
  BT: ({ pen }) => setLine(pen, identity),
  Tf: font,
  Ts: change(({ numbers: [rise = 0] }) => ({ rise })),
  Tr: change(({ numbers: [rendering = 0] }) => ({ rendering })),
  TL: change(({ numbers: [leading = 0] }) => ({ leading })),
  Tm: ({ pen, numbers }) => setLine(pen, matrixOf(numbers)),
  Td: ({ pen, numbers: [x = 0, y = 0] }) => nextLine(pen, x, y),
  TD: ({ pen, numbers: [x = 0, y = 0] }) => {
    pen.state = { ...pen.state, leading: -y };
    nextLine(pen, x, y);
  },
  "T*": ({ pen }) => nextLine(pen, 0, -pen.state.leading),
  Tj: showText,
  TJ: showText,
  "'": (doing) => {
    nextLine(doing.pen, 0, -doing.pen.state.leading);
    showText(doing);
  },
  '"': (doing) => {
    nextLine(doing.pen, 0, -doing.pen.state.leading);
    showText(doing);
  },
};

/** §7.7.3.4: a page inherits what it does not state from the nodes above it. */
function resourcesOf(doc: PdfDocument, page: PdfDict): PdfDict {
  let node = page;
  for (let depth = 0; depth < 100; depth += 1) {
    if (node.entries.has("Resources")) return dictionaryOf(doc, node.entries.get("Resources"));
    node = dictionaryOf(doc, node.entries.get("Parent"));
  }
  return node;
}

/** §7.8.2: several streams are one, with white space between them. */
function contentOf(doc: PdfDocument, { dict }: Page): Uint8Array {
  const stored = doc.resolve(dict.entries.get("Contents"));
  const parts = stored?.kind === "array" ? stored.items : stored === undefined ? [] : [stored];
  const streams = parts.map((part) => doc.resolve(part));
  return Buffer.concat(
    streams.flatMap((stream) => (stream?.kind === "stream" ? [doc.decodeStream(stream), Buffer.from("\n")] : [])),
  );
}

/** From user space to points from the top left of the page as shown (§8.3.2.3, §7.7.3.3). */
function shownMatrix({ box: [left, low, right, high], rotate, userUnit: unit }: Page): Matrix {
  if (rotate === 90) return [0, unit, unit, 0, -low * unit, -left * unit];
  if (rotate === 180) return [-unit, 0, 0, unit, right * unit, -low * unit];
  if (rotate === 270) return [0, -unit, -unit, 0, high * unit, right * unit];
  return [unit, 0, 0, -unit, -left * unit, high * unit];
}
