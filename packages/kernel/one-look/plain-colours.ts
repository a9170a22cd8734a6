// Colours that every reader shows alike (ISO 32000-2 §8.6.5, §8.6.6.4, §10.5). Some readers follow what a file says of calibrated spaces,
// transfer functions and the names of inks, others take the plain colour: where what is said is plain too, it comes to the same.
import type { Interval } from "../functions/function-ambiguity.ts";
import { dictionaryOf, itemsOf, nameOf, numberOf } from "../pdf/access.ts";
import type { PdfUpdate } from "../pdf/incremental-update.ts";
import { latin1 } from "../pdf/lexer.ts";
import type { PdfDict, PdfObject } from "../pdf/objects.ts";
import { unlessBroken } from "../pdf/refusal.ts";

/** Octets of a program that does nothing, or next to nothing. */
const programMax = 100;

/** Whether functions of a graphics state, or of a mask in one, change anything: names are the device's own, and identity is common. */
export function isTransfer(update: PdfUpdate, value: PdfObject | undefined): boolean {
  const found = update.resolve(value);
  const functions = found?.kind === "array" ? found.items : [found];
  return functions.some((each) => {
    const kind = update.resolve(each)?.kind;
    return (kind === "dict" || kind === "stream") && !isIdentity(update, each);
  });
}

function isIdentity(update: PdfUpdate, value: PdfObject | undefined): boolean {
  const { entries } = dictionaryOf(update, value);
  const isWhole = ["Domain", "Range"].every(
    (key) => !entries.has(key) || isLike(numbersOf(update, entries, key), 0, 1),
  );
  if (!isWhole) return false;
  if (isLinear(update, entries, 0, 1)) return true;
  return programOf(update, value) === "{ }";
}

/** Whether a function is the program that turns a number over (1 − x, §7.10.5), as Skia writes it. */
export function isTurnedOver(update: PdfUpdate, value: PdfObject | undefined): boolean {
  const { entries } = dictionaryOf(update, value);
  const isWhole = ["Domain", "Range"].every((key) => isLike(numbersOf(update, entries, key), 0, 1));
  return isWhole && programOf(update, value) === "{ 1 exch sub }";
}

/** The words of a short program (§7.10.5), with a blank between them. */
function programOf(update: PdfUpdate, value: PdfObject | undefined): string | undefined {
  const program = update.resolve(value);
  if (program?.kind !== "stream" || numberOf(update, program.dict.entries.get("FunctionType")) !== 4) return undefined;
  const octets = unlessBroken(() =>
    program.stored().size > programMax ? undefined : update.doc.decodeStream(program),
  );
  return octets && (latin1(octets).match(/[{}]|[^{}\0\t\n\f\r ]+/g) ?? []).join(" ");
}

type Entries = PdfDict["entries"];

/** A function of one number for one (§7.10.3) that is `from` where that is nothing and `to` where it is all. */
function isLinear(update: PdfUpdate, entries: Entries, from: number, to: number): boolean {
  return (
    numberOf(update, entries.get("FunctionType")) === 2 &&
    numberOf(update, entries.get("N")) === 1 &&
    isLike([...(numbersOf(update, entries, "C0") ?? [0]), ...(numbersOf(update, entries, "C1") ?? [1])], from, to)
  );
}

function numbersOf(update: PdfUpdate, entries: Entries, key: string): readonly number[] | undefined {
  if (!entries.has(key)) return undefined;
  return itemsOf(update, entries.get(key)).map((item) => numberOf(update, item) ?? Number.NaN);
}

const isLike = (numbers: readonly number[] | undefined, ...wanted: readonly number[]): boolean =>
  numbers?.length === wanted.length && wanted.every((number, i) => number === numbers[i]);

/**
 * Whether an ink that readers know by its name looks as its name says: nothing of it is white, all of it black. A function of another kind
 * than the simplest is not computed.
 */
export function isPlainInk(update: PdfUpdate, space: PdfObject | undefined, tint: PdfObject | undefined): boolean {
  const { entries } = dictionaryOf(update, tint);
  if (entries.has("Range") || (entries.has("Domain") && !isLike(numbersOf(update, entries, "Domain"), 0, 1)))
    return false;
  const device = nameOf(update, space);
  if (device === "DeviceGray") return isLinear(update, entries, 1, 0);
  if (device !== "DeviceCMYK" || numberOf(update, entries.get("FunctionType")) !== 2) return false;
  if (numberOf(update, entries.get("N")) !== 1 || !isLike(numbersOf(update, entries, "C0"), 0, 0, 0, 0)) return false;
  const all = numbersOf(update, entries, "C1") ?? [];
  return all.length === 4 && all[3] === 1 && all.every((part) => part >= 0 && part <= 1);
}

const within = (value: number | undefined, [least, most]: Interval): boolean =>
  value !== undefined && value >= least && value <= most;

/** Screens have 2.2 and had 1.8; MuPDF takes the number as it is, as for 2.2, and differs by a tenth of white at these ends. */
export const gammas: Interval = [1.6, 2.8];
/** From the light of a lamp (illuminant A) to that of the northern sky. */
const whites: readonly Interval[] = [
  [0.85, 1.2],
  [0.999, 1.001],
  [0.3, 1.4],
];
/** How bright red, green and blue are; an identity matrix, with green alone, is among it. */
const brightness: readonly Interval[] = [
  [0, 0.45],
  [0.5, 1],
  [0, 0.25],
];
const entriesOfMatrix: Interval = [-0.2, 1.3];
const whiteDeviation = 0.25;
const chroma = 100;
const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Whether a calibrated space (§8.6.5.2 to §8.6.5.4) looks about as the plain one that some readers take for it. */
export function isPlainCalibration(update: PdfUpdate, family: string, value: PdfObject | undefined): boolean {
  const { entries } = dictionaryOf(update, value);
  const white = numbersOf(update, entries, "WhitePoint") ?? [];
  if (white.length !== 3 || !whites.every((bounds, i) => within(white[i], bounds))) return false;
  if (family === "Lab") {
    const [a0 = 0, a1 = 0, b0 = 0, b1 = 0] = numbersOf(update, entries, "Range") ?? [-chroma, chroma, -chroma, chroma];
    return a0 <= -chroma && a1 >= chroma && b0 <= -chroma && b1 >= chroma;
  }
  if (family === "CalGray") return within(numberOf(update, entries.get("Gamma")), gammas);
  const each = numbersOf(update, entries, "Gamma") ?? [];
  const matrix = numbersOf(update, entries, "Matrix") ?? identity;
  return each.length === 3 && each.every((gamma) => within(gamma, gammas)) && isPlainMatrix(matrix, white);
}

/** Whether red, green and blue are what they are called: X, Y and Z of each, one after the other. */
export function isPlainMatrix(matrix: readonly number[], white: readonly number[]): boolean {
  const column = (axis: number): number[] => [0, 3, 6].map((primary) => matrix[primary + axis] ?? Number.NaN);
  return (
    matrix.length === 9 &&
    matrix.every((entry) => within(entry, entriesOfMatrix)) &&
    column(1).every((y, i) => within(y, brightness[i] ?? [0, 0])) &&
    white.every((wanted, axis) => Math.abs(column(axis).reduce((all, part) => all + part) - wanted) < whiteDeviation)
  );
}
