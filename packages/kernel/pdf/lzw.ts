// LZW as in TIFF (ISO 32000-2 §7.4.4.2): codes of 9 to 12 bits, 256 clears the table, 257 ends the data. The table is kept
// as links (each entry: the entry before it and one more byte), so that no entry is ever copied.
import { broken, tooComplex } from "./refusal.ts";

const [clearCode, endCode, tableMax] = [256, 257, 4_096];

/** The unpacked bytes; `earlyChange` 1 lets codes grow one code early. @throws PdfRefusal FILE_BROKEN, or FILE_TOO_COMPLEX over `outputMax` */
export function unpackLzw(bytes: Uint8Array, earlyChange: number, outputMax: number): Uint8Array {
  const table = {
    before: new Uint16Array(tableMax),
    last: new Uint8Array(tableMax),
    length: new Uint16Array(tableMax),
  };
  for (let code = 0; code < 256; code += 1) [table.last[code], table.length[code]] = [code, 1];
  let out = new Uint8Array(Math.min(outputMax, Math.max(1_024, bytes.length * 4)));
  let [written, next, previous] = [0, endCode + 1, -1];
  for (const code of codesOf(bytes, () => widthFor(next + earlyChange))) {
    if (code === endCode) break;
    if (code === clearCode) {
      [next, previous] = [endCode + 1, -1];
      continue;
    }
    // A code one past the table is the entry being made: the previous text and its own first byte.
    if (code > next || (code >= next && previous < 0)) throw broken("LZW code out of range");
    const length = code < next ? (table.length[code] ?? 0) : (table.length[previous] ?? 0) + 1;
    if (written + length > outputMax) throw tooComplex(`LZW unpacks to more than ${outputMax} bytes`);
    if (written + length > out.length) out = grown(out, Math.min(outputMax, (written + length) * 2));
    const isKnown = code < next;
    for (let at = written + length - (isKnown ? 1 : 2), link = isKnown ? code : previous; at >= written; at -= 1) {
      out[at] = table.last[link] ?? 0;
      link = table.before[link] ?? 0;
    }
    const first = out[written] ?? 0;
    if (!isKnown) out[written + length - 1] = first;
    if (previous >= 0 && next < tableMax) {
      table.before[next] = previous;
      table.last[next] = first;
      table.length[next] = (table.length[previous] ?? 0) + 1;
      next += 1;
    }
    written += length;
    previous = code;
  }
  return out.subarray(0, written);
}

function widthFor(next: number): number {
  if (next >= 2_048) return 12;
  if (next >= 1_024) return 11;
  return next >= 512 ? 10 : 9;
}

function* codesOf(bytes: Uint8Array, width: () => number): Generator<number> {
  let [buffer, bits] = [0, 0];
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xffffff;
    bits += 8;
    const wanted = width();
    if (bits < wanted) continue;
    bits -= wanted;
    yield (buffer >> bits) & ((1 << wanted) - 1);
  }
}

function grown(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(length);
  larger.set(bytes);
  return larger;
}
