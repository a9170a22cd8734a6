import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { decode } from "./filters.ts";
import { pdfDict, pdfNumber } from "./objects.ts";
import { PdfRefusal } from "./refusal.ts";

const one = (name: string, record?: Record<string, number>) => [
  {
    name,
    parameters:
      record && pdfDict(Object.fromEntries(Object.entries(record).map(([key, value]) => [key, pdfNumber(value)]))),
  },
];
const bytes = (text: string): Uint8Array => Buffer.from(text, "latin1");

describe("stream filters", () => {
  it("decodes ASCIIHex and ASCII85 with white space, odd digits and the z shorthand", () => {
    expect(Buffer.from(decode(bytes("48 65 6c6C 7>"), one("ASCIIHexDecode"), 99)).toString()).toBe("Hellp");
    expect(Buffer.from(decode(bytes(`87cUR\nD]i,"Ebo80z@:B~>`), one("ASCII85Decode"), 99)).toString()).toBe(
      "Hello World!\0\0\0\0ab",
    );
  });

  it("decodes the example of ISO 32000-2 §7.4.4.2 in LZW", () => {
    const encoded = Uint8Array.of(0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01);
    expect([...decode(encoded, one("LZWDecode"), 99)]).toEqual([45, 45, 45, 45, 45, 65, 45, 45, 45, 66]);
  });

  it("undoes each PNG row filter", () => {
    // Rows of two bytes: none, sub, up, average, Paeth, each giving [10, 20] or what follows from it.
    const rows = Uint8Array.of(0, 10, 20, 1, 10, 10, 2, 0, 0, 3, 5, 5, 4, 0, 0);
    const decoded = decode(deflateSync(rows), one("FlateDecode", { Predictor: 15, Columns: 2 }), 99);
    expect([...decoded]).toEqual([10, 20, 10, 20, 10, 20, 10, 20, 10, 20]);
  });

  it.each([
    ["a bomb", deflateSync(new Uint8Array(1_000_000)), one("FlateDecode")],
    ["other bytes than Flate", bytes("not flate"), one("FlateDecode")],
    [
      "a PNG row filter that does not exist",
      deflateSync(Uint8Array.of(9, 1)),
      one("FlateDecode", { Predictor: 12, Columns: 1 }),
    ],
    ["a filter it does not know", bytes(""), one("JBIG2Decode")],
    [
      "nine filters in a row",
      bytes("00>"),
      Array.from({ length: 9 }, () => one("ASCIIHexDecode")[0] ?? { name: "", parameters: undefined }),
    ],
  ])("refuses %s", (_what, encoded, filters) => {
    expect(() => decode(encoded, filters, 10_000)).toThrow(PdfRefusal);
  });
});
