// Fonts whose glyphs are contents (Type 3, ISO 32000-2 §9.6.4).
import { dictionaryOf, nameOf } from "../pdf/access.ts";
import type { PdfObject } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { unlessBroken } from "../pdf/refusal.ts";

/** Whether glyphs of the font are contents, and one of them is more than a width. Fonts looked at before are in `known`, by number. */
export function isDrawnFont(doc: PdfDocument, stored: PdfObject | undefined, known: Map<number, boolean>): boolean {
  const { entries } = dictionaryOf(doc, stored);
  if (nameOf(doc, entries.get("Subtype")) !== "Type3") return false;
  const number = stored?.kind === "ref" ? stored.num : undefined;
  const found = number === undefined ? undefined : known.get(number);
  if (found !== undefined) return found;
  const glyphs = [...dictionaryOf(doc, entries.get("CharProcs")).entries.values()];
  // What scanners read is written in a font that shows nothing, over the picture.
  const isDrawn = glyphs.length > glyphsMax || glyphs.some((glyph) => !isEmpty(doc, glyph));
  if (number !== undefined) known.set(number, isDrawn);
  return isDrawn;
}

/** As many as there are codes (§9.6.4), and some that have none. */
const glyphsMax = 1_000;

function isEmpty(doc: PdfDocument, glyph: PdfObject): boolean {
  const stream = doc.resolve(glyph);
  if (stream?.kind !== "stream") return false;
  const octets = unlessBroken(() => doc.decodeStream(stream));
  return octets !== undefined && octets.length <= widthMax && onlyWidth.test(Buffer.from(octets).toString("latin1"));
}

const widthMax = 200;
const onlyWidth = /^[\s\d.+-]*(d0|d1)?[\sqQ]*$/;
