// Composite fonts (ISO 32000-2 §9.7): ways from codes to glyphs that programs make different things of.
import { dictionaryOf, itemsOf, nameOf, numberOf } from "./access.ts";
import { isPlainMap } from "./code-map.ts";
import type { PdfDict, PdfObject } from "./objects.ts";
import type { PdfDocument } from "./open-pdf.ts";
import { unlessBroken } from "./refusal.ts";
import { tablesOf, viewOf } from "./truetype-tables.ts";

/** What was found in composite fonts, by the objects that they are made of. */
export type Composites = Map<string, string | undefined>;

/** What programs make different things of in a composite font, in words; nothing in any other. Those looked at before are in `known`. */
export function meaninglessComposite(doc: PdfDocument, font: PdfDict, known: Composites): string | undefined {
  if (nameOf(doc, font.entries.get("Subtype")) !== "Type0") return undefined;
  const [first, ...more] = itemsOf(doc, font.entries.get("DescendantFonts"));
  if (first === undefined || more.length > 0) return "a composite font of none or of several";
  const descendant = dictionaryOf(doc, first).entries;
  const descriptor = dictionaryOf(doc, descendant.get("FontDescriptor")).entries;
  const once = (what: string, parts: readonly (PdfObject | undefined)[], find: () => string | undefined) => {
    const key = `${what} ${parts.map((part) => (part?.kind === "ref" ? part.num : "")).join(" ")}`;
    if (!known.has(key)) known.set(key, find());
    return known.get(key);
  };
  const encoding = font.entries.get("Encoding");
  const glyphs = descendant.get("CIDToGIDMap");
  const programs = ["FontFile", "FontFile2", "FontFile3"].map((key) => descriptor.get(key));
  return (
    once("codes", [encoding], () => meaninglessCodes(doc, encoding)) ??
    once("glyphs", [glyphs, ...programs], () => meaninglessGlyphs(doc, glyphs, programs))
  );
}

function meaninglessGlyphs(
  doc: PdfDocument,
  glyphs: PdfObject | undefined,
  [type1, program, compact]: readonly (PdfObject | undefined)[],
): string | undefined {
  const count = doc.resolve(glyphs)?.kind === "stream" ? Math.floor(octetsOf(doc, glyphs).length / 2) : 0;
  if (count === 0) return undefined;
  // Of glyphs behind the end of the map pdf.js shows none, and others those of the same number; of an empty one all do.
  const isOther = [type1, compact].some((each) => doc.resolve(each) !== undefined);
  const isShort = isOther || hasGlyphFrom(octetsOf(doc, program), count);
  return isShort ? "a map of some of a font's glyphs" : undefined;
}

function meaninglessCodes(doc: PdfDocument, encoding: PdfObject | undefined): string | undefined {
  // A name that none has, which poppler takes for one of them.
  if (nameOf(doc, encoding) === "Identity") return "codes by a name that there is not";
  if (doc.resolve(encoding)?.kind !== "stream") return undefined;
  const octets = octetsOf(doc, encoding);
  const { entries } = dictionaryOf(doc, encoding);
  const isPlain =
    !entries.has("UseCMap") &&
    octets.length <= octetsMax &&
    isPlainMap(Buffer.from(octets).toString("latin1"), numberOf(doc, entries.get("WMode")) ?? 0);
  return isPlain ? undefined : "codes that are of several lengths at once, or of none";
}

/** Of a map of codes, which takes a tenth of a second then; that of a document's own characters has some kilobytes. */
const octetsMax = 250_000;

/** None of what cannot be read. */
function octetsOf(doc: PdfDocument, stored: PdfObject | undefined): Uint8Array {
  const stream = doc.resolve(stored);
  const octets = stream?.kind === "stream" ? unlessBroken(() => doc.decodeStream(stream)) : undefined;
  return octets ?? new Uint8Array(0);
}

/** Whether a font has a glyph of that number or a higher one that is not empty (ISO/IEC 14496-22 §5.3.3, §5.3.4), or may have. */
function hasGlyphFrom(program: Uint8Array, first: number): boolean {
  const tables = tablesOf(viewOf(program, 0, program.length));
  const [maxp, head, loca] = unlessBroken(() => [tables("maxp"), tables("head"), tables("loca")]) ?? [];
  if (!maxp || !head || !loca || maxp.byteLength < 6 || head.byteLength < 52) return true;
  const isLong = head.getInt16(50) === 1;
  const places = Math.floor(loca.byteLength / (isLong ? 4 : 2));
  const placeOf = (id: number): number => (isLong ? loca.getUint32(4 * id) : loca.getUint16(2 * id));
  const end = Math.min(maxp.getUint16(4), places - 1);
  for (let id = first; id < end; id += 1) if (placeOf(id) !== placeOf(id + 1)) return true;
  return false;
}
