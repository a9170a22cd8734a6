// Reads contents operator by operator (ISO 32000-2 §7.8.2), as readers of today do. Where contents are as they should be there is one
// way to read them. Where they are not, pdf.js keeps operands that others leave, divides words, and ends inline images elsewhere: then
// they are read twice.

import { isDelimiter, isWhitespace } from "../pdf/lexer.ts";
import { tooComplex } from "../pdf/refusal.ts";
import {
  isNumeric,
  isWordByte,
  operandsOf,
  type Place,
  readContentWord,
  readNumber,
  valueEnd,
} from "./content-tokens.ts";
import { type ComponentsOf, type InlineParts, imageEnds, inlineImageAt } from "./inline-image-end.ts";
import { nameIn } from "./names-in-content.ts";

/**
 * An array, a string, or anything else that is no number and no name: the numbers in it, the octets of its strings, where the first two
 * begin, the parts of an inline image.
 */
export type Items = {
  readonly kind?: "array";
  readonly numbers: readonly number[];
  readonly octets: number;
  readonly at?: number;
  readonly image?: InlineParts;
};
/** What stands before an operator; a name is one without its slash. */
export type Operand = number | string | Items;
/** What follows operators, each with where it ends; the operands are only theirs while it runs. */
export type Operate = (operator: string, operands: readonly Operand[], end: number) => void;

type Frame =
  | { readonly kind: "array"; readonly numbers: number[]; octets: number; readonly at: number }
  | { readonly kind: "dict"; wantsValue: boolean };
type Reader = Place & {
  readonly isPdfJs: boolean;
  readonly componentsOf: ComponentsOf;
  readonly operate: Operate;
  readonly operands: Operand[];
  /** Operands that were too many, which pdf.js keeps for operators that have too few. */
  readonly left: Operand[];
  readonly open: Frame[];
  /** pdf.js reads other operators than the standard does. */
  isDoubtful: boolean;
  /** Some program reads other operators than another, pdf.js or not. */
  isAmbiguous: boolean;
};

/** Contents that are read, and what to do where programs of today read each other operators in them. */
export type Contents = {
  readonly bytes: Uint8Array;
  readonly componentsOf: ComponentsOf;
  readonly onAmbiguous?: (() => void) | undefined;
};

/**
 * Reads contents once, or twice where pdf.js reads other operators than the standard does. `begin` makes what follows them anew;
 * an inline image is an `EI` with one operand.
 * @throws PdfRefusal FILE_TOO_COMPLEX for operands, numbers or arrays within each other without end
 */
export function readContents<Walk>(
  contents: Contents,
  begin: () => { readonly walk: Walk; readonly operate: Operate },
): Walk[] {
  const first = begin();
  const { isDoubtful, isAmbiguous } = readOnce({ ...contents, isPdfJs: true, operate: first.operate });
  if (isDoubtful || isAmbiguous) contents.onAmbiguous?.();
  if (!isDoubtful) return [first.walk];
  const second = begin();
  readOnce({ ...contents, isPdfJs: false, operate: second.operate });
  return [first.walk, second.walk];
}

type Wanted = Pick<Reader, "isPdfJs" | "operate"> & Contents;

function readOnce({ bytes, componentsOf, isPdfJs, operate }: Wanted): Pick<Reader, "isDoubtful" | "isAmbiguous"> {
  const reader: Reader = {
    ...{ bytes, componentsOf, isPdfJs, operate, at: 0, operands: [], left: [], open: [] },
    ...{ isDoubtful: false, isAmbiguous: false, hasOddNumber: false },
  };
  while (reader.at < reader.bytes.length) readToken(reader);
  return { isDoubtful: reader.isDoubtful, isAmbiguous: reader.isAmbiguous || reader.hasOddNumber };
}

const none: readonly number[] = [];
const other: Items = { numbers: none, octets: 0 };
const [parenthesis, percent, slash, less, greater] = [0x28, 0x25, 0x2f, 0x3c, 0x3e];

function readToken(reader: Reader): void {
  const { bytes, at } = reader;
  const byte = bytes[at];
  if (isWhitespace(byte)) reader.at += 1;
  else if (isNumeric(byte)) take(reader, readNumber(reader));
  else if (!isDelimiter(byte)) readWord(reader);
  else if ((byte === less || byte === greater) && bytes[at + 1] === byte) {
    reader.at += 2;
    readDelimiter(reader, byte === less ? "<<" : ">>");
  } else {
    reader.at = valueEnd(bytes, at);
    if (byte === slash) take(reader, nameIn(bytes, at + 1, reader.at));
    else if (byte === parenthesis || byte === less) {
      const length = reader.at - at;
      take(reader, { numbers: none, octets: byte === less ? length / 2 : length, at });
    } else if (byte !== percent) readDelimiter(reader, String.fromCharCode(byte ?? 0));
  }
}

function readWord(reader: Reader): void {
  const { bytes, isPdfJs, open } = reader;
  const word = readContentWord(reader, isPdfJs);
  if (isPdfJs && isWordByte(bytes[reader.at])) reader.isDoubtful = true;
  if (word === "BI" && (isPdfJs || open.length === 0)) readImage(reader);
  else if (word === "true" || word === "false" || (word === "null" && open.length > 0)) take(reader, other);
  else if (open.length > 0) skipInside(reader);
  else command(reader, word);
}

/** As many operands as pdf.js takes: contents with more it draws no further. */
const operandsMax = 33;
const [leftMax, openMax, numbersMax] = [1_000_000, 100, 100_000];

function take({ operands, open }: Reader, value: Operand): void {
  const frame = open.at(-1);
  if (frame === undefined) {
    if (operands.push(value) > operandsMax) throw tooComplex(`an operator of more than ${operandsMax} operands`);
  } else if (frame.kind === "dict") frame.wantsValue = !frame.wantsValue && typeof value === "string";
  else if (typeof value === "number") {
    if (frame.numbers.length < numbersMax) frame.numbers.push(value);
  } else if (typeof value !== "string") {
    if (value.numbers.length > 0 && frame.numbers.length < numbersMax)
      frame.numbers.push(...value.numbers.slice(0, 100));
    frame.octets += value.octets;
  }
}

/** What is no value stands for one in a dictionary. */
function skipInside({ open }: Reader): void {
  const frame = open.at(-1);
  if (frame?.kind === "dict") frame.wantsValue = false;
}

function readDelimiter(reader: Reader, word: string): void {
  const { open } = reader;
  const frame = open.at(-1);
  const awaitsName = frame?.kind === "dict" && !frame.wantsValue;
  if (word === "[" || word === "<<") {
    if (awaitsName) return;
    if (open.length === openMax) throw tooComplex("arrays in contents within each other without end");
    const at = reader.at - word.length;
    open.push(word === "[" ? { kind: "array", numbers: [], octets: 0, at } : { kind: "dict", wantsValue: false });
  } else if (frame === undefined) command(reader, word);
  else if (frame.kind === "array" ? word === "]" : awaitsName && word === ">>") {
    open.pop();
    take(reader, frame.kind === "array" ? frame : other);
  } else skipInside(reader);
}

function readImage(reader: Reader): void {
  const { bytes, isPdfJs, open } = reader;
  const start = reader.at;
  const image = inlineImageAt(bytes, start, isPdfJs);
  const { found, counted } =
    image === undefined ? { found: bytes.length, counted: bytes.length } : imageEnds(bytes, image, reader.componentsOf);
  if (found !== counted) reader.isDoubtful = true;
  reader.at = isPdfJs ? found : counted;
  const from = image?.from ?? bytes.length;
  const parts = { entries: bytes.subarray(start, from), octets: bytes.subarray(from, Math.max(from, reader.at)) };
  take(reader, { ...other, image: parts });
  if (open.length > 0) skipInside(reader);
  else command(reader, "EI");
}

/** Nothing shows of them. */
const marks = new Set(["MP", "DP", "BMC", "BDC", "EMC"]);

function command(reader: Reader, word: string): void {
  const { isPdfJs, operands } = reader;
  const count = operandsOf.get(word);
  if (count === undefined) {
    if (operands.length === 0) return;
    reader.isDoubtful = true;
    if (!isPdfJs) operands.length = 0;
    else if (word === "R") operands.splice(-2, 2, other);
    return;
  }
  if (count >= 0) arrange(reader, count);
  // Where some are missing pdf.js passes the operator over, poppler ends the contents, and MuPDF takes nothing for them.
  if (operands.length < count && !marks.has(word)) reader.isAmbiguous = true;
  if (count < 0 || operands.length === count) reader.operate(word, operands, reader.at);
  operands.length = 0;
}

/** Leaves the last operands, where there are more; where there are fewer, pdf.js looks for those that others left. */
function arrange(reader: Reader, count: number): void {
  const { operands, left, isPdfJs } = reader;
  if (operands.length > count) {
    // MuPDF takes the first ones.
    reader.isAmbiguous = true;
    const surplus = operands.splice(0, operands.length - count);
    if (isPdfJs) left.push(...surplus);
    if (left.length > leftMax) throw tooComplex("operands without operators without end");
  }
  while (operands.length < count && left.length > 0) {
    operands.unshift(left.pop() ?? other);
    reader.isDoubtful = true;
  }
}

/** The numbers among some operands; nothing where one is none. */
export function numbersIn(operands: readonly Operand[]): readonly number[] | undefined {
  return operands.every((operand) => typeof operand === "number") ? operands : undefined;
}
