// How much of a page contents paint (ISO 32000-2 §8.5, §8.4.4): of what is filled the box around it, of lines their length and breadth,
// of text as many of the largest glyphs as it has octets, all within the box around what clips them. Nothing is drawn.

import { emptyPath, endPath, followPath, noBox, type Path } from "../contents/follow-path.ts";
import type { ComponentsOf } from "../contents/inline-image-end.ts";
import { longestOf, type Matrix, matrixOf, product, scaleOf, unchanged } from "../contents/matrix.ts";
import { fills, pathPainting, savedMax, shows, strokes } from "../contents/operators.ts";
import { numbersIn, type Operand, type Operate, readContents } from "../contents/read-operators.ts";
import { endOfContents } from "../one-look/path-ambiguity.ts";
import type { Box } from "../pdf/access.ts";
import { drawingLimits } from "../pdf/limits.ts";
import { tooComplex } from "../pdf/refusal.ts";
import {
  type Area,
  addPrograms,
  type Colour,
  colourPrograms,
  type Inherited,
  inheritedKey,
  noPrograms,
  type Programs,
  plain,
  sized,
  type Times,
  takenOver,
} from "./painted-area.ts";

/** Looks up what contents name. */
export type NamedPaints = {
  readonly componentsOf: ComponentsOf;
  readonly stateOf: (name: string) => {
    readonly breadth: number | undefined;
    readonly glyph: Area | undefined;
    /** A soft mask, which is painted apart. */
    readonly mask: Area | undefined;
  };
  /** The largest glyph of a font whose size is one. */
  readonly glyphOf: (font: string) => Area;
  readonly patternOf: (name: string) => Colour;
};

/** What is painted, what is drawn by name, and how much is shaded by the names of the shadings. */
export type Painted = {
  area: number;
  paints: number;
  edges: number;
  patterned: number;
  readonly programs: { -readonly [Kind in keyof Programs]: number };
  readonly drawn: Map<string, { readonly name: string; readonly inherited: Inherited } & Times>;
  readonly shaded: Map<string, Times>;
};

type State = Inherited & { readonly matrix: Matrix; readonly clip: Box; readonly stretch: number };
type Walk = Painted & {
  state: State;
  readonly saved: State[];
  readonly path: Path;
  /** Square units of what clips everything. */
  readonly all: number;
  clips: boolean;
  /** The space has changed since the path began: it is drawn nobody knows where. */
  isMoved: boolean;
  text: Matrix;
};

/**
 * Follows contents that begin with everything clipped to `clip`, in each way that they are read.
 * @throws PdfRefusal FILE_TOO_COMPLEX where that cannot be followed
 */
export function paintedBy(
  bytes: Uint8Array,
  { clip, inherited }: { readonly clip: Box; readonly inherited: Inherited },
  named: NamedPaints,
  { onAmbiguous, watch }: { readonly onAmbiguous: () => void; readonly watch: () => Operate },
): Painted[] {
  const follows: Operate[] = [];
  const walks = readContents({ bytes, componentsOf: named.componentsOf, onAmbiguous }, () => {
    const follow = watch();
    follows.push(follow);
    const walk: Walk = {
      ...{ area: 0, paints: 0, edges: 0, patterned: 0, programs: { ...noPrograms } },
      ...{ drawn: new Map(), shaded: new Map(), saved: [], path: emptyPath() },
      ...{
        state: { ...inherited, matrix: unchanged, clip, stretch: 1 },
        text: unchanged,
        all: areaOf(clip),
        clips: false,
        isMoved: false,
      },
    };
    const both: Operate = (operator, operands, end) => {
      follow(operator, operands, end);
      operate(walk, operator, operands, named);
    };
    return { walk, operate: both };
  });
  for (const follow of follows) follow(endOfContents, [], bytes.length);
  return walks;
}

function operate(walk: Walk, operator: string, operands: readonly Operand[], named: NamedPaints): void {
  const { saved, state } = walk;
  const [first] = operands;
  switch (operator) {
    case "q":
      if (saved.push(state) > savedMax) throw tooComplex("graphics states within each other without end");
      return;
    case "Q":
      move(walk, saved.pop() ?? state);
      return;
    case "cm":
      move(walk, { ...state, matrix: product(matrixOf(numbersIn(operands) ?? []), state.matrix) });
      return;
    case "w":
      if (typeof first === "number") walk.state = { ...state, breadth: Math.abs(first) };
      return;
    case "gs": {
      const set = named.stateOf(typeof first === "string" ? first : "");
      walk.state = { ...state, breadth: set.breadth ?? state.breadth, glyph: set.glyph ?? state.glyph };
      if (set.mask !== undefined) drawMask(walk, set.mask);
      return;
    }
    case "W":
    case "W*":
      walk.clips = true;
      return;
    case "Do":
      if (typeof first === "string") draw(walk, first);
      return;
    case "sh":
      if (typeof first === "string") note(walk.shaded, first, never(), state);
      return;
    case "EI":
      paint(walk, scaleOf(state.matrix), state.fill);
      return;
    default:
      walk.path.bounds = state.clip;
      if (followPath(walk.path, operator, operands, state.matrix)) return;
      if (!colour(walk, operator, operands, named) && !write(walk, operator, operands, named))
        paintPath(walk, operator);
  }
}

/** Some readers paint all of a mask, whatever clips what it masks. */
function drawMask(walk: Walk, mask: Area): void {
  walk.patterned += mask.patterned;
  const scale = scaleOf(walk.state.matrix);
  addPrograms(walk.programs, mask, { scale, clip: walk.all, count: 1 });
}

function move(walk: Walk, state: State): void {
  if (walk.path.box !== noBox && state.matrix !== walk.state.matrix) walk.isMoved = true;
  walk.state = state;
}

/** Whether the operator was one of colours (§8.6.8). */
function colour(walk: Walk, operator: string, operands: readonly Operand[], { patternOf }: NamedPaints): boolean {
  const kind = colours.get(operator);
  if (kind === undefined) return false;
  const pattern = operands.at(-1);
  // MuPDF takes a pattern by each of these.
  const isPattern = operator.toLowerCase().startsWith("sc") && typeof pattern === "string";
  walk.state = { ...walk.state, [kind]: isPattern ? patternOf(pattern) : plain };
  return true;
}

const colours = new Map<string, "fill" | "stroke">([
  ...["cs", "sc", "scn", "g", "rg", "k"].map((operator) => [operator, "fill"] as const),
  ...["CS", "SC", "SCN", "G", "RG", "K"].map((operator) => [operator, "stroke"] as const),
]);

/** Whether the operator was one of text (§9.3, §9.4); where it stands does not matter. */
function write(walk: Walk, operator: string, operands: readonly Operand[], { glyphOf }: NamedPaints): boolean {
  const [first, second] = operands;
  const { state } = walk;
  switch (operator) {
    case "BT":
      walk.text = unchanged;
      return true;
    case "Tm":
      walk.text = matrixOf(numbersIn(operands) ?? []);
      return true;
    case "Tz":
      if (typeof first === "number") walk.state = { ...state, stretch: Math.abs(first) / 100 };
      return true;
    case "Tr":
      walk.state = { ...state, isOutlined: first === 1 || first === 2 || first === 5 || first === 6 };
      return true;
    case "Tf": {
      if (typeof first !== "string" || typeof second !== "number") return true;
      walk.state = { ...state, glyph: sized(glyphOf(first), second) };
      return true;
    }
    default:
      if (shows.has(operator)) writeText(walk, operands.at(-1));
      return shows.has(operator);
  }
}

/** A glyph is as large as its box, and what strokes it reaches out of that; each octet is one at most (§9.4.3). */
function writeText(walk: Walk, text: Operand | undefined): void {
  const { matrix, clip, stretch, glyph, fill, stroke, isOutlined } = walk.state;
  if (typeof text !== "object" || text.octets === 0) return;
  const isPatterned = fill.isPattern || (isOutlined && stroke.isPattern);
  const perGlyph = glyph.patterned + (isPatterned ? glyph.paints : 0);
  // Each string of several is painted by itself; of how many there are no more is known than of their octets.
  const strings = text.kind === "array" ? text.octets : 1;
  walk.patterned +=
    (isPatterned ? drawingLimits.textCells * strings : 0) + (text.octets * perGlyph) / drawingLimits.glyphShare;
  // Where a text stands is not followed.
  colourPrograms(walk.programs, areaOf(clip), fill);
  if (isOutlined) colourPrograms(walk.programs, areaOf(clip), stroke);
  if (glyph.paints === 0) return;
  const breadth = isOutlined ? walk.state.breadth * Math.sqrt(scaleOf(matrix)) : 0;
  const own = glyph.area * stretch * scaleOf(product(walk.text, matrix));
  const box = (Math.sqrt(own) + breadth) ** 2;
  const area = Math.min(box, glyph.paints * areaOf(clip));
  walk.area += text.octets * Math.max(coloured(area, fill), coloured(area, stroke));
  walk.paints += text.octets * glyph.paints * Math.max(fill.covers, stroke.covers);
  walk.edges += text.octets * glyph.edges * Math.max(1, stretch) * longestOf(product(walk.text, matrix));
}

function paintPath(walk: Walk, operator: string): void {
  const { path, state, isMoved } = walk;
  if (!pathPainting.has(operator)) return;
  const all = areaOf(state.clip);
  if (fills.has(operator)) walk.edges += edgesOf(path, state.clip);
  const isAnywhere = isMoved || path.box === noBox;
  const filled = isMoved ? all : areaOf(within(path.box, state.clip));
  if (fills.has(operator)) paint(walk, filled, state.fill, isAnywhere ? all : filled);
  if (strokes.has(operator)) {
    const half = (state.breadth * Math.sqrt(scaleOf(state.matrix))) / 2;
    const [left, bottom, right, top] = path.box;
    const around: Box = [left - half, bottom - half, right + half, top + half];
    // Ends and corners reach out.
    const line = (path.length + 2 * half) * Math.max(1, 2 * half);
    const box = areaOf(within(around, state.clip));
    paint(walk, isMoved ? all : Math.min(line, box), state.stroke, isAnywhere ? all : box);
  }
  // Without a path some readers clip nothing.
  if (walk.clips && path.box !== noBox && !isMoved) walk.state = { ...state, clip: within(path.box, state.clip) };
  endPath(path);
  [walk.clips, walk.isMoved] = [false, false];
}

/** What readers go through of plain shapes is their area; these have about as many points of edges as the box around them has sides. */
function edgesOf({ edges, box }: Path, clip: Box): number {
  const [left, bottom, right, top] = within(box, clip);
  return Math.max(0, edges - plainShape * 2 * (Math.max(0, right - left) + Math.max(0, top - bottom)));
}
const plainShape = 4;

const coloured = (area: number, { covers, most }: Colour): number => Math.min(area * covers, Math.max(area, most));

/** `box`: what is around that which is painted; a pattern may be computed for all of it. */
function paint(walk: Walk, area: number, painted: Colour, box = area): void {
  colourPrograms(walk.programs, Math.min(box, areaOf(walk.state.clip)), painted);
  if (painted.isPattern) walk.patterned += 1;
  walk.area += coloured(Math.min(area, areaOf(walk.state.clip)), painted);
  walk.paints += painted.covers;
}

function draw({ drawn, state }: Walk, name: string): void {
  const inherited = takenOver(state, state.stretch);
  const key = `${inheritedKey(inherited)} ${name}`;
  note(drawn, key, { name, inherited, ...never() }, state);
}

const never = (): Times => ({ scale: 0, clip: 0, stretch: 0, count: 0 });

function note<Note extends Times>(notes: Map<string, Note>, key: string, empty: Note, { matrix, clip }: State): void {
  const found = notes.get(key) ?? empty;
  found.scale += scaleOf(matrix);
  found.stretch += longestOf(matrix);
  found.clip += areaOf(clip);
  found.count += 1;
  notes.set(key, found);
}

const within = (one: Box, other: Box): Box => [
  ...([Math.max(one[0], other[0]), Math.max(one[1], other[1])] as const),
  ...([Math.min(one[2], other[2]), Math.min(one[3], other[3])] as const),
];

const areaOf = ([left, bottom, right, top]: Box): number => Math.max(0, right - left) * Math.max(0, top - bottom);
