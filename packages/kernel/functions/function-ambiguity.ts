// Functions (ISO 32000-2 §7.10) of which programs make different numbers, so that a text is black in one and white in another: pdf.js does
// not hold what goes in to /Domain nor what comes out to /Range, and of what a function does not say whole each makes something else.
import { dictionaryOf, integerOf, itemsOf, numberOf, numbersOf } from "../pdf/access.ts";
import type { PdfDict, PdfObject } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { unlessBroken } from "../pdf/refusal.ts";
import { ambiguityInProgram, type Followed } from "./program-ambiguity.ts";
import { isNarrow } from "./program-values.ts";

/** Least and most of a number. */
export type Interval = readonly [least: number, most: number];

/** How much of an ink there is (§8.6.6.4). */
export const tint: Interval = [0, 1];

/**
 * What a function is asked: between what each number lies that goes in, how many shall come out, and between what these shall lie. `isRounded`
 * where what goes in is computed, so that it may lie beyond its least by as much as is rounded.
 */
type Asked = {
  readonly inputs: readonly Interval[];
  readonly outputs: number;
  readonly within?: readonly Interval[];
  readonly isRounded?: boolean;
};

/** What was found in functions of a document, by their numbers and what they were asked; and how long its programs were followed. */
const found = new WeakMap<PdfDocument, Map<string, string | undefined>>();
const followed = new WeakMap<PdfDocument, Followed>();

const stitchedMax = 8;
/** Colours are written in few digits. What goes in has no slack: pdf.js makes of a root of next to nothing below it no number at all. */
const slack = 0.000_1;
/** Some programs have 24 bits for a number: of what is larger, or grows faster, too few are left of them. */
const largest = 1_000;
const largestTable = 65_536;
const powers: Interval = [0.1, 1_000];

/** What programs compute differently of a function, in words. */
export function ambiguityInFunction(
  doc: PdfDocument,
  stored: PdfObject | undefined,
  asked: Asked,
  depth = 0,
): string | undefined {
  if (depth > stitchedMax) return "functions of functions without end";
  const { inputs, outputs, within } = asked;
  const known = found.get(doc) ?? new Map<string, string | undefined>();
  found.set(doc, known);
  const key =
    stored?.kind === "ref" ? `${stored.num} ${outputs} ${inputs.join(" ")} ${within} ${asked.isRounded}` : undefined;
  if (key !== undefined && known.has(key)) return known.get(key);
  // Of a function within itself, until it is known.
  if (key !== undefined) known.set(key, "a function of itself");
  const why = ambiguityIn(doc, stored, asked, depth);
  if (key !== undefined) known.set(key, why);
  return why;
}

function ambiguityIn(doc: PdfDocument, stored: PdfObject | undefined, asked: Asked, depth: number): string | undefined {
  const { entries } = dictionaryOf(doc, stored);
  const domain = intervalsOf(doc, entries.get("Domain"));
  if (domain?.length !== asked.inputs.length) return "a function of more or fewer numbers than it is given";
  if (!asked.inputs.every(([least, most], i) => isWithin(least, domain[i]) && isWithin(most, domain[i])))
    return "a function outside of its domain";
  const range = entries.has("Range") ? intervalsOf(doc, entries.get("Range")) : "none";
  if (range === undefined) return "a function with a range that is none";
  if (range !== "none" && range.length !== asked.outputs) return "a function that gives more or fewer numbers";
  const isHeld = range !== "none" && range.every((each, i) => lies(each, asked.within?.[i] ?? each));
  switch (integerOf(doc, entries.get("FunctionType"))) {
    case 0:
      if (domain.some(isPoint)) return "a table of next to no domain";
      return isHeld ? ambiguityInTable(doc, stored, asked) : "a table without a range";
    case 2:
      return ambiguityInPower(doc, entries, asked, range);
    case 3:
      return ambiguityInStitches(doc, entries, { ...heldTo(asked, range), domain: domain[0] ?? tint }, depth);
    case 4:
      return isHeld ? programOf(doc, stored, asked) : "a program without a range";
    default:
      return "a function of a kind that there is not";
  }
}

/** Pairs of a number and one that is not less. */
function intervalsOf(doc: PdfDocument, stored: PdfObject | undefined): readonly Interval[] | undefined {
  const numbers = numbersOf(doc, stored);
  if (numbers === undefined || numbers.length % 2 !== 0) return undefined;
  const pairs = Array.from(
    { length: numbers.length / 2 },
    (_, i): Interval => [numbers[2 * i] ?? Number.NaN, numbers[2 * i + 1] ?? Number.NaN],
  );
  return pairs.every(([least, most]) => least <= most) ? pairs : undefined;
}

const isWithin = (value: number, within: Interval | undefined): boolean =>
  within !== undefined && value >= within[0] && value <= within[1];

const isPoint = ([least, most]: Interval): boolean => isNarrow({ least, most });

/** pdf.js holds nothing to the range of a stitched function: what is stitched has to lie there by itself. */
function heldTo(asked: Asked, range: readonly Interval[] | "none"): Asked {
  if (range === "none") return asked;
  const within = range.map(([least, most], i): Interval => {
    const [from, to] = asked.within?.[i] ?? [least, most];
    return [Math.max(least, from), Math.min(most, to)];
  });
  return { ...asked, within };
}

const lies = ([least, most]: Interval, within: Interval | undefined): boolean =>
  within !== undefined && least >= within[0] - slack && most <= within[1] + slack;

/** From one number to another by a power (§7.10.3): between these lies all that comes out. */
function ambiguityInPower(
  doc: PdfDocument,
  entries: PdfDict["entries"],
  { inputs, outputs, within, isRounded }: Asked,
  range: readonly Interval[] | "none",
): string | undefined {
  const power = numberOf(doc, entries.get("N"));
  const [least, most] = inputs[0] ?? tint;
  if (power === undefined || (power !== 0 && !isWithin(power, powers))) return "a power that there is not";
  const isRoot = !Number.isInteger(power);
  if (least < 0 || (least === 0 && isRoot && isRounded === true)) return "a power of less than nothing";
  const ends = ["C0", "C1"].map((key, i) => (entries.has(key) ? numbersOf(doc, entries.get(key)) : [i]));
  const [from, to] = ends;
  if (from?.length !== outputs || to?.length !== outputs) return "a function that gives more or fewer numbers";
  if ([...from, ...to].some((each) => Math.abs(each) > largest)) return "a function of numbers too large to keep";
  const isWhole = from.every((start, i) => {
    const given = [least, most].map((x) => start + x ** power * ((to[i] ?? 0) - start));
    const all: Interval = [Math.min(...given), Math.max(...given)];
    return lies(all, range === "none" ? all : range[i]) && lies(all, within?.[i] ?? all);
  });
  return isWhole ? undefined : "a function whose numbers are cut";
}

/** One function after the other (§7.10.4). */
function ambiguityInStitches(
  doc: PdfDocument,
  entries: PdfDict["entries"],
  asked: Asked & { readonly domain: Interval },
  depth: number,
): string | undefined {
  const functions = itemsOf(doc, entries.get("Functions"));
  const bounds = numbersOf(doc, entries.get("Bounds"));
  const encode = numbersOf(doc, entries.get("Encode"));
  if (functions.length === 0 || bounds?.length !== functions.length - 1 || encode?.length !== 2 * functions.length)
    return "functions that are stitched in no way";
  const places = [asked.domain[0], ...bounds, asked.domain[1]];
  if (places.some((place, i) => place < (places[i - 1] ?? place))) return "functions that are stitched in no order";
  // At one point it depends on how a program rounds it which of the functions that is.
  if (asked.inputs.some(isPoint)) return "functions that are stitched, at one point";
  for (const [i, each] of functions.entries()) {
    const [start = 0, end = 0] = encode.slice(2 * i, 2 * i + 2);
    const inputs: readonly Interval[] = [[Math.min(start, end), Math.max(start, end)]];
    // From one to nothing, or up from nothing, no program misses nothing.
    const isRounded = start > end && start !== 1;
    const why = ambiguityInFunction(doc, each, { ...asked, inputs, isRounded }, depth + 1);
    if (why !== undefined) return why;
  }
  return undefined;
}

/** Bits of a number of a table that all programs read; poppler does not read 32. */
const sampleBits = new Set([1, 2, 4, 8, 12, 16, 24]);

/** Numbers between which is interpolated (§7.10.2). */
function ambiguityInTable(
  doc: PdfDocument,
  stored: PdfObject | undefined,
  { inputs, outputs }: Asked,
): string | undefined {
  const table = doc.resolve(stored);
  if (table?.kind !== "stream") return "a table without numbers";
  const { entries } = table.dict;
  const size = numbersOf(doc, entries.get("Size"));
  if (
    size?.length !== inputs.length ||
    !size.every((each) => Number.isInteger(each) && each >= 1 && each <= largestTable)
  )
    return "a table of no size";
  const bits = integerOf(doc, entries.get("BitsPerSample")) ?? 0;
  if (!sampleBits.has(bits)) return "a table of numbers that programs read each in their own way";
  for (const [key, bounds] of [
    ["Encode", size.map((each) => 2 * each)],
    ["Decode", Array.from({ length: outputs }, () => largest)],
  ] as const) {
    if (doc.resolve(entries.get(key)) === undefined) continue;
    const numbers = numbersOf(doc, entries.get(key));
    const isWhole = numbers?.length === 2 * bounds.length;
    if (!isWhole || !numbers.every((each, i) => Math.abs(each) <= (bounds[Math.floor(i / 2)] ?? 0)))
      return `a table with a /${key} that is none`;
  }
  const wanted = Math.ceil((size.reduce((all, one) => all * one, outputs) * bits) / 8);
  const octets = unlessBroken(() => doc.decodeStream(table));
  return octets !== undefined && octets.length >= wanted ? undefined : "a table that ends early";
}

/** A program (§7.10.5). */
function programOf(doc: PdfDocument, stored: PdfObject | undefined, asked: Asked): string | undefined {
  const program = doc.resolve(stored);
  const octets = program?.kind === "stream" ? unlessBroken(() => doc.decodeStream(program)) : undefined;
  const spent = followed.get(doc) ?? { steps: 0 };
  followed.set(doc, spent);
  return octets === undefined ? "a program that cannot be read" : ambiguityInProgram(octets, asked, spent);
}
