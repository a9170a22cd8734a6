// Predictors of Flate and LZW (ISO 32000-2 §7.4.4.4): samples are stored as differences to their neighbours, after TIFF 6.0
// §14 (predictor 2) or after PNG (10 to 15).
import type { PdfDict } from "./objects.ts";
import { broken } from "./refusal.ts";

type Layout = { readonly bits: number; readonly colours: number; readonly columns: number; readonly row: number };

/** The bytes without their predictor, as /DecodeParms says. @throws PdfRefusal FILE_BROKEN */
export function undoPredictor(bytes: Uint8Array, parameters: PdfDict | undefined): Uint8Array {
  const predictor = integerIn(parameters, "Predictor", 1);
  if (predictor === 1) return bytes;
  const bits = integerIn(parameters, "BitsPerComponent", 8);
  const colours = integerIn(parameters, "Colors", 1);
  const columns = integerIn(parameters, "Columns", 1);
  const row = Math.ceil((bits * colours * columns) / 8);
  if (![1, 2, 4, 8, 16].includes(bits)) throw broken(`a predictor over ${bits} bits`);
  if (colours < 1 || columns < 1 || row > 1 << 24) throw broken("predictor columns out of range");
  if (predictor >= 10 && predictor <= 15) return undoPng(bytes, row, Math.max(1, (bits * colours) >> 3));
  if (predictor === 2) return undoTiff(bytes, { bits, colours, columns, row });
  throw broken(`predictor ${predictor} does not exist`);
}

/** An integer among filter parameters. @throws PdfRefusal FILE_BROKEN for other values */
export function integerIn(parameters: PdfDict | undefined, key: string, otherwise: number): number {
  const value = parameters?.entries.get(key);
  if (value === undefined) return otherwise;
  if (value.kind !== "number" || !Number.isSafeInteger(value.value)) throw broken(`/${key} is not an integer`);
  return value.value;
}

/** Each row begins with the number of its own filter, whatever /Predictor says. */
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

/** Each sample is the difference to the same colour of the pixel to its left; rows begin at whole bytes. */
function undoTiff(bytes: Uint8Array, layout: Layout): Uint8Array {
  const out = Uint8Array.from(bytes);
  for (let start = 0; start < out.length; start += layout.row) {
    const row = out.subarray(start, start + layout.row);
    if (layout.bits === 8) addBytes(row, layout.colours);
    else if (layout.bits === 16) addPairs(row, layout.colours);
    else addBits(row, layout);
  }
  return out;
}

function addBytes(row: Uint8Array, colours: number): void {
  for (let i = colours; i < row.length; i += 1) row[i] = (row[i] ?? 0) + (row[i - colours] ?? 0);
}

function addPairs(row: Uint8Array, colours: number): void {
  for (let i = 2 * colours; i + 1 < row.length; i += 2) {
    const left = i - 2 * colours;
    const sum = ((row[i] ?? 0) << 8) + (row[i + 1] ?? 0) + ((row[left] ?? 0) << 8) + (row[left + 1] ?? 0);
    row[i] = sum >> 8;
    row[i + 1] = sum;
  }
}

function addBits(row: Uint8Array, { bits, colours, columns }: Layout): void {
  const mask = (1 << bits) - 1;
  const shiftOf = (sample: number): number => 8 - bits - ((sample * bits) & 7);
  const samples = Math.min(colours * columns, Math.floor((row.length * 8) / bits));
  for (let sample = colours; sample < samples; sample += 1) {
    const [at, shift] = [(sample * bits) >> 3, shiftOf(sample)];
    const left = ((row[((sample - colours) * bits) >> 3] ?? 0) >> shiftOf(sample - colours)) & mask;
    const sum = (((row[at] ?? 0) >> shift) + left) & mask;
    row[at] = ((row[at] ?? 0) & ~(mask << shift)) | (sum << shift);
  }
}
