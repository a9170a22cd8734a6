// Stream filters that structure needs (ISO 32000-2 §7.4): Flate and LZW with their predictors, ASCIIHex, ASCII85,
// RunLength, and Crypt if it means no encryption. Every output is limited, because a few kilobytes may unpack to
// gigabytes. Image filters are not included: the kernel decodes no images.
import { constants, inflateSync } from "node:zlib";
import { unpackLzw } from "./lzw.ts";
import type { PdfDict } from "./objects.ts";
import { integerIn, undoPredictor } from "./predictors.ts";
import type { ReadingBudget } from "./reading-budget.ts";
import { broken, tooComplex } from "./refusal.ts";

/** One filter with its parameters, references already resolved. */
export type Filter = { readonly name: string; readonly parameters: PdfDict | undefined };

/** What decoding may cost: every stage is charged, because the last one may give nothing of what those before it unpacked. */
export type DecodingBudget = Pick<ReadingBudget, "decode" | "decodeMax">;

/** A budget for one stream of which each stage may give `outputMax` bytes, outside of any document. */
export function roomFor(outputMax: number): DecodingBudget {
  return { decode: () => {}, decodeMax: () => outputMax };
}

/** What a byte that a filter reads costs, as many times as a byte that Flate gives. */
const costOfReading: ReadonlyMap<string, number> = new Map([
  ["ASCIIHexDecode", 4],
  ["AHx", 4],
  ["ASCII85Decode", 16],
  ["A85", 16],
  ["LZWDecode", 16],
  ["LZW", 16],
  ["RunLengthDecode", 16],
  ["RL", 16],
]);
const costOfPredictor = { png: 4, tiff: 16 } as const;

/** Applies `filters` in order; throws PdfRefusal when one is unknown, broken, or when they cost more than `budget` has. */
export function decode(bytes: Uint8Array, filters: readonly Filter[], budget: DecodingBudget): Uint8Array {
  if (filters.length > 8) throw broken("more than eight filters on one stream");
  if (filters.length === 0) budget.decode(bytes.length);
  let current = bytes;
  for (const filter of filters) {
    budget.decode(current.length * (costOfReading.get(filter.name) ?? 1));
    const unpacked = decodeOne(current, filter, budget.decodeMax());
    budget.decode(unpacked.length);
    current = withoutPredictor(unpacked, filter, budget);
  }
  return current;
}

function withoutPredictor(bytes: Uint8Array, { name, parameters }: Filter, budget: DecodingBudget): Uint8Array {
  if (!/^(FlateDecode|Fl|LZWDecode|LZW)$/.test(name)) return bytes;
  const predictor = integerIn(parameters, "Predictor", 1);
  if (predictor !== 1) budget.decode(bytes.length * (predictor === 2 ? costOfPredictor.tiff : costOfPredictor.png));
  return undoPredictor(bytes, parameters);
}

function decodeOne(bytes: Uint8Array, filter: Filter, outputMax: number): Uint8Array {
  switch (filter.name) {
    case "FlateDecode":
    case "Fl":
      return inflate(bytes, outputMax);
    case "LZWDecode":
    case "LZW":
      return unpackLzw(bytes, integerIn(filter.parameters, "EarlyChange", 1), outputMax);
    case "ASCIIHexDecode":
    case "AHx":
      return decodeAsciiHex(bytes);
    case "ASCII85Decode":
    case "A85":
      return decodeAscii85(bytes, outputMax);
    case "RunLengthDecode":
    case "RL":
      return decodeRunLength(bytes, outputMax);
    case "Crypt":
      return withoutEncryption(bytes, filter.parameters);
    default:
      throw broken(`filter ${filter.name} is not used for structure`);
  }
}

function inflate(bytes: Uint8Array, outputMax: number): Uint8Array {
  try {
    return inflateSync(bytes, { maxOutputLength: outputMax, finishFlush: constants.Z_SYNC_FLUSH });
  } catch (cause) {
    if (cause instanceof RangeError) throw tooComplex(`Flate unpacks to more than ${outputMax} bytes`);
    throw broken(`Flate: ${cause instanceof Error ? cause.message : "unreadable"}`);
  }
}

/** /Crypt with /Identity says that the document's encryption leaves this stream out (§7.4.10). */
function withoutEncryption(bytes: Uint8Array, parameters: PdfDict | undefined): Uint8Array {
  const name = parameters?.entries.get("Name");
  if (name !== undefined && !(name.kind === "name" && name.value === "Identity"))
    throw broken("a stream with a crypt filter of its own");
  return bytes;
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

const isBlank = (byte: number): boolean =>
  byte === 32 || byte === 10 || byte === 13 || byte === 9 || byte === 12 || byte === 0;

function decodeAsciiHex(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array((bytes.length + 1) >> 1);
  let digits = 0;
  for (const byte of bytes) {
    if (byte === 0x3e) break;
    if (isBlank(byte)) continue;
    const digit = hexDigit(byte);
    if (digit < 0) throw broken("ASCIIHex has other characters");
    out[digits >> 1] = (out[digits >> 1] ?? 0) | (digits % 2 === 0 ? digit << 4 : digit);
    digits += 1;
  }
  return out.subarray(0, (digits + 1) >> 1);
}

function decodeAscii85(bytes: Uint8Array, outputMax: number): Uint8Array {
  // `z` makes four bytes of one; everything else four of five.
  let length = 4;
  for (const byte of bytes) length += byte === 0x7a ? 4 : 1;
  if (length > outputMax * 2) throw tooComplex(`ASCII85 unpacks to more than ${outputMax} bytes`);
  const out = new Uint8Array(length);
  const group: number[] = [];
  let written = 0;
  for (const byte of bytes) {
    if (byte === 0x7e) break;
    if (isBlank(byte)) continue;
    if (byte === 0x7a && group.length === 0) written += 4;
    else if (byte < 0x21 || byte > 0x75) throw broken("ASCII85 has other characters");
    else if (group.push(byte - 0x21) === 5) {
      written = writeBase85(group, out, written);
      group.length = 0;
    }
  }
  if (group.length === 1) throw broken("ASCII85 ends in half a group");
  if (group.length > 0) written = writeBase85(group, out, written);
  return out.subarray(0, written);
}

function writeBase85(group: readonly number[], out: Uint8Array, at: number): number {
  let value = 0;
  for (let i = 0; i < 5; i += 1) value = value * 85 + (group[i] ?? 84);
  if (value >= 2 ** 32) throw broken("ASCII85 group out of range");
  for (let i = 0; i < group.length - 1; i += 1) out[at + i] = Math.floor(value / 2 ** (24 - 8 * i)) & 0xff;
  return at + group.length - 1;
}

type ByteRun = { readonly at: number; readonly count: number; readonly isCopy: boolean };

/** Runs (§7.4.5): a length below 128 says how many bytes follow as they are, one above how often the next one comes. */
function* runsOf(bytes: Uint8Array): Generator<ByteRun> {
  let at = 0;
  while (at < bytes.length && bytes[at] !== 128) {
    const head = bytes[at] ?? 0;
    const isCopy = head < 128;
    const stored = isCopy ? head + 1 : 1;
    if (at + stored >= bytes.length) throw broken("RunLength ends inside a run");
    yield { at: at + 1, count: isCopy ? stored : 257 - head, isCopy };
    at += 1 + stored;
  }
}

function decodeRunLength(bytes: Uint8Array, outputMax: number): Uint8Array {
  let length = 0;
  for (const { count } of runsOf(bytes)) length += count;
  if (length > outputMax) throw tooComplex(`RunLength unpacks to more than ${outputMax} bytes`);
  const out = new Uint8Array(length);
  let written = 0;
  for (const { at, count, isCopy } of runsOf(bytes)) {
    if (isCopy) out.set(bytes.subarray(at, at + count), written);
    else out.fill(bytes[at] ?? 0, written, written + count);
    written += count;
  }
  return out;
}
