/** Files that open strictly and whose structure can be read in two ways: mended before anybody signs. */
import { catalogOf, dictionaryOf, itemsOf, numberOf } from "@siegel/kernel/pdf/access.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { latin1 } from "@siegel/kernel/pdf/lexer.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { listPages } from "@siegel/kernel/pdf/pages.ts";
import { describe, expect, it } from "vitest";
import { contentStream, makePdf } from "../../../../fixtures/make-pdf.ts";
import { intake, taken } from "../../test/take-in.ts";
import { noticeOf } from "./intake-notices.ts";

const signature = "/FT /Sig /T (s) /V << /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3] /Contents <00> >>";

/** The page's entries, its contents (object 4), and further objects, which count from 6. */
type Parts = readonly [string, string, readonly string[]];

function made([page, contents, more]: Parts, signed: boolean): Uint8Array {
  return makePdf({
    objects: [
      "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [5 0 R] >> >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] >>",
      `<< /Type /Page ${page} >>`,
      contents,
      `<< ${signed ? signature : "/FT /Tx /T (t)"} >>`,
      ...more,
    ],
  });
}

const square = contentStream("10 10 90 90 re f");
/** `endstream` where /Length says, and once more where the object really ends. */
const short = "<< /Length 3 >>\nstream\n0 g\nendstream\n10 10 90 90 re f\nendstream";
const elsewhere = "<< /Type /Pages /Rotate 90 /Resources << /Font << >> >> >>";

const files: readonly [string, Parts, string][] = [
  [
    "contents by a generation that there is not",
    ["/Parent 2 0 R /Contents 4 1 R", square, []],
    "damaged-objects-dropped",
  ],
  ["contents by both generations", ["/Parent 2 0 R /Contents [4 0 R 4 1 R]", square, []], "damaged-objects-dropped"],
  ["a parent outside of the tree", ["/Parent 6 0 R /Contents 4 0 R", square, [elsewhere]], "page-tree-mended"],
  ["no parent to inherit from", ["/Contents 4 0 R", square, []], "page-tree-mended"],
  ["contents that end twice", ["/Parent 2 0 R /Contents 4 0 R", short, []], "cross-reference-rebuilt"],
];

describe.each(files)("a file with %s", (_what, parts, repair) => {
  it("is written anew so that it can be read in one way", async () => {
    const { prepared, repaired, notices } = await taken(made(parts, false));
    expect(repaired).toMatchObject([{ repairs: [repair] }]);
    expect(notices).toEqual([noticeOf("repaired", "en")]);
    const doc = openPdf(bytesSource(prepared));
    const [page] = listPages(doc);
    const text = latin1(prepared);
    expect(text.match(/\d+ 1 R/g) ?? []).toEqual([]);
    expect(page?.dict.entries.get("Parent")).toEqual(catalogOf(doc).entries.get("Pages"));
    const contents = page?.dict.entries.get("Contents");
    for (const part of [contents, ...itemsOf(doc, contents)]) {
      const stream = doc.resolve(part);
      if (stream?.kind === "stream") expect(latin1(stream.read())).not.toContain("endstream");
    }
    expect(dictionaryOf(doc, catalogOf(doc).entries.get("Pages")).entries.has("Rotate")).toBe(false);
  });

  it("stays as it is, or is called damaged, where it is signed", async () => {
    const answer = await intake(made(parts, true));
    if (answer.ok) expect(answer.repaired).toEqual([]);
    else expect(answer.code).toBe("FILE_SIGNED_DAMAGED");
  });
});

describe("a page tree that counts other pages than it has", () => {
  const counted = (count: string, signed: boolean): Uint8Array =>
    makePdf({
      objects: [
        "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [5 0 R] >> >>",
        `<< /Type /Pages /Kids [3 0 R 6 0 R] /Count ${count} /MediaBox [0 0 595 842] >>`,
        "<< /Type /Page /Parent 2 0 R >>",
        "<< /Type /Page /Parent 6 0 R >>",
        `<< ${signed ? signature : "/FT /Tx /T (t)"} >>`,
        "<< /Type /Pages /Parent 2 0 R /Kids [4 0 R] /Count 1 >>",
      ],
    });

  it.each(["1", "5", "-2", "(2)"])("%s: is mended, so that everybody sees all of them", async (count) => {
    const { prepared, repaired } = await taken(counted(count, false));
    expect(repaired).toMatchObject([{ repairs: ["page-tree-mended"] }]);
    const doc = openPdf(bytesSource(prepared));
    expect(numberOf(doc, dictionaryOf(doc, catalogOf(doc).entries.get("Pages")).entries.get("Count"))).toBe(2);
    expect(listPages(doc)).toHaveLength(2);
  });

  it("stays where it is signed, and where it counts right", async () => {
    expect(await taken(counted("1", true))).toMatchObject({ repaired: [] });
    expect(await taken(counted("2", true))).toMatchObject({ repaired: [] });
    expect(await taken(counted("2", false))).toMatchObject({ repaired: [] });
  });
});

describe("what readers agree about", () => {
  it.each([false, true])("a parent outside of the tree from which nothing comes stays (signed: %s)", async (signed) => {
    const page = "/Parent 6 0 R /MediaBox [0 0 595 842] /Contents 4 0 R";
    const { repaired } = await taken(made([page, square, ["<< /Type /Pages >>"]], signed));
    expect(repaired).toEqual([]);
  });

  it.each([false, true])("a reference to an object that there is not stays (signed: %s)", async (signed) => {
    const { repaired } = await taken(made(["/Parent 2 0 R /Thumb 6 0 R /Contents 4 0 R", square, ["null"]], signed));
    expect(repaired).toEqual([]);
  });
});
