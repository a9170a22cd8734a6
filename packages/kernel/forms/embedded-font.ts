// Subsets of fonts as composite fonts (ISO 32000-2 §9.7, §9.8, §9.10.3). A character code stands for one glyph with one
// text, so that ToUnicode, which programs use to search and copy, is never ambiguous.
import type { PdfUpdate } from "../pdf/incremental-update.ts";
import {
  type PdfDict,
  type PdfRef,
  pdfArray,
  pdfBytes,
  pdfDict,
  pdfName,
  pdfNumber,
  pdfStream,
  withEntries,
} from "../pdf/objects.ts";
import type { FontSubset, ShapedGlyph, ShapedText, TextShaper } from "./shaped-text.ts";

/** A font of one update: its resource name, and the code of each of its glyphs. */
export type EmbeddedFont = { readonly name: string; readonly codeOf: (glyph: ShapedGlyph) => number };
/** Fonts of one update: `fontOf` a glyph, and the /Font dictionary that goes with them. */
export type EmbeddedFonts = { readonly fontOf: (glyph: ShapedGlyph) => EmbeddedFont; readonly resources: PdfDict };

/** Where objects go: an update of a file, or a file that is written anew. */
export type ObjectSink = Pick<PdfUpdate, "add">;

/** Embeds one subset for each font that `texts` are set in. */
export function embedFonts(update: ObjectSink, shaper: TextShaper, texts: readonly ShapedText[]): EmbeddedFonts {
  const glyphsOf = new Map<string, ShapedGlyph[]>();
  for (const text of texts)
    for (const { glyphs } of text.clusters)
      for (const glyph of glyphs) {
        const known = glyphsOf.get(glyph.font);
        if (known === undefined) glyphsOf.set(glyph.font, [glyph]);
        else known.push(glyph);
      }
  const fonts = new Map<string, EmbeddedFont>();
  const resources: Record<string, PdfRef> = {};
  for (const [font, glyphs] of [...glyphsOf].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const name = `F${fonts.size + 1}`;
    const ids = [...new Set(glyphs.map(({ id }) => id))].toSorted((a, b) => a - b);
    const subset = shaper.subset(font, ids);
    const { codes, codeOf } = encode(subset, glyphs);
    resources[name] = addFont(update, { subset, codes, tag: subsetTag(ids) });
    fonts.set(font, { name, codeOf });
  }
  return {
    resources: pdfDict(resources),
    fontOf: (glyph) => {
      const font = fonts.get(glyph.font);
      if (font === undefined) throw new Error(`a glyph of ${glyph.font}, which was not embedded`);
      return font;
    },
  };
}

/** A character code: which glyph of the subset, how wide, read as what. */
type Code = { readonly code: number; readonly glyphId: number; readonly width: number; readonly text: string };

function encode(
  subset: FontSubset,
  glyphs: readonly ShapedGlyph[],
): { readonly codes: readonly Code[]; readonly codeOf: (glyph: ShapedGlyph) => number } {
  const codes = new Map<string, Code>();
  // The codes of a CFF program are its CIDs, one a glyph (§9.7.4.2); there the first reading stands.
  const keyOf = ({ id, text }: ShapedGlyph): string => (subset.format === "cff" ? `${id}` : `${id} ${text}`);
  for (const glyph of glyphs.toSorted((a, b) => a.id - b.id || (a.text < b.text ? -1 : 1))) {
    const glyphId = subset.glyphIds.get(glyph.id) ?? 0;
    const code = subset.format === "cff" ? glyphId : codes.size + 1;
    if (!codes.has(keyOf(glyph))) codes.set(keyOf(glyph), { code, glyphId, width: glyph.width, text: glyph.text });
  }
  return { codes: [...codes.values()], codeOf: (glyph) => codes.get(keyOf(glyph))?.code ?? 0 };
}

type Written = { readonly subset: FontSubset; readonly codes: readonly Code[]; readonly tag: string };

function addFont(update: ObjectSink, { subset, codes, tag }: Written): PdfRef {
  const baseFont = pdfName(`${tag}+${subset.postscriptName}`);
  const descendant = update.add(
    pdfDict({
      Type: pdfName("Font"),
      Subtype: pdfName(subset.format === "cff" ? "CIDFontType0" : "CIDFontType2"),
      BaseFont: baseFont,
      CIDSystemInfo: pdfDict({
        Registry: pdfBytes(Buffer.from("Adobe")),
        Ordering: pdfBytes(Buffer.from("Identity")),
        Supplement: pdfNumber(0),
      }),
      FontDescriptor: addDescriptor(update, subset, baseFont),
      W: pdfArray(codes.flatMap(({ code, width }) => [pdfNumber(code), pdfArray([pdfNumber(width)])])),
      CIDToGIDMap: subset.format === "cff" ? undefined : update.add(glyphMap(codes)),
    }),
  );
  return update.add(
    pdfDict({
      Type: pdfName("Font"),
      Subtype: pdfName("Type0"),
      BaseFont: baseFont,
      Encoding: pdfName("Identity-H"),
      DescendantFonts: pdfArray([descendant]),
      ToUnicode: update.add(pdfStream(pdfDict({}), Buffer.from(toUnicode(codes), "latin1"))),
    }),
  );
}

function addDescriptor(update: ObjectSink, subset: FontSubset, baseFont: ReturnType<typeof pdfName>): PdfRef {
  const program = pdfStream(pdfDict({}), subset.program);
  const length = withEntries(program.dict, { Length1: pdfNumber(subset.program.length) });
  const compact = withEntries(program.dict, { Subtype: pdfName("CIDFontType0C") });
  return update.add(
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
      FontFile2: subset.format === "cff" ? undefined : update.add({ ...program, dict: length }),
      FontFile3: subset.format === "cff" ? update.add({ ...program, dict: compact }) : undefined,
    }),
  );
}

/** Two bytes a code, the glyph's id (§9.7.4.3 CIDToGIDMap). */
function glyphMap(codes: readonly Code[]): ReturnType<typeof pdfStream> {
  const map = Buffer.alloc(2 * (1 + Math.max(0, ...codes.map(({ code }) => code))));
  for (const { code, glyphId } of codes) map.writeUInt16BE(glyphId, 2 * code);
  return pdfStream(pdfDict({}), map);
}

/** Six capital letters (§9.9.2) that follow from the glyphs, so that the same text gives the same file. */
function subsetTag(glyphIds: readonly number[]): string {
  let hash = 7;
  for (const id of glyphIds) hash = (Math.imul(hash, 31) + id) >>> 0;
  let tag = "";
  for (let i = 0; i < 6; i += 1) {
    tag += String.fromCharCode(65 + (hash % 26));
    hash = Math.floor(hash / 26) + i * 7;
  }
  return tag;
}

function toUnicode(codes: readonly Code[]): string {
  const lines = codes.flatMap(({ code, text }) => (text === "" ? [] : [`<${codeHex(code)}> <${utf16Hex(text)}>`]));
  let blocks = "";
  for (let i = 0; i < lines.length; i += 100) {
    const block = lines.slice(i, i + 100);
    blocks += `${block.length} beginbfchar\n${block.join("\n")}\nendbfchar\n`;
  }
  return `/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n${blocks}endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n`;
}

/** A code as four hexadecimal digits. */
export function codeHex(code: number): string {
  return code.toString(16).padStart(4, "0");
}

/** Text as hexadecimal digits of UTF-16BE. */
export function utf16Hex(text: string): string {
  return Buffer.from(text, "utf16le").swap16().toString("hex");
}
