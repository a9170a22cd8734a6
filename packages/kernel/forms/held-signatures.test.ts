import { describe, expect, it } from "vitest";
import { makePdf } from "../../../fixtures/make-pdf.ts";
import { bytesSource } from "../pdf/byte-source.ts";
import { openPdf } from "../pdf/open-pdf.ts";
import { listPages } from "../pdf/pages.ts";
import { signatureLocks } from "./field-locks.ts";
import { heldSignatures } from "./held-signatures.ts";

const value = (range: string, more = ""): string =>
  `<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [${range}] /Contents <00> ${more} >>`;
const widget = (entries: string): string => `<< /Subtype /Widget /Rect [0 0 0 0] ${entries} >>`;

/** Two pages with annotations; objects from 5 on. */
function open(annotations: readonly [string, string], objects: readonly string[], catalog = "") {
  const doc = openPdf(
    bytesSource(
      makePdf({
        objects: [
          `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
          "<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 /MediaBox [0 0 595 842] >>",
          ...annotations.map((items) => `<< /Type /Page /Parent 2 0 R /Annots [${items}] >>`),
          ...objects,
        ],
      }),
    ),
  );
  return { doc, held: heldSignatures(doc, listPages(doc)) };
}

const names = (...given: Parameters<typeof open>): string[] => open(...given).held.map(({ fieldName }) => fieldName);
const form = "/AcroForm << /Fields [5 0 R] >>";

describe("the signatures that a document holds", () => {
  it.each<[string, string[], Parameters<typeof open>]>([
    ["in its form", ["a"], [["5 0 R", ""], [widget(`/FT /Sig /T (a) /V ${value("0 1 2 3")}`)], form]],
    ["in its form, whose value covers nothing", ["a"], [["", ""], ["<< /FT /Sig /T (a) /V << /Type /Sig >> >>"], form]],
    [
      "on a page only",
      ["a"],
      [
        ["", "5 0 R"],
        [widget("/FT /Sig /T (a) /V 6 0 R"), value("0 1 2 3")],
      ],
    ],
    ["in a widget within its page", ["a"], [[widget("/FT /Sig /T (a) /V 5 0 R"), ""], [value("0 1 2 3")]]],
    [
      "in a node above a widget",
      ["a.b"],
      [
        ["6 0 R", ""],
        [`<< /FT /Sig /T (a) /V ${value("0 1 2 3")} >>`, widget("/T (b) /Parent 5 0 R")],
      ],
    ],
    [
      "in the form and on a page",
      ["a", "b"],
      [
        ["5 0 R 6 0 R", ""],
        [widget(`/FT /Sig /T (a) /V ${value("0 1 2 3")}`), widget(`/FT /Sig /T (b) /V ${value("0 1 2 4")}`)],
        form,
      ],
    ],
    [
      "in several places, each once",
      ["a"],
      [
        ["5 0 R 6 0 R", "5 0 R 6 0 R"],
        [widget("/FT /Sig /T (a) /V 7 0 R"), widget("/FT /Sig /T (b) /V 7 0 R"), value("0 1 2 3")],
        form,
      ],
    ],
    [
      "are none in empty fields, other fields, and what covers nothing",
      [],
      [
        ["5 0 R 6 0 R", "7 0 R 8 0 R"],
        [
          widget("/FT /Sig /T (a)"),
          widget(`/FT /Tx /T (b) /V ${value("0 1 2 3")}`),
          widget("/FT /Sig /T (c) /V << /Type /Sig /Contents <00> >>"),
          widget("/FT /Sig /T (d) /V 99 0 R"),
        ],
      ],
    ],
  ])("%s", (_what, expected, given) => {
    expect(names(...given)).toEqual(expected);
  });

  it("certify and lock where the catalog and the form do not name them", () => {
    const parameters = (method: string, entries: string): string =>
      `<< /TransformMethod /${method} /TransformParams << ${entries} >> >>`;
    const references = `/Reference [${parameters("DocMDP", "/P 1")} ${parameters("FieldMDP", "/Action /Include /Fields [(x)]")}]`;
    const { doc, held } = open(["5 0 R", ""], [widget(`/FT /Sig /T (a) /V ${value("0 1 2 3", references)}`)]);
    const { level, isCertified, lockedBy } = signatureLocks(doc, held);
    expect([level, isCertified, lockedBy("x"), lockedBy("y")]).toEqual([1, true, "a", undefined]);
    expect(signatureLocks(doc)).toMatchObject({ level: undefined, isCertified: false });
  });
});
