// What dashed lines cost their readers (ISO 32000-2 §8.4.3.6): a line is cut into as many pieces as its dash pattern fits into it,
// and eight characters make a pattern that fits a hundred million times.

import { emptyPath, endPath, followPath, type Path } from "../contents/follow-path.ts";
import type { ComponentsOf } from "../contents/inline-image-end.ts";
import { unchanged } from "../contents/matrix.ts";
import { pathPainting, savedMax, strokes } from "../contents/operators.ts";
import { type Operand, readContents } from "../contents/read-operators.ts";
import { dictionaryOf, itemsOf, numberOf, type Objects } from "../pdf/access.ts";
import type { PdfDict, PdfObject } from "../pdf/objects.ts";
import { tooComplex } from "../pdf/refusal.ts";

/** `bare`: the length of lines for which the contents name no dash pattern, so that whoever draws them does. `period`: of the shortest pattern, infinite where there is none. */
export type Strokes = { readonly dashes: number; readonly bare: number; readonly period: number };

type Walk = {
  dashes: number;
  bare: number;
  shortest: number;
  /** Of the pattern in effect, undefined while the contents have named none; and those that wait for their `Q`. */
  period: number | undefined;
  readonly saved: (number | undefined)[];
  readonly path: Path;
};

/** Looks up what contents name. */
export type NamedStrokes = {
  readonly componentsOf: ComponentsOf;
  /** Of the pattern that a graphics state sets. */
  readonly periodOf: (state: string) => number | undefined;
};

/**
 * Follows lines, curves and rectangles of contents and the patterns they are stroked with.
 * @throws PdfRefusal FILE_TOO_COMPLEX where that cannot be followed
 */
export function strokesIn(bytes: Uint8Array, named: NamedStrokes): Strokes {
  const walks = readContents({ bytes, componentsOf: named.componentsOf }, () => {
    const walk: Walk = {
      ...{ dashes: 0, bare: 0, shortest: Number.POSITIVE_INFINITY },
      ...{ period: undefined, saved: [], path: emptyPath() },
    };
    return { walk, operate: (operator, operands) => operate(walk, operator, operands, named) };
  });
  const most = (of: "dashes" | "bare"): number => walks.reduce((all, walk) => Math.max(all, walk[of]), 0);
  return { dashes: most("dashes"), bare: most("bare"), period: Math.min(...walks.map(({ shortest }) => shortest)) };
}

function operate(walk: Walk, operator: string, operands: readonly Operand[], named: NamedStrokes): void {
  const { saved, path } = walk;
  const [first] = operands;
  switch (operator) {
    case "d":
      dash(walk, typeof first === "object" ? periodOfLengths(first.numbers) : undefined);
      return;
    case "gs":
      dash(walk, typeof first === "string" ? named.periodOf(first) : undefined);
      return;
    case "q":
      if (saved.push(walk.period) > savedMax) throw tooComplex("graphics states within each other without end");
      return;
    case "Q":
      if (saved.length > 0) walk.period = saved.pop();
      return;
    default:
      // Readers draw a path in the space where it is painted: there lines and patterns have one scale.
      if (followPath(path, operator, operands, unchanged)) return;
  }
  if (strokes.has(operator) && walk.period === undefined) walk.bare += path.length;
  else if (strokes.has(operator)) walk.dashes += path.length / (walk.period ?? 1);
  if (pathPainting.has(operator)) endPath(path);
}

function dash(walk: Walk, period: number | undefined): void {
  if (period === undefined) return;
  walk.period = period;
  walk.shortest = Math.min(walk.shortest, period);
}

function periodOfLengths(lengths: readonly number[]): number {
  const period = lengths.reduce((all, one) => all + Math.abs(one), 0);
  return period > 0 ? period : Number.POSITIVE_INFINITY;
}

/** The length of the pattern that a graphics state sets (§8.4.5 table 57 /D). */
export function periodOfState(objects: Objects, state: PdfObject | undefined): number | undefined {
  const dashes = itemsOf(objects, dictionaryOf(objects, state).entries.get("D"))[0];
  if (dashes === undefined) return undefined;
  return periodOfLengths(itemsOf(objects, dashes).map((item) => numberOf(objects, item) ?? 0));
}

/** The shortest pattern that one of some graphics states sets; `known` are those of dictionaries that were gone through. */
export function periodOfStates(objects: Objects, states: PdfDict, known: WeakMap<PdfDict, number>): number {
  const found =
    known.get(states) ?? shortestOf([...states.entries.values()].map((state) => periodOfState(objects, state)));
  known.set(states, found);
  return found;
}

const shortestOf = (periods: readonly (number | undefined)[]): number =>
  periods.reduce((least: number, period) => Math.min(least, period ?? least), Number.POSITIVE_INFINITY);
