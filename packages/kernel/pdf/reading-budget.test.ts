import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { makePdf } from "../../../fixtures/make-pdf.ts";
import { objectsBehindBlanks } from "../../../fixtures/slow-to-sign.ts";
import { bytesSource } from "./byte-source.ts";
import { decode } from "./filters.ts";
import { defaultLimits, type PdfLimits, promptLimits } from "./limits.ts";
import { openPdf } from "./open-pdf.ts";
import { listPages } from "./pages.ts";
import { readingBudget } from "./reading-budget.ts";
import { PdfRefusal } from "./refusal.ts";

const filters = (...names: readonly string[]) => names.map((name) => ({ name, parameters: undefined }));
const tooComplex = expect.objectContaining({ code: "FILE_TOO_COMPLEX" });
const within = (limits: Partial<PdfLimits>) => readingBudget({ ...defaultLimits, ...limits });

describe("what reading a document may cost", () => {
  it("counts every stage of decoding, also those of which the last one makes nothing", () => {
    const packed = deflateSync(Buffer.alloc(1_000_000, " "));
    const asked = filters("FlateDecode", "ASCIIHexDecode");
    expect(decode(packed, asked, within({})).length).toBe(0);
    expect(() => decode(packed, asked, within({ decodedTotalBytesMax: 2_000_000 }))).toThrow(tooComplex);
  });

  it("counts what is read of a stream, however little comes of it, each time", () => {
    const budget = within({ decodedTotalBytesMax: 1_000_000 });
    const blanks = Buffer.alloc(100_000, " ");
    for (let i = 0; i < 2; i += 1) decode(blanks, filters("ASCIIHexDecode"), budget);
    expect(() => decode(blanks, filters("ASCIIHexDecode"), budget)).toThrow(tooComplex);
  });

  it("goes on counting after a filter with the name of what every object has", () => {
    const budget = within({ decodedTotalBytesMax: 100 });
    expect(() => decode(Buffer.alloc(50), filters("constructor"), budget)).toThrow(
      expect.objectContaining({ code: "FILE_BROKEN" }),
    );
    expect(() => decode(Buffer.alloc(101), [], budget)).toThrow(tooComplex);
  });

  it("lets the product read what signing would be held up by", () => {
    const source = bytesSource(objectsBehindBlanks(5_000_000));
    expect(listPages(openPdf(source))).toHaveLength(1);
    expect(() => openPdf(source, promptLimits)).toThrow(tooComplex);
  });

  it("counts objects that are asked for again, though they are kept", () => {
    const doc = openPdf(bytesSource(makePdf({ objects: ["<< /Pages 2 0 R >>", "<< /Kids [] >>"] })), {
      ...defaultLimits,
      stepsMax: 1_000,
    });
    expect(() => {
      for (let i = 0; i < 1_000; i += 1) doc.resolve({ kind: "ref", num: 2, gen: 0 });
    }).toThrow(tooComplex);
  });

  it.each([
    [65_535, "opened"],
    [65_536, "FILE_BROKEN"],
  ])("a catalog of generation %i: %s, because no section that we append could name a higher one", (gen, outcome) => {
    expect(outcomeOf(catalogOfGeneration(gen))).toBe(outcome);
  });
});

/** Two objects, of which the first, the catalog, has the generation. */
function catalogOfGeneration(gen: number): Uint8Array {
  const objects = [`1 ${gen} obj\n<< /Pages 2 0 R >>\nendobj\n`, "2 0 obj\n<< /Kids [] >>\nendobj\n"];
  const header = "%PDF-1.7\n";
  const offsets = [header.length, header.length + (objects[0]?.length ?? 0)];
  const rows = [`0000000000 65535 f \n`, ...offsets.map((at, i) => `${pad(at, 10)} ${pad(i === 0 ? gen : 0, 5)} n \n`)];
  const body = header + objects.join("");
  const table = `xref\n0 3\n${rows.join("")}trailer\n<< /Size 3 /Root 1 ${gen} R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + table, "latin1");
}

const pad = (value: number, digits: number): string => String(value).padStart(digits, "0");

function outcomeOf(bytes: Uint8Array): string {
  try {
    openPdf(bytesSource(bytes));
    return "opened";
  } catch (fault) {
    if (fault instanceof PdfRefusal) return fault.code;
    throw fault;
  }
}
