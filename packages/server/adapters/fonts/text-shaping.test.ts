import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addFields } from "@siegel/kernel/forms/add-fields.ts";
import { signatureAppearance, writeAppearances } from "@siegel/kernel/forms/appearance.ts";
import { readFields } from "@siegel/kernel/forms/field-tree.ts";
import { setValues } from "@siegel/kernel/forms/fill-fields.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { beginUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { listPages } from "@siegel/kernel/pdf/pages.ts";
import { PdfRefusal } from "@siegel/kernel/pdf/refusal.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasCorpus, listCorpus, readCorpusFile, titledByCorpus } from "../../../../fixtures/corpus.ts";
import { formPdf, plainPdf, rotatedPdf } from "../../../../fixtures/documents.ts";
import { hasTools, runTool } from "../../../../fixtures/outside-tool.ts";
import { openTextShaping } from "./text-shaping.ts";

const shaper = openTextShaping();
const qpdf = hasTools("qpdf");
const poppler = hasTools("pdftotext");
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "shaping-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The document with a text field, a multi-line field and a visible signature on its first page, then all of them filled. */
function filled(base: Uint8Array): Uint8Array {
  const first = beginUpdate(openPdf(bytesSource(base)));
  const [page] = listPages(first.doc);
  const width = Math.min(180, (page?.widthPt ?? 0) - 2);
  const height = Math.min(50, (page?.heightPt ?? 0) / 5);
  addFields(first, [
    { kind: "text", signerId: "s1", name: "city", page: 1, rect: [1, 1, width, Math.min(18, height)] },
    { kind: "text", signerId: "s1", name: "remark", page: 1, rect: [1, height + 1, width, height], multiline: true },
    { kind: "signature", signerId: "s1", place: { page: 1, rect: [1, 3 * height, width, height] } },
  ]);
  const prepared = Buffer.concat([base, first.finish({ id: new Uint8Array(16).fill(1) }).bytes]);
  const second = beginUpdate(openPdf(bytesSource(prepared)));
  const values = new Map([
    ["s1.city", "Köln, Straße 5 €"],
    ["s1.remark", "Umlaute äöü ß und Łódź, Ωμέγα, Привет"],
  ]);
  const jobs = setValues(second, values, shaper);
  const widget = readFields(second).find((field) => field.name === "Sig_s1")?.widgets[0]?.ref;
  if (widget === undefined) throw new Error("the signature field is missing");
  jobs.push(signatureAppearance(second, { widget, shown: { lines: ["Jörg Müßig"] }, shaper }));
  writeAppearances(second, shaper, jobs);
  return Buffer.concat([prepared, second.finish({ id: new Uint8Array(16).fill(2) }).bytes]);
}

const stored = (name: string, bytes: Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};

const glyphsIn = (text: string, weight: "regular" | "bold" = "regular") =>
  shaper.shape(text, { sizePt: 10, weight }).clusters.flatMap(({ glyphs }) => glyphs);

describe("shaping", () => {
  it("measures what it draws, and never throws", () => {
    const text = shaper.shape("Grün", { sizePt: 10 });
    expect(text.clusters.map((cluster) => cluster.text).join("")).toBe("Grün");
    expect(text.widthPt).toBeCloseTo((glyphsIn("Grün").reduce((sum, glyph) => sum + glyph.advance, 0) * 10) / 1_000);
    for (const odd of ["", "\ud800", "\u0000\u0007", "漢字 🖋", "مرحبا", "e\u0301\u0302\u0303", "\u200d", "\u0301"])
      expect(() => shaper.shape(odd, { sizePt: 9 })).not.toThrow();
  });

  it.each([
    ["soft hyphens", "Haft\u00adpflicht", "Haftpflicht"],
    ["a soft hyphen before all", "\u00adHaft", "Haft"],
    ["nothing but one", "\u00ad", ""],
    ["soft hyphens between letters from right to left", "של\u00adום", "שלום"],
    ["a filler that the font lacks", "a\u3164b", "ab"],
  ])("draws nothing for %s", (_what, text, seen) => {
    const inkOf = (line: string) => glyphsIn(line).flatMap(({ id, advance }) => (advance > 0 ? [[id, advance]] : []));
    expect(inkOf(text)).toEqual(inkOf(seen));
  });

  it("cuts the same small subset for the same glyphs", () => {
    const glyphs = glyphsIn("Grüße", "bold");
    const ids = glyphs.map((glyph) => glyph.id);
    const [one, two] = [shaper.subset(glyphs[0]?.font ?? "", ids), shaper.subset(glyphs[0]?.font ?? "", ids)];
    expect(Buffer.from(one.program).equals(two.program)).toBe(true);
    expect(one.program.length).toBeLessThan(60_000);
    expect(new Set(one.glyphIds.values()).size).toBe(new Set(ids).size);
  });
});

describe("filled documents in outside readers", () => {
  const cases = [
    ["plain", plainPdf()],
    ["stream", plainPdf({ xref: "stream" })],
    ["object streams", plainPdf({ xref: "object-streams" })],
    ["hybrid", plainPdf({ xref: "hybrid" })],
    ["form", formPdf()],
    ["2.0", plainPdf({ version: "2.0" })],
    ["turned by 90", rotatedPdf(90)],
    ["turned by 180", rotatedPdf(180)],
    ["turned by 270 in large units", rotatedPdf(270, 2)],
  ] as const;

  it.skipIf(!qpdf).each(cases)("qpdf finds nothing wrong: %s", (name, base) => {
    const path = stored(`${name}.pdf`, filled(base));
    const { status, out } = runTool("qpdf", "--check", path);
    expect(status, out).toBe(0);
  });

  it.skipIf(!poppler).each(cases)(
    "poppler reads umlauts and other alphabets, upright and in place: %s",
    (name, base) => {
      const path = stored(`${name}.pdf`, filled(base));
      const { out } = runTool("pdftotext", "-cropbox", "-bbox", path, "-");
      for (const word of ["Köln,", "Straße", "Łódź,", "Ωμέγα,", "Привет", "Müßig"]) expect(out).toContain(`>${word}<`);
      const corner = /xMin="([\d.]+)" yMin="([\d.]+)"[^>]*>Köln,</.exec(out);
      expect(Number(corner?.[1])).toBeLessThan(12);
      expect(Number(corner?.[2])).toBeLessThan(20);
    },
  );

  it.skipIf(!qpdf || !hasCorpus)(
    titledByCorpus("a real document is extended so that qpdf likes it no less, or refused by name"),
    () => {
      const worse: string[] = [];
      let extended = 0;
      for (const { file } of listCorpus()) {
        const base = readCorpusFile(file);
        let bytes: Uint8Array;
        try {
          bytes = filled(base);
        } catch (error) {
          if (error instanceof PdfRefusal && error.code.startsWith("FILE_")) continue;
          throw new Error(file, { cause: error });
        }
        extended += 1;
        const before = runTool("qpdf", "--check", stored("before.pdf", base)).status;
        const after = runTool("qpdf", "--check", stored("after.pdf", bytes)).status;
        if (after > before || !bytes.subarray(0, base.length).every((byte, i) => byte === base[i])) worse.push(file);
      }
      expect(worse).toEqual([]);
      expect(extended).toBeGreaterThan(120);
    },
    120_000,
  );
});
