import { describe, expect, it } from "vitest";
import { archivalPdf, taggedPdf } from "../../../fixtures/archival.ts";
import { plainPdf } from "../../../fixtures/documents.ts";
import { monospaceShaper } from "../../../fixtures/monospace-shaper.ts";
import { catalogOf, dictionaryOf, itemsOf, nameOf, numberOf, textStringOf } from "../pdf/access.ts";
import { bytesSource } from "../pdf/byte-source.ts";
import { beginUpdate, type PdfUpdate } from "../pdf/incremental-update.ts";
import { type PdfRef, pdfBytes, withEntries } from "../pdf/objects.ts";
import { openPdf, type PdfDocument } from "../pdf/open-pdf.ts";
import { listPages } from "../pdf/pages.ts";
import { addFields } from "./add-fields.ts";
import { signatureAppearance, writeAppearances } from "./appearance.ts";
import { withoutCmyk } from "./archival.ts";
import { readFields } from "./field-tree.ts";
import { setValues } from "./fill-fields.ts";
import { writePng } from "./png.ts";

const place = { page: 1, rect: [10, 10, 100, 20] } as const;
const text = { kind: "text", signerId: "s1", name: "city", ...place } as const;
const signature = { kind: "signature", signerId: "s1", place, label: "Käthe" } as const;

function updated(base: Uint8Array, change: (update: PdfUpdate) => void): Uint8Array {
  const update = beginUpdate(openPdf(bytesSource(base)));
  change(update);
  return Buffer.concat([base, update.finish({ id: new Uint8Array(16) }).bytes]);
}
const withFields = (base: Uint8Array): Uint8Array => updated(base, (update) => addFields(update, [text, signature]));
const widgetsOf = (doc: PdfDocument): PdfRef[] => readFields(doc).map(({ ref }) => ref);

/** A PNG of one pixel, red and half transparent. */
const translucentPng = (): Uint8Array => writePng({ width: 1, height: 1, rgba: Uint8Array.of(255, 0, 0, 128) });

describe("a tagged document", () => {
  const shapes = [
    ["one Document element, parents in a list", taggedPdf()],
    ["several elements at the top, parents in nodes", taggedPdf({ tree: "nodes", topLevel: "several" })],
  ] as const;

  it.each(shapes)("gets a Form element for each field it is given: %s", (_, base) => {
    const doc = openPdf(bytesSource(withFields(base)));
    const root = dictionaryOf(doc, catalogOf(doc).entries.get("StructTreeRoot"));
    const parents = new Map<number, ReturnType<typeof dictionaryOf>>();
    const collect = (node: Parameters<typeof dictionaryOf>[1]): void => {
      const { entries } = dictionaryOf(doc, node);
      const pairs = itemsOf(doc, entries.get("Nums"));
      for (let i = 0; i < pairs.length; i += 2)
        parents.set(numberOf(doc, pairs[i]) ?? -1, dictionaryOf(doc, pairs[i + 1]));
      for (const kid of itemsOf(doc, entries.get("Kids"))) collect(kid);
    };
    collect(root.entries.get("ParentTree"));
    for (const ref of widgetsOf(doc)) {
      const element = parents.get(numberOf(doc, dictionaryOf(doc, ref).entries.get("StructParent")) ?? -1);
      expect(nameOf(doc, element?.entries.get("S"))).toBe("Form");
      const content = dictionaryOf(doc, element?.entries.get("K"));
      expect(nameOf(doc, content.entries.get("Type"))).toBe("OBJR");
      expect(content.entries.get("Obj")).toEqual(ref);
      const kids = itemsOf(doc, dictionaryOf(doc, element?.entries.get("P")).entries.get("K"));
      expect(kids.map((kid) => dictionaryOf(doc, kid))).toContainEqual(element);
    }
    expect(numberOf(doc, root.entries.get("ParentTreeNextKey"))).toBe(3);
    expect(nameOf(doc, listPages(doc)[0]?.dict.entries.get("Tabs"))).toBe("S");
    expect(textStringOf(doc, dictionaryOf(doc, widgetsOf(doc)[1]).entries.get("TU"))).toBe("Käthe");
  });

  it("keeps the structure that somebody signed", () => {
    const signed = updated(withFields(taggedPdf()), (update) => {
      const [, field] = readFields(update);
      if (field !== undefined) update.put(field.ref, withEntries(field.dict, { V: pdfBytes(new Uint8Array(1)) }));
    });
    const later = updated(signed, (update) => addFields(update, [{ ...signature, signerId: "s2" }]));
    const before = openPdf(bytesSource(signed));
    const after = openPdf(bytesSource(later));
    const tree = (doc: PdfDocument) => dictionaryOf(doc, catalogOf(doc).entries.get("StructTreeRoot"));
    expect(tree(after)).toEqual(tree(before));
  });

  it("is not made of an untagged one", () => {
    const doc = openPdf(bytesSource(withFields(plainPdf())));
    for (const ref of widgetsOf(doc)) expect(dictionaryOf(doc, ref).entries.has("StructParent")).toBe(false);
    expect(listPages(doc)[0]?.dict.entries.has("Tabs")).toBe(false);
  });
});

describe("a document that says to be PDF/A", () => {
  const filled = (base: Uint8Array): string =>
    Buffer.from(
      updated(withFields(base), (update) => {
        const jobs = setValues(update, new Map([["s1.city", "Köln"]]), monospaceShaper);
        const widget = readFields(update)[1]?.ref;
        if (widget === undefined) throw new Error("the signature field is missing");
        const shown = { lines: ["Käthe"], image: translucentPng() };
        jobs.push(signatureAppearance(update, { widget, shown, shaper: monospaceShaper }));
        writeAppearances(update, monospaceShaper, jobs);
      }),
    ).toString("latin1");

  it("gets no font that is not embedded, and no colour of a device", () => {
    expect(filled(plainPdf())).toContain("/Helv 0");
    expect(filled(archivalPdf())).not.toMatch(/\/BaseFont \/Helvetica/);
    expect(filled(plainPdf())).not.toContain("/DefaultGray");
    expect(filled(archivalPdf()).match(/\/DefaultGray \[\/CalGray/g)?.length).toBe(2);
  });

  it("gets no transparency: each pixel of a picture is painted or left out", () => {
    expect(filled(plainPdf())).toContain("/SMask");
    expect(filled(archivalPdf())).not.toContain("/SMask");
    expect(filled(archivalPdf())).toMatch(/\/Mask \d+ 0 R/);
    expect(filled(archivalPdf())).toContain("/ImageMask true");
  });

  it("is given the same bytes by the same picture again", () => {
    expect(filled(plainPdf())).toBe(filled(plainPdf()));
  });

  it("turns CMYK into what has a calibrated stand-in", () => {
    expect(withoutCmyk("q 0 1 1 0 k 0 0 0 1 K Q")).toBe("q 1 0 0 rg 0 0 0 RG Q");
    expect(withoutCmyk("0.5 g 1 0 0 rg")).toBe("0.5 g 1 0 0 rg");
  });
});
