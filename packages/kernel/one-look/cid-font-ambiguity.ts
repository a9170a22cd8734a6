// Composite fonts (ISO 32000-2 §9.7): ways from codes to glyphs that programs make different things of.

import { type CodeMap, readCodeMap, readCodes } from "../contents/cmap.ts";
import { tablesOf, viewOf } from "../contents/truetype-tables.ts";
import { dictionaryOf, itemsOf, nameOf, numberOf } from "../pdf/access.ts";
import type { PdfDict, PdfObject } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { unlessBroken } from "../pdf/refusal.ts";

/** What programs make different things of whatever is shown with a font, and in a text that is; each in words. */
export type ShownFont = {
  readonly why?: string | undefined;
  readonly check?: ((text: Uint8Array, length: number) => string | undefined) | undefined;
};

/** Of codes: why they mean nothing, or their map, or that each has two octets and is the number of a glyph; neither is known of a map by name. */
type Ways = { readonly why?: string; readonly map?: CodeMap | "identity" | undefined };
/** Of numbers of glyphs: why they mean nothing, or the first that not all programs show the same of. */
type Numbers = { readonly why?: string; readonly end?: number };

/** What was found out of composite fonts, by the objects that they are made of. */
export type FontParts = { readonly ways: Map<string, Ways>; readonly numbers: Map<string, Numbers> };

/** Of which each octet is a code. */
export const simpleFont: ShownFont = {};
const someGlyphs = "a map of some of a font's glyphs";

/** What text means that is shown with a font, nothing of any but composite ones. Parts looked at before are in `known`. */
export function shownFont(doc: PdfDocument, font: PdfDict, known: FontParts): ShownFont {
  if (nameOf(doc, font.entries.get("Subtype")) !== "Type0") return simpleFont;
  const [first, ...more] = itemsOf(doc, font.entries.get("DescendantFonts"));
  if (first === undefined || more.length > 0) return { why: "a composite font of none or of several" };
  const descendant = dictionaryOf(doc, first).entries;
  const descriptor = dictionaryOf(doc, descendant.get("FontDescriptor")).entries;
  const encoding = font.entries.get("Encoding");
  const glyphs = descendant.get("CIDToGIDMap");
  const programs = ["FontFile", "FontFile2", "FontFile3"].map((key) => descriptor.get(key));
  const ways = once(known.ways, [encoding], () => waysOf(doc, encoding));
  const numbers = once(known.numbers, [glyphs, ...programs], () => numbersOf(doc, glyphs, programs));
  const isEndless = numbers.end === undefined;
  const why = ways.why ?? numbers.why ?? (ways.map === undefined && !isEndless ? someGlyphs : undefined);
  return { why, check: why === undefined && ways.map !== undefined ? checking(ways.map, numbers.end) : undefined };
}

/** Streams are always referred to; a name is what it is. */
function once<Found>(known: Map<string, Found>, parts: readonly (PdfObject | undefined)[], find: () => Found): Found {
  const key = parts
    .map((part) => (part?.kind === "ref" ? part.num : part?.kind === "name" ? `/${part.value}` : ""))
    .join(" ");
  const found = known.get(key) ?? find();
  known.set(key, found);
  return found;
}

function checking(map: CodeMap | "identity", end = Number.POSITIVE_INFINITY): ShownFont["check"] {
  return (text, length) => {
    // Of half a code pdf.js shows the glyph of a number that begins so, and others that for what there is not.
    if (map === "identity" && length % 2 !== 0) return "text that is not in step with its codes";
    if (map === "identity" && end === Number.POSITIVE_INFINITY) return undefined;
    let last = -1;
    const note = (cid: number): void => {
      last = Math.max(last, cid);
    };
    if (map !== "identity") {
      const why = readCodes(map, text.subarray(0, length), note);
      if (why !== undefined) return why;
    } else for (let at = 0; at < length; at += 2) note(256 * (text[at] ?? 0) + (text[at + 1] ?? 0));
    return last >= end ? someGlyphs : undefined;
  };
}

function numbersOf(
  doc: PdfDocument,
  glyphs: PdfObject | undefined,
  [type1, program, compact]: readonly (PdfObject | undefined)[],
): Numbers {
  const count = doc.resolve(glyphs)?.kind === "stream" ? Math.floor(octetsOf(doc, glyphs).length / 2) : 0;
  if (count === 0) return {};
  if ([type1, compact].some((each) => doc.resolve(each) !== undefined)) return { why: someGlyphs };
  // Of glyphs behind the end of the map pdf.js shows none, and others those of the same number; of an empty one all do.
  const last = lastGlyph(octetsOf(doc, program));
  if (last === undefined) return { why: someGlyphs };
  return last < count ? {} : { end: count };
}

function waysOf(doc: PdfDocument, encoding: PdfObject | undefined): Ways {
  const name = nameOf(doc, encoding);
  // A name that none has, which poppler takes for one of them.
  if (name === "Identity") return { why: "codes by a name that there is not" };
  if (name === "Identity-H" || name === "Identity-V") return { map: "identity" };
  if (doc.resolve(encoding)?.kind !== "stream") return {};
  const octets = octetsOf(doc, encoding);
  const { entries } = dictionaryOf(doc, encoding);
  const isReadable = !entries.has("UseCMap") && octets.length <= octetsMax;
  const direction = numberOf(doc, entries.get("WMode")) ?? 0;
  const map = isReadable ? readCodeMap(Buffer.from(octets).toString("latin1"), direction) : undefined;
  return map === undefined ? { why: "a map of codes that is not written as all programs read it" } : { map };
}

/** Of a map of codes, which takes a tenth of a second then; that of a document's own characters has some kilobytes. */
const octetsMax = 250_000;

/** None of what cannot be read. */
function octetsOf(doc: PdfDocument, stored: PdfObject | undefined): Uint8Array {
  const stream = doc.resolve(stored);
  const octets = stream?.kind === "stream" ? unlessBroken(() => doc.decodeStream(stream)) : undefined;
  return octets ?? new Uint8Array(0);
}

/** The last glyph of a font that is not empty (ISO/IEC 14496-22 §5.3.3, §5.3.4), -1 where all are; undefined of what is no such font. */
function lastGlyph(program: Uint8Array): number | undefined {
  const tables = tablesOf(viewOf(program, 0, program.length));
  const [maxp, head, loca] = unlessBroken(() => [tables("maxp"), tables("head"), tables("loca")]) ?? [];
  if (!maxp || !head || !loca || maxp.byteLength < 6 || head.byteLength < 52) return undefined;
  const isLong = head.getInt16(50) === 1;
  const places = Math.floor(loca.byteLength / (isLong ? 4 : 2));
  const placeOf = (id: number): number => (isLong ? loca.getUint32(4 * id) : loca.getUint16(2 * id));
  for (let id = Math.min(maxp.getUint16(4), places - 1) - 1; id >= 0; id -= 1)
    if (placeOf(id) !== placeOf(id + 1)) return id;
  return -1;
}
