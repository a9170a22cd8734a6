// How much of a page contents paint (ISO 32000-2 §8.5, §8.4.4): of what is filled the box around it, of lines their length and breadth,
// both within the box around what clips them. Followed is what readers of today follow; nothing is drawn.
import type { Box } from "./access.ts";
import { latin1 } from "./lexer.ts";
import { nameIn } from "./names-in-content.ts";
import { imageEnd } from "./part-ends.ts";
import { tooComplex } from "./refusal.ts";
import { isRegular, tokenEnd } from "./structure-words.ts";

/** Square units that are painted, how many paintings that were, and what is drawn by name: how large, and within how much. */
export type Painted = {
  area: number;
  paints: number;
  readonly drawn: Map<string, { scale: number; clip: number }>;
  /** Square units that are shaded, by the names of the shadings. */
  readonly shaded: Map<string, number>;
};

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];
type State = { readonly matrix: Matrix; readonly clip: Box; readonly breadth: number };
type Walk = Painted & {
  state: State;
  readonly saved: State[];
  readonly numbers: number[];
  /** How broad the lines of the named graphics state are (§8.4.5 table 57 /LW). */
  readonly breadthOf: (name: string) => number | undefined;
  /** Between `BI` and `ID`. */
  inImage: boolean;
  name: string;
  /** The box around the path, its length, and where it is. */
  path: Box;
  length: number;
  at: readonly [number, number];
  clips: boolean;
};

const savedMax = 10_000;
/** More of them are an array's, or nobody's. */
const numbersMax = 64;
const noPath: Box = [
  Number.POSITIVE_INFINITY,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
];

/**
 * Follows contents that begin with everything clipped to `clip`.
 * @throws PdfRefusal FILE_TOO_COMPLEX where that cannot be followed: numbers without end, graphics states within each other without end
 */
export function paintedBy(bytes: Uint8Array, clip: Box, breadthOf: Walk["breadthOf"]): Painted {
  const walk: Walk = {
    ...{ area: 0, paints: 0, drawn: new Map(), shaded: new Map(), saved: [], numbers: [], name: "" },
    ...{ breadthOf, inImage: false },
    ...{ state: { matrix: [1, 0, 0, 1, 0, 0], clip, breadth: 1 }, path: noPath, length: 0, at: [0, 0], clips: false },
  };
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0;
    if (isNumeric(first)) {
      at = readNumber(walk, bytes, at);
      continue;
    }
    const end = tokenEnd(bytes, at);
    if (first === 0x2f) walk.name = nameIn(bytes, at + 1, end);
    else if (isRegular(first)) {
      const operator = latin1(bytes, at, end);
      const endsImage = walk.inImage && operator === "ID";
      if (endsImage) inlineImage(walk);
      else if (!walk.inImage) operate(walk, operator);
      walk.inImage = operator === "BI" || (walk.inImage && !endsImage);
      walk.numbers.length = 0;
      at = endsImage ? imageEnd(bytes, end) : end;
      continue;
    }
    at = end;
  }
  return walk;
}

const isNumeric = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) || byte === 0x2b || byte === 0x2d || byte === 0x2e;

/** By hand: maps have millions of them. */
function readNumber({ numbers }: Walk, bytes: Uint8Array, start: number): number {
  let [at, value, scale, sign] = [start, 0, 0, 1];
  for (; isNumeric(bytes[at] ?? 0); at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x2d) sign = -1;
    else if (byte === 0x2e) scale = 1;
    else if (byte !== 0x2b) {
      value = value * 10 + byte - 0x30;
      scale *= 10;
    }
  }
  const number = (sign * value) / (scale || 1);
  if (!Number.isFinite(number)) throw tooComplex("a number of more than 300 digits in contents");
  if (numbers.length >= 2 * numbersMax) numbers.splice(0, numbersMax);
  numbers.push(number);
  return at;
}

/** How many operands operators have (Annex A): where there are more, readers take the last, where there are fewer, none. */
const operands: ReadonlyMap<string, number> = new Map([
  ["cm", 6],
  ["w", 1],
  ["re", 4],
  ["m", 2],
  ["l", 2],
  ["c", 6],
  ["v", 4],
  ["y", 4],
]);

function operate(walk: Walk, operator: string): void {
  const { saved, state } = walk;
  const count = operands.get(operator) ?? 0;
  if (walk.numbers.length < count) return;
  const numbers = count === 0 ? [] : walk.numbers.slice(-count);
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
  switch (operator) {
    case "q":
      if (saved.length === savedMax) throw tooComplex("graphics states within each other without end");
      saved.push(state);
      return;
    case "Q":
      walk.state = saved.pop() ?? state;
      return;
    case "cm":
      walk.state = { ...state, matrix: product([a, b, c, d, e, f], state.matrix) };
      return;
    case "w":
      walk.state = { ...state, breadth: Math.abs(a) };
      return;
    case "gs":
      walk.state = { ...state, breadth: walk.breadthOf(walk.name) ?? state.breadth };
      return;
    case "W":
    case "W*":
      walk.clips = true;
      return;
    case "Do":
      draw(walk);
      return;
    case "sh":
      walk.shaded.set(walk.name, (walk.shaded.get(walk.name) ?? 0) + areaOf(state.clip));
      return;
    case "re":
      for (const [x, y] of [
        [a, b],
        [a + c, b],
        [a + c, b + d],
        [a, b + d],
        [a, b],
      ] as const)
        lead(walk, x, y, false);
      walk.length += 2 * (Math.abs(c) + Math.abs(d));
      return;
    case "m":
    case "l":
    case "c":
    case "v":
    case "y":
      for (let i = 0; i + 1 < numbers.length; i += 2)
        lead(walk, numbers[i] ?? 0, numbers[i + 1] ?? 0, operator !== "m");
      return;
    default:
      endPath(walk, operator);
  }
}

function inlineImage(walk: Walk): void {
  paint(walk, Math.min(scaleOf(walk.state.matrix), areaOf(walk.state.clip)));
}

const fills = new Set(["f", "F", "f*", "B", "B*", "b", "b*"]);
const strokes = new Set(["S", "s", "B", "B*", "b", "b*"]);

function endPath(walk: Walk, operator: string): void {
  if (!fills.has(operator) && !strokes.has(operator) && operator !== "n") return;
  const { path, length, state } = walk;
  const scale = Math.sqrt(scaleOf(state.matrix));
  if (fills.has(operator)) paint(walk, areaOf(within(path, state.clip)));
  if (strokes.has(operator)) {
    const half = (state.breadth * scale) / 2;
    const around: Box = [path[0] - half, path[1] - half, path[2] + half, path[3] + half];
    // Ends and corners reach out.
    const line = (length * scale + 2 * half) * Math.max(1, 2 * half);
    paint(walk, Math.min(line, areaOf(within(around, state.clip))));
  }
  // Without a path some readers clip nothing.
  if (walk.clips && path !== noPath) walk.state = { ...state, clip: within(path, state.clip) };
  [walk.path, walk.length, walk.clips] = [noPath, 0, false];
}

function paint(walk: Walk, area: number): void {
  walk.area += area;
  walk.paints += 1;
}

function draw({ drawn, name, state }: Walk): void {
  const { scale, clip } = drawn.get(name) ?? { scale: 0, clip: 0 };
  drawn.set(name, { scale: scale + scaleOf(state.matrix), clip: clip + areaOf(state.clip) });
}

function lead(walk: Walk, x: number, y: number, isLine: boolean): void {
  const [a, b, c, d, e, f] = walk.state.matrix;
  const [px, py] = [a * x + c * y + e, b * x + d * y + f];
  const [left, bottom, right, top] = walk.path;
  walk.path = [Math.min(left, px), Math.min(bottom, py), Math.max(right, px), Math.max(top, py)];
  if (isLine) walk.length += Math.hypot(x - walk.at[0], y - walk.at[1]);
  walk.at = [x, y];
}

function product(m: Matrix, n: Matrix): Matrix {
  return [
    ...([m[0] * n[0] + m[1] * n[2], m[0] * n[1] + m[1] * n[3]] as const),
    ...([m[2] * n[0] + m[3] * n[2], m[2] * n[1] + m[3] * n[3]] as const),
    ...([m[4] * n[0] + m[5] * n[2] + n[4], m[4] * n[1] + m[5] * n[3] + n[5]] as const),
  ];
}

const scaleOf = ([a, b, c, d]: Matrix): number => Math.abs(a * d - b * c);

const within = (one: Box, other: Box): Box => [
  ...([Math.max(one[0], other[0]), Math.max(one[1], other[1])] as const),
  ...([Math.min(one[2], other[2]), Math.min(one[3], other[3])] as const),
];

const areaOf = ([left, bottom, right, top]: Box): number => Math.max(0, right - left) * Math.max(0, top - bottom);
