import { addFields } from "@siegel/kernel/forms/add-fields.ts";
import { signatureAppearance, writeAppearances } from "@siegel/kernel/forms/appearance.ts";
import { readFields } from "@siegel/kernel/forms/field-tree.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { beginUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainPdf } from "../../../../fixtures/documents.ts";
import { fillFields } from "../../../../fixtures/fill-fields.ts";
import { hasTools, inFolderOf, runToolIn } from "../../../../fixtures/outside-tool.ts";
import { openTextShaping } from "./text-shaping.ts";

const shaper = openTextShaping();

/** A page with one field, filled. */
function filledWith(value: string, multiline = false): Uint8Array {
  const base = plainPdf();
  const first = beginUpdate(openPdf(bytesSource(base)));
  addFields(first, [{ kind: "text", signerId: "s", name: "f", page: 1, rect: [72, 150, 300, 60], multiline }]);
  const prepared = Buffer.concat([base, first.finish({ id: new Uint8Array(16) }).bytes]);
  const second = beginUpdate(openPdf(bytesSource(prepared)));
  fillFields(second, { values: new Map([["s.f", value]]), shaper });
  return Buffer.concat([prepared, second.finish({ id: new Uint8Array(16) }).bytes]);
}

/** A page with what a signature of that name shows. */
function signedBy(name: string): Uint8Array {
  const base = plainPdf();
  const update = beginUpdate(openPdf(bytesSource(base)));
  addFields(update, [{ kind: "signature", signerId: "s", place: { page: 1, rect: [72, 150, 300, 60] } }]);
  const widget = readFields(update)[0]?.ref;
  if (widget === undefined) throw new Error("the signature field is missing");
  writeAppearances(update, shaper, [signatureAppearance(update, { widget, shown: { lines: [name] }, shaper })]);
  return Buffer.concat([base, update.finish({ id: new Uint8Array(16) }).bytes]);
}

/** What poppler reads, composed alike and without the marks by which it tells of directions. */
const readBack = (file: Uint8Array): string =>
  inFolderOf({ "a.pdf": file }, (folder) => runToolIn(folder, "pdftotext", "-layout", "a.pdf", "-").out)
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
    .normalize("NFC");

const written: readonly (readonly [string, string])[] = [
  ["Latin with every diacritic", "Łódź Ṩ ǭ ẫ ỹ Ŵ ș ı İ ß ẞ Œ Þ ð"],
  ["Latin with marks no letter is composed with", "q\u0323\u0308 m\u0302 x\u030c"],
  ["Greek", "Ωμέγα ᾧ ἄ ᾁ ΐ"],
  ["Cyrillic", "Привет й ѝ ґ Ђ Ӂ і\u0301"],
  ["Arabic", "مرحبا بالعالم"],
  ["Arabic with a ligature", "لا إله كلام"],
  ["Arabic with vowels", "بِسْمِ اللّٰه"],
  ["Persian with a joiner", "سلام می\u200cخواهم"],
  ["Hebrew", "שלום עולם"],
  ["Hebrew with points", "שָׁלוֹם בְּרֵאשִׁית"],
  ["Thai", "สวัสดี น้ำ กุ้ง ปี่"],
  ["Devanagari", "हिन्दी क्षत्रिय श्री र्कि"],
  ["Chinese and Japanese", "漢字，测试「東京」かなカナ"],
  ["Korean", "안녕하세요"],
];

describe("text of every script", () => {
  it.skipIf(!hasTools("pdftotext")).each(written)("is read back from its glyphs: %s", (_, value) => {
    expect(shaper.missing(value)).toEqual([]);
    expect(readBack(filledWith(value))).toContain(value.normalize("NFC"));
  });

  it.skipIf(!hasTools("pdftotext")).each([
    ["Herr שלום (אבג) GmbH", ["Herr", "שלום", "אבג", "GmbH"]],
    ["لا إله 123 محمد", ["لا", "إله", "123", "محمد"]],
    ["Ж漢aא", ["Ж漢aא"]],
  ])("is read back word by word where directions mix: %s", (value, words) => {
    const text = readBack(filledWith(value));
    for (const word of words) expect(text).toContain(word);
  });

  it.skipIf(!hasTools("qpdf")).each(written)("is a sound file: %s", (_, value) => {
    const check = inFolderOf({ "a.pdf": filledWith(value, true) }, (folder) =>
      runToolIn(folder, "qpdf", "--check", "a.pdf"),
    );
    expect(check.status, check.out).toBe(0);
  });
});

describe("shaping", () => {
  const shaped = (text: string, direction: "ltr" | "rtl" = "ltr") =>
    shaper.shape(text, { sizePt: 1, direction }).clusters;
  const glyphs = (text: string) => shaped(text).flatMap((cluster) => cluster.glyphs);

  it("joins Arabic letters and sets them from right to left", () => {
    const alone = glyphs("ب")[0]?.id;
    const word = glyphs("ببب");
    expect(new Set([alone, ...word.map(({ id }) => id)]).size).toBe(4);
    expect(shaped("אב").map(({ text }) => text)).toEqual(["ב", "א"]);
  });

  it("orders a line by its paragraph's direction", () => {
    const order = (direction: "ltr" | "rtl") => shaped("ab א", direction).map(({ text }) => text);
    expect(order("ltr")).toEqual(["a", "b", " ", "א"]);
    expect(order("rtl")).toEqual(["א", " ", "a", "b"]);
  });

  it("mirrors brackets that run from right to left", () => {
    const bracket = glyphs("(")[0]?.id;
    const inHebrew = shaped("א(ב)").flatMap((cluster) => cluster.glyphs.map(({ id, text }) => ({ id, text })));
    expect(inHebrew.find(({ text }) => text === ")")?.id).toBe(bracket);
  });

  it("puts a mark over its letter without moving on", () => {
    const [cluster, ...others] = shaped("m\u0302");
    expect(others).toEqual([]);
    expect(cluster?.glyphs.map(({ advance }) => advance > 0)).toEqual([true, false]);
    expect(cluster?.glyphs[1]?.xOffset).toBeLessThan(0);
  });

  it("sets the Thai tone over the circle of sara am, as HarfBuzz does and simpler shapers do not", () => {
    const [, circle, tone] = shaped("น้ำ").flatMap((cluster) => cluster.glyphs);
    expect(shaped("\u0e4d")[0]?.glyphs[0]?.id).toBe(circle?.id);
    expect(tone?.advance).toBe(0);
    expect(tone?.id).not.toBe(circle?.id);
  });

  it("names the characters that no font has, each once", () => {
    expect(shaper.missing("Grüße, Žižek 漢 한 ไทย हि שלום سلام €")).toEqual([]);
    expect(shaper.missing("a🖋b𝄞🖋\n\tc")).toEqual(["🖋", "𝄞"]);
  });

  it("has every letter of Latin in its first font", () => {
    const letters = Array.from({ length: 0x24f - 0x20 }, (_, i) => String.fromCodePoint(0x20 + i)).join("");
    expect(shaper.missing(letters)).toEqual([]);
  });
});

describe("a character that no font has", () => {
  const shapedOf = (text: string, weight: "regular" | "bold" = "regular") =>
    shaper
      .shape(text, { sizePt: 1, weight })
      .clusters.map((cluster) => [cluster.text, cluster.glyphs.map(({ text: read }) => read).join("")]);

  it("shows its code point and stands for itself; its neighbours are drawn as ever", () => {
    expect(shapedOf("a\u{1f58b}b")).toEqual([
      ["a", "a"],
      ["\u{1f58b}", "[U+1F58B]"],
      ["b", "b"],
    ]);
    expect(shapedOf("\u{1f58b}", "bold")).toEqual([["\u{1f58b}", "[U+1F58B]"]]);
  });

  it("is all that gives way in a character of several: its letter, and its joiners, stay", () => {
    expect(shapedOf("e\u1dfe")).toEqual([
      ["e", "e"],
      ["\u1dfe", "[U+1DFE]"],
    ]);
    expect(shapedOf("\u{1f468}\u200d\u{1f469}").map(([text]) => text)).toEqual(["\u{1f468}\u200d", "\u{1f469}"]);
    expect(shaper.missing("\u{1f468}\u200d\u{1f469}")).toEqual(["\u{1f468}", "\u{1f469}"]);
  });

  it("reads from left to right inside a line from right to left, and stands where it belongs", () => {
    expect(shapedOf("א\u{10900}ב").map(([text]) => text)).toEqual(["ב", "\u{10900}", "א"]);
    expect(shapedOf("א\u{10900}ב")[1]).toEqual(["\u{10900}", "[U+10900]"]);
  });

  it("is never drawn as the missing glyph, whatever the text", () => {
    const text = fc.string({ unit: "binary", maxLength: 12 });
    fc.assert(
      fc.property(text, fc.constantFrom("regular" as const, "bold" as const), (line, weight) => {
        const { clusters } = shaper.shape(line, { sizePt: 1, weight });
        expect(clusters.flatMap(({ glyphs }) => glyphs).filter(({ id }) => id === 0)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it.skipIf(!hasTools("pdftotext", "qpdf"))("is copied out of a document as itself", () => {
    const file = filledWith("Ada \u{1f58b} Berg");
    expect(readBack(file)).toContain("Ada \u{1f58b} Berg");
    expect(readBack(signedBy("Zoë \u{1f58b} Ng"))).toContain("Zoë \u{1f58b} Ng");
    const { status } = inFolderOf({ "a.pdf": file }, (folder) => runToolIn(folder, "qpdf", "--check", "a.pdf"));
    expect(status).toBe(0);
  });
});
