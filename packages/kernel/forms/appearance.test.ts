/** What a value that is filled in may draw: it comes after others have signed. */
import { describe, expect, it } from "vitest";
import { fillFields } from "../../../fixtures/fill-fields.ts";
import { formWith } from "../../../fixtures/form-with.ts";
import { monospaceShaper } from "../../../fixtures/monospace-shaper.ts";
import { dictionaryOf, itemsOf, numberOf } from "../pdf/access.ts";
import { bytesSource } from "../pdf/byte-source.ts";
import { beginUpdate } from "../pdf/incremental-update.ts";
import { latin1 } from "../pdf/lexer.ts";
import { pdfArray, pdfDict, pdfName, pdfNumber } from "../pdf/objects.ts";
import { openPdf } from "../pdf/open-pdf.ts";
import { signatureAppearances } from "./appearance.ts";

/** The operators of the appearance of a text field with these entries, once it holds "Bonn". */
function drawn(entries: string): string {
  const update = beginUpdate(openPdf(bytesSource(formWith(`/FT /Tx /T (city) ${entries}`))));
  fillFields(update, { values: new Map([["city", "Bonn"]]), shaper: monospaceShaper });
  const widget = dictionaryOf(update, { kind: "ref", num: 4, gen: 0 });
  const form = update.resolve(dictionaryOf(update, widget.entries.get("AP")).entries.get("N"));
  if (form?.kind !== "stream") throw new Error("no appearance");
  expect(itemsOf(update, form.dict.entries.get("BBox")).map((item) => numberOf(update, item))).toEqual([0, 0, 80, 20]);
  return latin1(form.read());
}

describe("the appearance of a filled field", () => {
  it("keeps its frame and paints no background over what others have seen", () => {
    const operators = drawn("/MK << /BG [1 1 1] /BC [0 0 1] >> /BS << /W 2 >>");
    expect(operators).toContain("0 0 1 RG 2 w 1 1 78 18 re S");
    expect(operators).toContain("TJ");
    // Nothing is filled: neither `f` nor `B`, in any of their forms, is an operator outside of text.
    expect(operators.replace(/BT.*?ET/gs, "")).not.toMatch(/(?:^|\s)(?:f|F|f\*|B|B\*|b|b\*)\s/);
  });

  it.each(["20", "1000"])("draws no line so broad that it is a background: %s", (width) => {
    expect(drawn(`/MK << /BC [1 1 1] >> /BS << /W ${width} >>`)).toContain("1 1 1 RG 2.5 w 1.25 1.25 77.5 17.5 re S");
  });

  it("draws no line under it so broad either", () => {
    expect(drawn("/MK << /BC [1] >> /BS << /W 40 /S /U >>")).toContain("1 G 2.5 w 0 1.25 m 80 1.25 l S");
  });
});

describe("the appearances of a signature in many places", () => {
  /** How often a line was shaped for places of these widths. */
  function shapedFor(widths: readonly number[]): number {
    const update = beginUpdate(openPdf(bytesSource(formWith("/FT /Tx /T (city)"))));
    const widgets = widths.map((width) =>
      update.add(
        pdfDict({ Subtype: pdfName("Widget"), Rect: pdfArray([0, 0, width, 50].map((one) => pdfNumber(one))) }),
      ),
    );
    let asked = 0;
    const shape: typeof monospaceShaper.shape = (...line) => {
      asked += 1;
      return monospaceShaper.shape(...line);
    };
    const shown = {
      lines: [`Signed by ${"Ada Lovelace ".repeat(14)}`, "am 24.11.2026 um 14:03:22 MEZ", "Advanced signature"],
    };
    const jobs = signatureAppearances(update, { widgets, shown, shaper: { ...monospaceShaper, shape } });
    expect(jobs.map(({ width }) => width)).toEqual(widths);
    expect(jobs.every(({ lines }) => lines.length > 0)).toBe(true);
    return asked;
  }

  it("shapes no line again for a box of a size that was set before", () => {
    expect(shapedFor(Array.from({ length: 300 }, () => 26))).toBe(shapedFor([26]));
  });

  it("shapes few lines more for boxes of other sizes", () => {
    const widths = Array.from({ length: 100 }, (_, i) => 26 + i / 100);
    expect(shapedFor(widths)).toBeLessThan(3 * shapedFor([26]));
  });
});
