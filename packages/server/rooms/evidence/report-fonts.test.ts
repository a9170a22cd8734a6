import fc from "fast-check";
import * as fontkit from "fontkit";
import PDFDocument from "pdfkit";
import { describe, expect, it } from "vitest";
import { canSet, type Face, faces, featuresOf, fontOf, registerFaces } from "./report-fonts.ts";

/** What a report embeds of a face for these glyphs, opened again; `places` are theirs in it. */
function embedded(face: Face, ids: readonly number[]) {
  // As the library that writes reports uses it: by id, answered with the place.
  const subset = fontOf(face).createSubset() as unknown as {
    includeGlyph: (id: number) => number;
    encode: () => Uint8Array;
  };
  const places = ids.map((id) => subset.includeGlyph(id));
  const bytes = subset.encode();
  const font = fontkit.create(Buffer.from(bytes));
  if (!("layout" in font)) throw new Error("a collection of fonts");
  return { bytes, font, places };
}

const drawn = (font: fontkit.Font, id: number) => {
  const { path, advanceWidth } = font.getGlyph(id);
  return { outline: path.toSVG(), advanceWidth };
};

const everyCharacter = Array.from({ length: 0x1_0000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

describe("the faces of a report", () => {
  it.each(faces)("have a glyph for all they say they can set: %s", (face) => {
    const font = fontOf(face);
    const without = everyCharacter.filter(
      (one) => one !== "\n" && canSet(face, one) && !font.hasGlyphForCodePoint(one.codePointAt(0) ?? 0),
    );
    expect(without).toEqual([]);
  });

  it("set every letter of Latin, Greek and Russian", () => {
    for (const face of faces) expect(canSet(face, "Łódź Ŵ ß € – „Größe“\nΖωή Παπά Привет №"), face).toBe(true);
  });

  it.each(["محمد", "שרה", "王", "김", "ไทย", "हि", "n\u0303", "\u202eabc", "\u{1f58b}", "a\tb"])(
    "leave to others what has to be shaped, turned round or named by its code point: %j",
    (text) => {
      for (const face of faces) expect(canSet(face, `Ana ${text}`), face).toBe(false);
    },
  );
});

describe("a text in a face", () => {
  // Digests and times are not shaped: their signs stand beside each other as they are.
  const text = "AVAT fi Größe-Łukasz 22.11.2026, 10:23:17 4fa0 … 12 1,234,567 7be41f02c96ad853019f44b7e2606c1d8a55f390";

  /** Its width, and what draws it, in a document of its own, whose name for the face does not matter. */
  function setIn(register: (doc: PDFKit.PDFDocument) => void, name: string) {
    const doc = new PDFDocument({ compress: false, font: "" });
    register(doc);
    doc.font(name).fontSize(10);
    const operators: string[] = [];
    const { addContent } = doc;
    doc.addContent = (written: string) => {
      operators.push(written.replace(/^\/F\d+ /, "/F "));
      return addContent.call(doc, written);
    };
    const width = doc.widthOfString(text);
    doc.text(text, 10, 10, { lineBreak: false });
    return { width, operators };
  }
  const registering = (font: fontkit.Font) => (doc: PDFKit.PDFDocument) =>
    void doc.registerFont("own", font as unknown as Uint8Array);

  it.each(faces)("is as wide in every document, and drawn as the library draws it: %s", (face) => {
    const whole = Object.getPrototypeOf(fontOf(face)) as fontkit.Font;
    const layout = (word: string) => whole.layout(word, featuresOf(word));
    const byTheLibrary = setIn(registering(Object.create(whole, { layout: { value: layout } })), "own");
    expect(byTheLibrary.width).toBeGreaterThan(50);
    for (let document = 1; document <= 3; document += 1) {
      expect(setIn(registering(fontOf(face)), "own")).toEqual(byTheLibrary);
      expect(setIn(registerFaces, face)).toEqual(byTheLibrary);
    }
  });
});

describe("what is embedded of a face", () => {
  it.each(faces)("draws any glyphs as the whole face does: %s", (face) => {
    const whole = fontOf(face);
    const anyGlyphs = fc.uniqueArray(fc.integer({ min: 0, max: whole.numGlyphs - 1 }), { maxLength: 40 });
    fc.assert(
      fc.property(anyGlyphs, (ids) => {
        const { font, places } = embedded(face, ids);
        expect(places.map((place) => drawn(font, place))).toEqual(ids.map((id) => drawn(whole, id)));
      }),
      { numRuns: 30 },
    );
  });

  it("has the letters that accented ones are made of, once, and no instructions", () => {
    const whole = fontOf("sans");
    const ids = whole.glyphsForString("äÄåÅçÇ").map(({ id }) => id);
    const { font, bytes } = embedded("sans", ids);
    expect(font.numGlyphs).toBeGreaterThan(ids.length + 1);
    expect(font.numGlyphs).toBeLessThan(2 * ids.length + 4);
    expect(Buffer.from(bytes).includes("fpgm")).toBe(false);
  });

  it("is a font whose sums are right", () => {
    const { bytes } = embedded(
      "bold",
      fontOf("bold")
        .glyphsForString("Größe")
        .map(({ id }) => id),
    );
    const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let sum = 0;
    for (let at = 0; at < bytes.length; at += 4) sum = (sum + words.getUint32(at)) >>> 0;
    expect(sum).toBe(0xb1b0afba);
  });

  it("is the same bytes for the same text", () => {
    const ids = fontOf("mono")
      .glyphsForString("0123456789abcdef")
      .map(({ id }) => id);
    expect(embedded("mono", ids).bytes).toEqual(embedded("mono", ids).bytes);
  });
});
