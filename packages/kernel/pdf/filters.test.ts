import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decode, type Filter, roomFor } from "./filters.ts";
import { pdfDict, pdfName, pdfNumber } from "./objects.ts";
import { PdfRefusal } from "./refusal.ts";

const one = (name: string, record?: Record<string, number | string>): Filter[] => [
  {
    name,
    parameters:
      record &&
      pdfDict(
        Object.fromEntries(
          Object.entries(record).map(([key, value]) => [
            key,
            typeof value === "number" ? pdfNumber(value) : pdfName(value),
          ]),
        ),
      ),
  },
];
const bytes = (text: string): Uint8Array => Buffer.from(text, "latin1");

/** Packs bits of differing widths, the highest first. */
function packed(codes: readonly (readonly [value: number, width: number])[]): Uint8Array {
  const bits = codes.map(([value, width]) => value.toString(2).padStart(width, "0")).join("");
  const groups = bits.match(/.{1,8}/g) ?? [];
  return Uint8Array.from(groups.map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2)));
}

/** LZW as §7.4.4.2 describes writing it, with texts as keys. */
function lzw(input: readonly number[], earlyChange: 0 | 1): Uint8Array {
  const codes: [number, number][] = [[256, 9]];
  let table = new Map<string, number>();
  let [next, width, text] = [258, 9, ""];
  const codeOf = (entry: string): number => (entry.length === 1 ? entry.charCodeAt(0) : (table.get(entry) ?? -1));
  for (const value of input) {
    const longer = text + String.fromCharCode(value);
    if (longer.length === 1 || table.has(longer)) {
      text = longer;
      continue;
    }
    codes.push([codeOf(text), width]);
    table.set(longer, next);
    next += 1;
    width = next + earlyChange > 2_048 ? 12 : next + earlyChange > 1_024 ? 11 : next + earlyChange > 512 ? 10 : 9;
    text = String.fromCharCode(value);
    if (next < 4_094) continue;
    codes.push([256, width]);
    [table, next, width] = [new Map(), 258, 9];
  }
  if (text !== "") codes.push([codeOf(text), width]);
  return packed([...codes, [257, width]]);
}

/** Rows of samples as differences to the sample `colours` to the left (TIFF 6.0 §14). */
function tiffRows(rows: readonly (readonly number[])[], bits: number, colours: number): Uint8Array {
  const mask = 2 ** bits - 1;
  return Buffer.concat(
    rows.map((row) => packed(row.map((sample, i) => [(sample - (row[i - colours] ?? 0)) & mask, bits]))),
  );
}

describe("stream filters", () => {
  it("decodes ASCIIHex and ASCII85 with white space, odd digits and the z shorthand", () => {
    expect(Buffer.from(decode(bytes("48 65 6c6C 7>"), one("ASCIIHexDecode"), roomFor(99))).toString()).toBe("Hellp");
    expect(Buffer.from(decode(bytes(`87cUR\nD]i,"Ebo80z@:B~>`), one("ASCII85Decode"), roomFor(99))).toString()).toBe(
      "Hello World!\0\0\0\0ab",
    );
  });

  it("decodes the example of ISO 32000-2 §7.4.4.2 in LZW", () => {
    const encoded = Uint8Array.of(0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01);
    expect([...decode(encoded, one("LZWDecode"), roomFor(99))]).toEqual([45, 45, 45, 45, 45, 65, 45, 45, 45, 66]);
  });

  it.each([0, 1] as const)(
    "decodes what LZW with /EarlyChange %i made, past every width and a full table",
    (earlyChange) => {
      const input = Array.from({ length: 30_000 }, (_, i) => (i * i * 7 + (i >> 5)) & 0xff);
      const decoded = decode(lzw(input, earlyChange), one("LZWDecode", { EarlyChange: earlyChange }), roomFor(99_999));
      expect(Buffer.from(decoded).equals(Buffer.from(input))).toBe(true);
      expect([
        ...decode(
          lzw(
            Array.from({ length: 99 }, () => 7),
            earlyChange,
          ),
          one("LZW", { EarlyChange: earlyChange }),
          roomFor(99),
        ),
      ]).toEqual(Array.from({ length: 99 }, () => 7));
    },
  );

  it("decodes runs and copies of RunLength", () => {
    const encoded = Uint8Array.of(2, 65, 66, 67, 254, 90, 0, 33, 128, 99);
    expect(Buffer.from(decode(encoded, one("RunLengthDecode"), roomFor(99))).toString()).toBe("ABCZZZ!");
  });

  it("leaves a stream alone that /Crypt names /Identity", () => {
    expect(decode(bytes("as it is"), one("Crypt", { Name: "Identity" }), roomFor(99))).toEqual(bytes("as it is"));
    expect(decode(bytes("as it is"), one("Crypt"), roomFor(99))).toEqual(bytes("as it is"));
  });

  it("undoes each PNG row filter", () => {
    // Rows of two bytes: none, sub, up, average, Paeth, each giving [10, 20] or what follows from it.
    const rows = Uint8Array.of(0, 10, 20, 1, 10, 10, 2, 0, 0, 3, 5, 5, 4, 0, 0);
    const decoded = decode(deflateSync(rows), one("FlateDecode", { Predictor: 15, Columns: 2 }), roomFor(99));
    expect([...decoded]).toEqual([10, 20, 10, 20, 10, 20, 10, 20, 10, 20]);
  });

  it.each([1, 2, 4, 8, 16])("undoes the TIFF predictor over samples of %i bits", (bits) => {
    const sample = fc.integer({ min: 0, max: 2 ** bits - 1 });
    const shapes = fc.record({ colours: fc.integer({ min: 1, max: 4 }), columns: fc.integer({ min: 1, max: 9 }) });
    fc.assert(
      fc.property(
        shapes.chain(({ colours, columns }) =>
          fc.record({
            colours: fc.constant(colours),
            columns: fc.constant(columns),
            rows: fc.array(fc.array(sample, { minLength: colours * columns, maxLength: colours * columns }), {
              minLength: 1,
              maxLength: 4,
            }),
          }),
        ),
        ({ colours, columns, rows }) => {
          const parameters = { Predictor: 2, BitsPerComponent: bits, Colors: colours, Columns: columns };
          const decoded = decode(
            deflateSync(tiffRows(rows, bits, colours)),
            one("FlateDecode", parameters),
            roomFor(9_999),
          );
          const expected = Buffer.concat(rows.map((row) => packed(row.map((value) => [value, bits]))));
          expect(Buffer.from(decoded).toString("hex")).toBe(expected.toString("hex"));
        },
      ),
      { numRuns: 100 },
    );
  });

  const flate = (record: Record<string, number>): Filter[] => one("FlateDecode", record);
  it.each([
    ["a bomb", "FILE_TOO_COMPLEX", deflateSync(new Uint8Array(1_000_000)), one("FlateDecode")],
    ["a bomb in LZW", "FILE_TOO_COMPLEX", lzw(new Array(99_999).fill(0), 1), one("LZWDecode")],
    ["a bomb in runs", "FILE_TOO_COMPLEX", Buffer.alloc(1_000, Uint8Array.of(129, 0)), one("RunLengthDecode")],
    ["a bomb in ASCII85", "FILE_TOO_COMPLEX", Buffer.alloc(9_999, "z"), one("ASCII85Decode")],
    ["other bytes than Flate", "FILE_BROKEN", bytes("not flate"), one("FlateDecode")],
    ["a PNG row filter that does not exist", "FILE_BROKEN", deflateSync(Uint8Array.of(9, 1)), flate({ Predictor: 12 })],
    ["a predictor that does not exist", "FILE_BROKEN", deflateSync(bytes("x")), flate({ Predictor: 3 })],
    ["rows of no columns", "FILE_BROKEN", deflateSync(bytes("x")), flate({ Predictor: 12, Columns: 0 })],
    ["rows of negative columns", "FILE_BROKEN", deflateSync(bytes("x")), flate({ Predictor: 2, Columns: -8 })],
    ["rows of a billion columns", "FILE_BROKEN", deflateSync(bytes("x")), flate({ Predictor: 12, Columns: 1e9 })],
    ["samples of three bits", "FILE_BROKEN", deflateSync(bytes("x")), flate({ Predictor: 2, BitsPerComponent: 3 })],
    ["half a column", "FILE_BROKEN", deflateSync(bytes("x")), flate({ Predictor: 2, Columns: 1.5 })],
    [
      "an LZW code that is not there yet",
      "FILE_BROKEN",
      packed([
        [256, 9],
        [300, 9],
      ]),
      one("LZWDecode"),
    ],
    ["a run that ends early", "FILE_BROKEN", Uint8Array.of(5, 1), one("RunLengthDecode")],
    ["hexadecimal digits that are none", "FILE_BROKEN", bytes("4x>"), one("ASCIIHexDecode")],
    ["half a group of ASCII85", "FILE_BROKEN", bytes("87cUR!~>"), one("ASCII85Decode")],
    ["a group of ASCII85 over four bytes", "FILE_BROKEN", bytes("uuuuu~>"), one("ASCII85Decode")],
    ["a crypt filter of its own", "FILE_BROKEN", bytes("x"), one("Crypt", { Name: "StdCF" })],
    ["a filter it does not know", "FILE_BROKEN", bytes(""), one("JBIG2Decode")],
    ["nine filters in a row", "FILE_BROKEN", bytes("00>"), new Array(9).fill(one("ASCIIHexDecode")[0])],
  ])("refuses %s with %s", (_what, code, encoded, filters) => {
    expect(() => decode(encoded, filters, roomFor(10_000))).toThrow(
      expect.objectContaining({ code, name: PdfRefusal.name }),
    );
  });
});
