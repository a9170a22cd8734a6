// A TrueType subset as a composite font (ISO 32000-2 §9.7, §9.8, §9.10.3): glyph ids are the character codes, and
// ToUnicode says what they read as, so that text can be searched and copied.
import type { PdfUpdate } from "./incremental-update.ts";
import { type PdfDict, type PdfRef, pdfArray, pdfBytes, pdfDict, pdfName, pdfNumber, pdfStream } from "./objects.ts";
import type { FontSubset, FontWeight, ShapedGlyph, ShapedText, TextShaper } from "./shaped-text.ts";

/** Fonts of one update: `glyphsHex` is a text's codes for a hexadecimal string, `resources` the /Font dictionary that goes with it. */
export type EmbeddedFonts = { readonly glyphsHex: (text: ShapedText) => string; readonly resources: PdfDict };

/** The resource name of a weight. */
export function fontName(weight: FontWeight): string {
  return weight === "bold" ? "FB" : "FR";
}

/** Embeds one subset a weight that draws all of `texts`. */
export function embedFonts(update: PdfUpdate, shaper: TextShaper, texts: readonly ShapedText[]): EmbeddedFonts {
  const glyphIds = new Map<FontWeight, ReadonlyMap<number, number>>();
  const fonts: Record<string, PdfRef> = {};
  for (const weight of ["regular", "bold"] as const) {
    const glyphs = new Map<number, ShapedGlyph>();
    for (const text of texts)
      if (text.weight === weight) for (const glyph of text.glyphs) glyphs.set(glyph.id, glyphs.get(glyph.id) ?? glyph);
    if (glyphs.size === 0) continue;
    const used = [...glyphs.values()].toSorted((a, b) => a.id - b.id);
    const subset = shaper.subset(
      weight,
      used.map((glyph) => glyph.id),
    );
    glyphIds.set(weight, subset.glyphIds);
    fonts[fontName(weight)] = addFont(update, subset, used);
  }
  return {
    resources: pdfDict(fonts),
    glyphsHex: (text) => text.glyphs.map((glyph) => code(glyphIds.get(text.weight)?.get(glyph.id) ?? 0)).join(""),
  };
}

function code(id: number): string {
  return id.toString(16).padStart(4, "0");
}

function addFont(update: PdfUpdate, subset: FontSubset, used: readonly ShapedGlyph[]): PdfRef {
  const baseFont = pdfName(`${subsetTag(used)}+${subset.postscriptName}`);
  const program = update.add(pdfStream(pdfDict({ Length1: pdfNumber(subset.program.length) }), subset.program));
  const descriptor = update.add(
    pdfDict({
      Type: pdfName("FontDescriptor"),
      FontName: baseFont,
      // Symbolic (§9.8.2): the subset has its own codes, no standard character set.
      Flags: pdfNumber(4),
      FontBBox: pdfArray(subset.bbox.map((value) => pdfNumber(Math.round(value)))),
      ItalicAngle: pdfNumber(subset.italicAngle),
      Ascent: pdfNumber(Math.round(subset.ascent)),
      Descent: pdfNumber(Math.round(subset.descent)),
      CapHeight: pdfNumber(Math.round(subset.capHeight)),
      StemV: pdfNumber(subset.stemV),
      FontFile2: program,
    }),
  );
  const coded = used
    .map((glyph) => ({ glyph, id: subset.glyphIds.get(glyph.id) ?? 0 }))
    .toSorted((a, b) => a.id - b.id);
  const descendant = update.add(
    pdfDict({
      Type: pdfName("Font"),
      Subtype: pdfName("CIDFontType2"),
      BaseFont: baseFont,
      CIDSystemInfo: pdfDict({
        Registry: pdfBytes(Buffer.from("Adobe")),
        Ordering: pdfBytes(Buffer.from("Identity")),
        Supplement: pdfNumber(0),
      }),
      FontDescriptor: descriptor,
      W: pdfArray(coded.flatMap(({ glyph, id }) => [pdfNumber(id), pdfArray([pdfNumber(glyph.advance)])])),
      CIDToGIDMap: pdfName("Identity"),
    }),
  );
  const unicode = update.add(
    pdfStream(pdfDict({}), Buffer.from(toUnicode(coded.map(({ glyph, id }) => [id, glyph.text])), "latin1")),
  );
  return update.add(
    pdfDict({
      Type: pdfName("Font"),
      Subtype: pdfName("Type0"),
      BaseFont: baseFont,
      Encoding: pdfName("Identity-H"),
      DescendantFonts: pdfArray([descendant]),
      ToUnicode: unicode,
    }),
  );
}

/** Six capital letters (§9.9.2) that follow from the glyphs, so that the same text gives the same file. */
function subsetTag(used: readonly ShapedGlyph[]): string {
  let hash = 7;
  for (const { id } of used) hash = (Math.imul(hash, 31) + id) >>> 0;
  let tag = "";
  for (let i = 0; i < 6; i += 1) {
    tag += String.fromCharCode(65 + (hash % 26));
    hash = Math.floor(hash / 26) + i * 7;
  }
  return tag;
}

function toUnicode(pairs: readonly (readonly [number, string])[]): string {
  const lines = pairs.filter(([, text]) => text !== "").map(([id, text]) => `<${code(id)}> <${utf16Hex(text)}>`);
  let blocks = "";
  for (let i = 0; i < lines.length; i += 100) {
    const block = lines.slice(i, i + 100);
    blocks += `${block.length} beginbfchar\n${block.join("\n")}\nendbfchar\n`;
  }
  return `/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n${blocks}endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n`;
}

function utf16Hex(text: string): string {
  return Buffer.from(text, "utf16le").swap16().toString("hex");
}
