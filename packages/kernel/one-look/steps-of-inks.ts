// Steps in the colours of inks (ISO 32000-2 §8.6.6.4, §8.6.6.5): where a function goes from black to white at just the amount that is set, a program
// that keeps 16 bits of the amount shows the one, and one that keeps 53 of them the other. Functions are those that `function-ambiguity.ts` lets pass.

import { computedBy } from "../functions/program-ambiguity.ts";
import { dictionaryOf, integerOf, itemsOf, nameOf, numberOf, numbersOf } from "../pdf/access.ts";
import { latin1 } from "../pdf/lexer.ts";
import type { PdfObject } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { tooComplex, unlessBroken } from "../pdf/refusal.ts";

/** Colours that were looked at in a document, by their functions and amounts, and what that has cost, in words of programs. */
type Looked = {
  readonly colours: Map<string, boolean>;
  /** What streams of functions hold, by number, and whether programs take steps. */
  readonly octets: Map<number, Uint8Array>;
  readonly stepping: Map<Uint8Array, boolean>;
  spent: number;
};
const looked = new WeakMap<PdfDocument, Looked>();

function lookedIn(doc: PdfDocument): Looked {
  const all = looked.get(doc) ?? { colours: new Map(), octets: new Map(), stepping: new Map(), spent: 0 };
  looked.set(doc, all);
  return all;
}

const spentMax = 8_000_000;
const keptMax = 10_000;

/** Poppler keeps so much of an amount. */
const kept = 2 ** 16;
/** Of a colour; of that a contour is seen, and no text. */
const stepMin = 0.1;

/** Of such colours, in words. */
export const atStep = "an amount of an ink at which its colour takes a step";

/** Whether the colour of an ink, or of several, goes from one to another at an amount of it. */
export function isAtStep(doc: PdfDocument, space: PdfObject | undefined, tints: readonly number[]): boolean {
  const [family, , , transform] = itemsOf(doc, space);
  const name = nameOf(doc, family);
  if ((name !== "Separation" && name !== "DeviceN") || !takesSteps(doc, transform)) return false;
  // Programs keep nothing and all of an ink as they are.
  if (tints.every((tint) => tint === 0 || tint === 1)) return false;
  const all = lookedIn(doc);
  all.spent += 1;
  if (all.spent > spentMax) throw tooComplex("colours of programs without end");
  const key = transform?.kind === "ref" ? `${transform.num} ${tints.join(" ")}` : undefined;
  const found = key === undefined ? undefined : all.colours.get(key);
  if (found !== undefined) return found;
  const isStep = stepsAt(doc, transform, tints, all);
  if (key !== undefined && all.colours.size < keptMax) all.colours.set(key, isStep);
  return isStep;
}

const coloursMax = 256;

/** The same of a palette of inks (§8.6.6.3). */
export function isPaletteAtStep(doc: PdfDocument, base: PdfObject | undefined, lookup: PdfObject | undefined): boolean {
  const [, inks, , transform] = itemsOf(doc, base);
  if (!takesSteps(doc, transform)) return false;
  const stored = doc.resolve(lookup);
  const octets = stored?.kind === "string" ? stored.bytes : octetsOf(doc, lookup);
  // A single ink is a name.
  const count = itemsOf(doc, inks).length || 1;
  const tints = Array.from(octets.subarray(0, coloursMax * count), (octet) => octet / 255);
  const colours = Array.from({ length: tints.length / count }, (_, i) => tints.slice(i * count, (i + 1) * count));
  return colours.some((colour) => isAtStep(doc, base, colour));
}

function stepsAt(doc: PdfDocument, stored: PdfObject | undefined, tints: readonly number[], all: Looked): boolean {
  const ways: readonly ((tint: number) => number)[] = [
    (tint) => tint,
    (tint) => Math.floor(tint * kept) / kept,
    Math.fround,
    (tint) => Math.min(1, tint + 1 / kept),
    (tint) => Math.max(0, tint - 1 / kept),
  ];
  const [first, ...others] = ways.map((way) => computed(doc, stored, tints.map(way), all));
  return others.some(
    (other) => first === undefined || (other?.some((value, i) => isFar(value, first[i] ?? value)) ?? true),
  );
}

const isFar = (a: number, b: number): boolean => Math.abs(a - b) > stepMin * Math.max(1, Math.abs(a), Math.abs(b));

/** Whether a function may, as far as its kind says. */
function takesSteps(doc: PdfDocument, stored: PdfObject | undefined): boolean {
  const { entries } = dictionaryOf(doc, stored);
  const type = integerOf(doc, entries.get("FunctionType"));
  // Tables are even between their numbers: of those few in every 16 bits there is no step.
  if (type === 0) return (numbersOf(doc, entries.get("Size")) ?? []).some((size) => size > tableMax);
  return type === 3 || (type === 4 && isStepping(doc, stored));
}

const tableMax = 1_000;
/** Words without which a program takes none. */
const words = /if|floor|ceiling|round|truncate|cvi|mod|atan/;

function isStepping(doc: PdfDocument, stored: PdfObject | undefined): boolean {
  const { stepping } = lookedIn(doc);
  const octets = octetsOf(doc, stored);
  const found = stepping.get(octets) ?? words.test(latin1(octets));
  stepping.set(octets, found);
  return found;
}

const none = new Uint8Array(0);

function octetsOf(doc: PdfDocument, stored: PdfObject | undefined): Uint8Array {
  const { octets } = lookedIn(doc);
  const stream = doc.resolve(stored);
  if (stream?.kind !== "stream" || stored?.kind !== "ref") return none;
  const found = octets.get(stored.num) ?? unlessBroken(() => doc.decodeStream(stream)) ?? none;
  octets.set(stored.num, found);
  return found;
}

/** What a function gives, where that can be said; nothing is looked for in tables of several numbers. */
function computed(
  doc: PdfDocument,
  stored: PdfObject | undefined,
  tints: readonly number[],
  all: Looked,
): readonly number[] | undefined {
  const { entries } = dictionaryOf(doc, stored);
  const [tint = 0] = tints;
  switch (integerOf(doc, entries.get("FunctionType"))) {
    case 0:
      return tints.length === 1 ? inTable(doc, stored, tint) : [];
    case 2: {
      const [from, to] = [numbersOf(doc, entries.get("C0")) ?? [0], numbersOf(doc, entries.get("C1")) ?? [1]];
      const part = tint ** (numberOf(doc, entries.get("N")) ?? 1);
      return from.map((start, i) => start + part * ((to[i] ?? 0) - start));
    }
    case 3: {
      const [inner, x] = stitchAt(doc, entries, tint);
      return computed(doc, inner, [x], all);
    }
    case 4: {
      const spent = { steps: 0 };
      const colour = computedBy(octetsOf(doc, stored), tints, spent);
      all.spent += spent.steps;
      return colour;
    }
    default:
      return undefined;
  }
}

/** The function of several that a number is for, and what that is given (§7.10.4). */
function stitchAt(
  doc: PdfDocument,
  entries: ReadonlyMap<string, PdfObject>,
  tint: number,
): readonly [inner: PdfObject | undefined, x: number] {
  const [least = 0, most = 1] = numbersOf(doc, entries.get("Domain")) ?? [];
  const bounds = numbersOf(doc, entries.get("Bounds")) ?? [];
  const above = bounds.findIndex((bound) => tint < bound);
  const at = above < 0 ? bounds.length : above;
  const [start, end] = [bounds[at - 1] ?? least, bounds[at] ?? most];
  const [from = 0, to = 1] = (numbersOf(doc, entries.get("Encode")) ?? []).slice(2 * at, 2 * at + 2);
  const x = end > start ? from + ((tint - start) * (to - from)) / (end - start) : from;
  return [itemsOf(doc, entries.get("Functions"))[at], x];
}

/** What a table of one number holds there, between two of its entries (§7.10.2). */
function inTable(doc: PdfDocument, stored: PdfObject | undefined, tint: number): readonly number[] {
  const octets = octetsOf(doc, stored);
  const { entries } = dictionaryOf(doc, stored);
  const numbersAt = (key: string): readonly number[] | undefined => numbersOf(doc, entries.get(key));
  const [size = 1] = numbersAt("Size") ?? [];
  const [least = 0, most = 1] = numbersAt("Domain") ?? [];
  const [from = 0, to = size - 1] = numbersAt("Encode") ?? [];
  const bits = integerOf(doc, entries.get("BitsPerSample")) ?? 1;
  const decode = numbersAt("Decode") ?? numbersAt("Range") ?? [];
  const at = Math.min(size - 1, Math.max(0, from + ((tint - least) * (to - from)) / (most - least)));
  const below = Math.min(Math.floor(at), Math.max(0, size - 2));
  const count = decode.length / 2;
  return Array.from({ length: count }, (_, i) => {
    const [first, next] = [below, Math.min(below + 1, size - 1)].map((entry) =>
      sampleAt(octets, entry * count + i, bits),
    );
    const part = ((first ?? 0) + (at - below) * ((next ?? 0) - (first ?? 0))) / (2 ** bits - 1);
    return (decode[2 * i] ?? 0) + part * ((decode[2 * i + 1] ?? 1) - (decode[2 * i] ?? 0));
  });
}

function sampleAt(octets: Uint8Array, index: number, bits: number): number {
  let sample = 0;
  for (let bit = index * bits; bit < (index + 1) * bits; bit += 1)
    sample = 2 * sample + (((octets[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
  return sample;
}
