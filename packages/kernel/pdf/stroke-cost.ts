// What dashed lines cost their readers (ISO 32000-2 §8.4.3.6): a line is cut into as many pieces as its dash pattern fits into it,
// and eight characters make a pattern that fits a hundred million times.
import { itemsOf, numberOf, type Objects } from "./access.ts";
import { latin1 } from "./lexer.ts";
import type { PdfDict, PdfObject } from "./objects.ts";
import { isRegular, tokenEnd } from "./structure-words.ts";

/** `bare`: the length of lines for which the contents name no dash pattern, so that whoever draws them does. `period`: of the shortest pattern, infinite where there is none. */
export type Strokes = { readonly dashes: number; readonly bare: number; readonly period: number };

/** No lines. */
export const noStrokes: Strokes = { dashes: 0, bare: 0, period: Number.POSITIVE_INFINITY };

const [dLetter, open, close] = [0x64, 0x5b, 0x5d];
const patternOctetsMax = 1_000;

/** Whether contents set a pattern anywhere, in a text for example; the empty one is none. */
export function mayDash(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(dLetter); at >= 0; at = bytes.indexOf(dLetter, at + 1)) {
    if (isRegular(bytes[at + 1])) continue;
    const before = latin1(bytes, Math.max(0, at - 40), at);
    if (!/\][^[\]a-zA-Z]*$/.test(before)) continue;
    const end = bytes.lastIndexOf(close, at);
    const begin = bytes.lastIndexOf(open, end);
    if (begin < 0 || end - begin > patternOctetsMax || /\d/.test(latin1(bytes, begin, end))) return true;
  }
  return false;
}

type Walk = {
  dashes: number;
  bare: number;
  shortest: number;
  /** The pattern in effect, undefined while the contents have named none; and those that wait for their `Q`. */
  period: number | undefined;
  readonly saved: (number | undefined)[];
  readonly numbers: number[];
  length: number;
  at: readonly [x: number, y: number];
  start: readonly [x: number, y: number];
};

const savedMax = 1_000;
const numbersMax = 64;

/** Follows lines, curves and rectangles of contents and the patterns they are stroked with; the scale is the same for both. */
export function strokesIn(bytes: Uint8Array): Strokes {
  const walk: Walk = {
    ...{ dashes: 0, bare: 0, shortest: Number.POSITIVE_INFINITY, period: undefined, saved: [], numbers: [] },
    ...{ length: 0, at: [0, 0], start: [0, 0] },
  };
  for (let at = 0; at < bytes.length; ) {
    const end = tokenEnd(bytes, at);
    if (bytes[at] === open) walk.numbers.length = 0;
    else if (isRegular(bytes[at])) read(walk, latin1(bytes, at, end));
    at = end;
  }
  return { dashes: walk.dashes, bare: walk.bare, period: walk.shortest };
}

function read(walk: Walk, word: string): void {
  const number = Number(word);
  if (!Number.isNaN(number)) {
    if (walk.numbers.length < numbersMax) walk.numbers.push(number);
    return;
  }
  operate(walk, word);
  walk.numbers.length = 0;
}

function operate(walk: Walk, operator: string): void {
  const { numbers, saved } = walk;
  switch (operator) {
    case "d": {
      // The last number is where the pattern begins.
      const period = numbers.slice(0, -1).reduce((all, one) => all + Math.abs(one), 0);
      walk.period = period > 0 ? period : Number.POSITIVE_INFINITY;
      walk.shortest = Math.min(walk.shortest, walk.period);
      return;
    }
    case "q":
      if (saved.length < savedMax) saved.push(walk.period);
      return;
    case "Q":
      if (saved.length > 0) walk.period = saved.pop();
      return;
    case "S":
    case "s":
    case "B":
    case "B*":
    case "b":
    case "b*":
      if (walk.period === undefined) walk.bare += walk.length;
      else walk.dashes += walk.length / walk.period;
      walk.length = 0;
      return;
    case "n":
    case "f":
    case "F":
    case "f*":
      walk.length = 0;
      return;
    default:
      follow(walk, operator);
  }
}

function follow(walk: Walk, operator: string): void {
  const { numbers } = walk;
  const [x = 0, y = 0, width = 0, height = 0] = numbers;
  if (operator === "m")
    [walk.at, walk.start] = [
      [x, y],
      [x, y],
    ];
  else if (operator === "re") walk.length += 2 * (Math.abs(width) + Math.abs(height));
  else if (operator === "h") lead(walk, walk.start);
  else if (operator === "l") lead(walk, [x, y]);
  else if (operator === "c" || operator === "v" || operator === "y")
    for (let i = 0; i + 1 < numbers.length; i += 2) lead(walk, [numbers[i] ?? 0, numbers[i + 1] ?? 0]);
}

function lead(walk: Walk, to: readonly [x: number, y: number]): void {
  walk.length += Math.hypot(to[0] - walk.at[0], to[1] - walk.at[1]);
  walk.at = to;
}

/** The shortest pattern that a graphics state of some resources sets (§8.4.5 table 57 /D). */
export function periodOfStates(objects: Objects, states: readonly PdfDict[]): number {
  const periods = states.map(({ entries }) => periodOf(objects, itemsOf(objects, entries.get("D"))[0]));
  return periods.reduce((least, period) => Math.min(least, period), Number.POSITIVE_INFINITY);
}

function periodOf(objects: Objects, pattern: PdfObject | undefined): number {
  const period = itemsOf(objects, pattern).reduce((all, item) => all + Math.abs(numberOf(objects, item) ?? 0), 0);
  return period > 0 ? period : Number.POSITIVE_INFINITY;
}
