// Stream filters that structure needs (ISO 32000-2 §7.4): Flate and LZW with PNG and TIFF predictors, ASCIIHex, ASCII85.
// Every output is limited, because a few kilobytes of Flate may stand for gigabytes.
import { constants, inflateSync } from "node:zlib";
import type { PdfDict, PdfObject } from "./objects.ts";
import { broken } from "./refusal.ts";

/** One filter with its parameters, references already resolved. */
export type Filter = { readonly name: string; readonly parameters: PdfDict | undefined };

/** Applies `filters` in order; throws PdfRefusal when one is unknown, broken, or gives more than `outputMax` bytes. */
export function decode(bytes: Uint8Array, filters: readonly Filter[], outputMax: number): Uint8Array {
  if (filters.length > 8) throw broken("more than eight filters on one stream");
  let current = bytes;
  for (const filter of filters) current = decodeOne(current, filter, outputMax);
  return current;
}

function decodeOne(bytes: Uint8Array, filter: Filter, outputMax: number): Uint8Array {
  switch (filter.name) {
    case "FlateDecode":
    case "Fl":
      return undoPredictor(inflate(bytes, outputMax), filter.parameters);
    case "LZWDecode":
    case "LZW":
      return undoPredictor(
        unpackLzw(bytes, integer(filter.parameters, "EarlyChange", 1), Math.min(outputMax, lzwBytesMax)),
        filter.parameters,
      );
    case "ASCIIHexDecode":
    case "AHx":
      return decodeAsciiHex(bytes);
    case "ASCII85Decode":
    case "A85":
      return decodeAscii85(bytes);
    default:
      throw broken(`filter ${filter.name} is not used for structure`);
  }
}

function inflate(bytes: Uint8Array, outputMax: number): Uint8Array {
  try {
    return inflateSync(bytes, { maxOutputLength: outputMax, finishFlush: constants.Z_SYNC_FLUSH });
  } catch (cause) {
    throw broken(`Flate: ${cause instanceof Error ? cause.message : "unreadable"}`);
  }
}

function integer(parameters: PdfDict | undefined, key: string, otherwise: number): number {
  const value: PdfObject | undefined = parameters?.entries.get(key);
  return value?.kind === "number" ? value.value : otherwise;
}

function undoPredictor(bytes: Uint8Array, parameters: PdfDict | undefined): Uint8Array {
  const predictor = integer(parameters, "Predictor", 1);
  if (predictor === 1) return bytes;
  const bits = integer(parameters, "BitsPerComponent", 8);
  const colours = integer(parameters, "Colors", 1);
  const columns = integer(parameters, "Columns", 1);
  const row = Math.ceil((bits * colours * columns) / 8);
  const pixel = Math.max(1, Math.ceil((bits * colours) / 8));
  if (!Number.isSafeInteger(row) || row < 1 || row > 1 << 24) throw broken("predictor columns out of range");
  if (predictor >= 10 && predictor <= 15) return undoPng(bytes, row, pixel);
  if (predictor === 2 && bits === 8) return undoTiff(bytes, row, pixel);
  throw broken(`predictor ${predictor} with ${bits} bits is not supported`);
}

/** PNG filters (§7.4.4.4): each row begins with the number of its own filter, whatever /Predictor says. */
function undoPng(bytes: Uint8Array, row: number, pixel: number): Uint8Array {
  const rows = Math.ceil(bytes.length / (row + 1));
  const out = new Uint8Array(rows * row);
  for (let r = 0; r < rows; r += 1) {
    const type = bytes[r * (row + 1)] ?? 0;
    if (type > 4) throw broken(`PNG row filter ${type}`);
    const from = r * (row + 1) + 1;
    const to = r * row;
    const length = Math.min(row, bytes.length - from);
    for (let i = 0; i < length; i += 1) {
      const left = i >= pixel ? (out[to + i - pixel] ?? 0) : 0;
      const up = r > 0 ? (out[to + i - row] ?? 0) : 0;
      const corner = r > 0 && i >= pixel ? (out[to + i - row - pixel] ?? 0) : 0;
      out[to + i] = (bytes[from + i] ?? 0) + pngPrediction(type, left, up, corner);
    }
  }
  return out;
}

function pngPrediction(type: number, left: number, up: number, corner: number): number {
  if (type === 0) return 0;
  if (type === 1) return left;
  if (type === 2) return up;
  if (type === 3) return (left + up) >> 1;
  const estimate = left + up - corner;
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

function undoTiff(bytes: Uint8Array, row: number, pixel: number): Uint8Array {
  const out = Uint8Array.from(bytes);
  for (let i = 0; i < out.length; i += 1) if (i % row >= pixel) out[i] = (out[i] ?? 0) + (out[i - pixel] ?? 0);
  return out;
}

function decodeAsciiHex(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString("latin1");
  const digits = (text.split(">", 1)[0] ?? "").replace(/[\0\t\n\f\r ]+/g, "");
  if (!/^[0-9a-fA-F]*$/.test(digits)) throw broken("ASCIIHex has other characters");
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, "hex");
}

function decodeAscii85(bytes: Uint8Array): Uint8Array {
  const out: number[] = [];
  let group: number[] = [];
  for (const byte of bytes) {
    if (byte === 0x7e) break;
    if (byte <= 0x20) continue;
    if (byte === 0x7a && group.length === 0) out.push(0, 0, 0, 0);
    else if (byte < 0x21 || byte > 0x75) throw broken("ASCII85 has other characters");
    else if (group.push(byte - 0x21) === 5) {
      pushBase85(group, out);
      group = [];
    }
  }
  if (group.length > 0) pushBase85(group, out);
  return Uint8Array.from(out);
}

function pushBase85(group: readonly number[], out: number[]): void {
  let value = 0;
  for (let i = 0; i < 5; i += 1) value = value * 85 + (group[i] ?? 84);
  for (let i = 0; i < group.length - 1; i += 1) out.push(Math.floor(value / 2 ** (24 - 8 * i)) & 0xff);
}

// Cross-reference and object streams are small; unpacked codes are kept as numbers, eight times their size.
const lzwBytesMax = 8 * 1024 * 1024;

/** LZW as in TIFF (§7.4.4.2): codes of 9 to 12 bits, 256 clears the table, 257 ends the data. */
function unpackLzw(bytes: Uint8Array, earlyChange: number, outputMax: number): Uint8Array {
  const out: number[] = [];
  let table: Uint8Array[] = [];
  let previous: Uint8Array | undefined;
  let [buffer, bits, width] = [0, 0, 9];
  const clear = (): void => {
    table = Array.from({ length: 258 }, (_, i) => Uint8Array.of(i & 0xff));
    [previous, width] = [undefined, 9];
  };
  clear();
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xffffff;
    bits += 8;
    if (bits < width) continue;
    bits -= width;
    const code = (buffer >> bits) & ((1 << width) - 1);
    if (code === 257) break;
    if (code === 256) {
      clear();
      continue;
    }
    const entry: Uint8Array | undefined =
      table[code] ?? (previous && code === table.length ? extend(previous, previous[0]) : undefined);
    if (entry === undefined) throw broken("LZW code out of range");
    for (const value of entry) out.push(value);
    if (out.length > outputMax) throw broken("LZW output over the limit");
    if (previous !== undefined && table.length < 4096) table.push(extend(previous, entry[0]));
    previous = entry;
    const next = table.length + earlyChange;
    width = next >= 2048 ? 12 : next >= 1024 ? 11 : next >= 512 ? 10 : 9;
  }
  return Uint8Array.from(out);
}

function extend(prefix: Uint8Array, last: number | undefined): Uint8Array {
  const longer = new Uint8Array(prefix.length + 1);
  longer.set(prefix);
  longer[prefix.length] = last ?? 0;
  return longer;
}
