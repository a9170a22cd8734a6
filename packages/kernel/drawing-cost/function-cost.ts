// What functions cost their readers (ISO 32000-2 §7.10): they are computed for points of shadings, for points of pictures, and each
// time a colour is set. The unit is an octet of a PostScript program that is computed once.
import { dictionaryOf, itemsOf, numberOf } from "../pdf/access.ts";
import type { PdfObject, PdfStream } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { tooComplex, unlessBroken } from "../pdf/refusal.ts";

/** What a function costs each time it is computed, and each time it is read before. */
export type FunctionCost = { readonly each: number; readonly once: number };

/** Of no function. */
export const noFunction: FunctionCost = { each: 0, once: 0 };

/** Several of them, one after the other. */
export function sumOf(costs: readonly FunctionCost[]): FunctionCost {
  return costs.reduce((all, cost) => ({ each: all.each + cost.each, once: all.once + cost.once }), noFunction);
}

/** The dearest of them, in each way. */
export function dearestOf(costs: readonly FunctionCost[]): FunctionCost {
  return costs.reduce(
    (most, { each, once }) => ({ each: Math.max(most.each, each), once: Math.max(most.once, once) }),
    noFunction,
  );
}

const stitchedMax = 8;
/** Numbers of a table: readers keep 8 octets of each. */
const samplesMax = 16_000_000;
/** Reading an octet of a program (20 ns in poppler), and a number of a table (4 ns). */
const [octetRead, sampleRead] = [5, 1];
/** Looking at one of the functions that are stitched, or at a corner of a table. */
const lookShare = 4;

/**
 * Of a function, an array of them, or those it is made of.
 * @throws PdfRefusal FILE_TOO_COMPLEX for functions of functions without end, and for tables of more than 16 million numbers
 */
export function functionCost(doc: PdfDocument, fn: PdfObject | undefined, depth = 0): FunctionCost {
  if (depth > stitchedMax) throw tooComplex("functions of functions without end");
  const value = doc.resolve(fn);
  if (value?.kind === "array") return partsCost(doc, value.items, depth);
  const { entries } = dictionaryOf(doc, fn);
  const type = numberOf(doc, entries.get("FunctionType"));
  const parts = itemsOf(doc, entries.get("Functions"));
  const stitched = partsCost(doc, parts, depth);
  if (value?.kind !== "stream")
    return { each: stitched.each + parts.length / lookShare, once: stitched.once + parts.length };
  return type === 4 ? programCost(doc, value) : tableCost(doc, value);
}

/** One that stands there often is looked at once. */
function partsCost(doc: PdfDocument, parts: readonly PdfObject[], depth: number): FunctionCost {
  const known = new Map<number, FunctionCost>();
  const costs = parts.map((part) => {
    const found = part.kind === "ref" ? known.get(part.num) : undefined;
    const cost = found ?? functionCost(doc, part, depth + 1);
    if (part.kind === "ref") known.set(part.num, cost);
    return cost;
  });
  return sumOf(costs);
}

function programCost(doc: PdfDocument, program: PdfStream): FunctionCost {
  const octets = unlessBroken(() => doc.decodeStream(program))?.length ?? 0;
  return { each: octets, once: octetRead * octets };
}

/** Between all corners of a cell is interpolated: two for each input (§7.10.2). */
function tableCost(doc: PdfDocument, { dict }: PdfStream): FunctionCost {
  const numbers = (key: string): number[] =>
    itemsOf(doc, dict.entries.get(key)).map((item) => Math.abs(numberOf(doc, item) ?? 0));
  const size = numbers("Size");
  const outputs = numbers("Range").length / 2;
  const samples = size.reduce((all, one) => all * one, outputs);
  if (samples > samplesMax) throw tooComplex(`a function with a table of ${samples} numbers`);
  return { each: (2 ** size.length * outputs) / lookShare, once: sampleRead * samples };
}
