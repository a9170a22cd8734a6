// Font dictionaries (ISO 32000-2 §9.6, §9.7) that programs make different things of.
import { dictionaryOf, integerOf, itemsOf, nameOf, numbersOf } from "../pdf/access.ts";
import type { PdfObject } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";

/** Of one without a name and without a description, pdf.js and poppler show nothing and MuPDF shows another font. */
export function isFont(doc: PdfDocument, stored: PdfObject | undefined): boolean {
  const { entries } = dictionaryOf(doc, stored);
  const kind = nameOf(doc, entries.get("Subtype"));
  return kind === "Type3" || (kind !== undefined && (entries.has("BaseFont") || entries.has("FontDescriptor")));
}

/** What programs make different things of in a font, in words; nothing in a composite one (`cid-font-ambiguity.ts`). */
export function ambiguityInFont(doc: PdfDocument, stored: PdfObject | undefined): string | undefined {
  const { entries } = dictionaryOf(doc, stored);
  const kind = nameOf(doc, entries.get("Subtype"));
  if (kind === "Type0") return undefined;
  const { entries: encoding } = dictionaryOf(doc, entries.get("Encoding"));
  if (encoding.has("Differences") && !areDifferences(doc, encoding.get("Differences")))
    return "codes of a font that some programs count otherwise";
  if (kind !== "Type3") return undefined;
  // pdf.js shows nothing of it, or MuPDF.
  if (numbersOf(doc, entries.get("FontMatrix"))?.length !== 6) return "glyphs that are drawn, of no size";
  const name = nameOf(doc, entries.get("Encoding"));
  const isCoded = name === undefined ? encoding.has("Differences") || encoding.has("BaseEncoding") : plain.has(name);
  if (!isCoded) return "glyphs that are drawn, by no codes";
  const isWide =
    doc.resolve(entries.get("Widths"))?.kind === "array" && integerOf(doc, entries.get("LastChar")) !== undefined;
  const isWhole = isWide && doc.resolve(entries.get("CharProcs"))?.kind === "dict";
  return isWhole ? undefined : "glyphs that are drawn, and missing or of no width";
}

/** Annex D. */
const plain = new Set(["WinAnsiEncoding", "MacRomanEncoding", "StandardEncoding"]);

/** Codes and names (§9.6.5.1): of another code MuPDF makes none, and what stands before the first one it leaves out. */
function areDifferences(doc: PdfDocument, stored: PdfObject | undefined): boolean {
  return itemsOf(doc, stored).every((item, i) => {
    const found = doc.resolve(item);
    if (found?.kind === "name") return i > 0;
    return found?.kind === "number" && /^\d+$/.test(found.text) && found.value <= codesMax;
  });
}

const codesMax = 255;
