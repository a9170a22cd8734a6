// What an embedded font is drawn with: whether each character has one glyph, and how large glyphs are (ISO/IEC 14496-22 §5.3.4). What a
// font says of itself, /FontBBox for example, nobody draws by, and many fonts say nonsense: outlines are followed.

import { tablesOf, viewOf } from "../contents/truetype-tables.ts";
import { contradictsItself } from "../one-look/character-tables.ts";
import { dictionaryOf, itemsOf } from "../pdf/access.ts";
import type { PdfDict } from "../pdf/objects.ts";
import type { PdfDocument } from "../pdf/open-pdf.ts";
import { unlessBroken } from "../pdf/refusal.ts";

/** Glyphs that are smaller, or whose outlines are in another language, count as this, in square units of the font's size. */
const usual = 4;

/** The box around the largest glyph of a font, in square units of its size; and whether its tables of characters differ. */
export type FontProgram = { readonly box: number; readonly isContradictory: boolean };

const unknown: FontProgram = { box: usual, isContradictory: false };

/** What an embedded font is; those looked at before are in `known` by their numbers. */
export function fontProgram(doc: PdfDocument, font: PdfDict, known: Map<number, FontProgram>): FontProgram {
  const [descendant] = itemsOf(doc, font.entries.get("DescendantFonts"));
  const descriptor = (descendant === undefined ? font : dictionaryOf(doc, descendant)).entries.get("FontDescriptor");
  const program = dictionaryOf(doc, descriptor).entries.get("FontFile2");
  const stream = doc.resolve(program);
  if (program?.kind !== "ref" || stream?.kind !== "stream") return unknown;
  const found = known.get(program.num);
  if (found !== undefined) return found;
  const octets = unlessBroken(() => doc.decodeStream(stream)) ?? new Uint8Array(0);
  const measured = { box: Math.max(usual, largestOutline(octets)), isContradictory: contradictsItself(octets) };
  known.set(program.num, measured);
  return measured;
}

type Sides = readonly [left: number, bottom: number, right: number, top: number];
type Outlines = { readonly glyphOf: (id: number) => DataView; readonly known: Map<number, Sides>; left: number };

/** Parts of glyphs that are looked at: more no font has. */
const partsMax = 1_000_000;

function largestOutline(font: Uint8Array): number {
  const tables = tablesOf(viewOf(font, 0, font.length));
  const [head, loca, glyf] = [tables("head"), tables("loca"), tables("glyf")];
  if (head === undefined || loca === undefined || glyf === undefined || head.byteLength < 52) return 0;
  const isLong = head.getInt16(50) === 1;
  const placeOf = (id: number): number => (isLong ? loca.getUint32(4 * id) : 2 * loca.getUint16(2 * id));
  const outlines: Outlines = {
    glyphOf: (id) => viewOf(font, glyf.byteOffset - font.byteOffset + placeOf(id), placeOf(id + 1) - placeOf(id)),
    known: new Map(),
    left: partsMax,
  };
  const count = Math.floor(loca.byteLength / (isLong ? 4 : 2)) - 1;
  let most = 0;
  for (let id = 0; id < count; id += 1) {
    const [left, bottom, right, top] = sidesOf(outlines, id, 0);
    most = Math.max(most, (right - left) * (top - bottom));
  }
  return most / Math.max(1, head.getUint16(18)) ** 2;
}

const [noSides, deepest]: [Sides, number] = [[0, 0, 0, 0], 8];

/** The box around the points of a glyph, one that is damaged left out. */
function sidesOf(outlines: Outlines, id: number, depth: number): Sides {
  const found = outlines.known.get(id);
  if (found !== undefined || depth > deepest) return found ?? noSides;
  let sides = noSides;
  try {
    const glyph = outlines.glyphOf(id);
    if (glyph.byteLength >= 10)
      sides = glyph.getInt16(0) < 0 ? sidesOfParts(outlines, glyph, depth) : sidesOfPoints(glyph);
  } catch (fault) {
    // What a glyph lacks readers lack too.
    if (!(fault instanceof RangeError)) throw fault;
  }
  outlines.known.set(id, sides);
  return sides;
}

const [isShortX, isShortY, repeats, sameX, sameY] = [2, 4, 8, 16, 32];

function sidesOfPoints(glyph: DataView): Sides {
  const contours = glyph.getInt16(0);
  if (contours === 0) return noSides;
  const points = glyph.getUint16(8 + 2 * contours) + 1;
  let at = 12 + 2 * contours + glyph.getUint16(10 + 2 * contours);
  const flags: number[] = [];
  while (flags.length < points) {
    const flag = glyph.getUint8(at++);
    flags.push(flag);
    if ((flag & repeats) !== 0) for (let times = glyph.getUint8(at++); times > 0; times -= 1) flags.push(flag);
  }
  const along = (isShort: number, same: number): [number, number] => {
    let [value, least, most] = [0, 0, 0];
    for (const flag of flags.slice(0, points)) {
      if ((flag & isShort) !== 0) value += glyph.getUint8(at++) * ((flag & same) !== 0 ? 1 : -1);
      else if ((flag & same) === 0) {
        value += glyph.getInt16(at);
        at += 2;
      }
      [least, most] = [Math.min(least, value), Math.max(most, value)];
    }
    return [least, most];
  };
  const [left, right] = along(isShortX, sameX);
  const [bottom, top] = along(isShortY, sameY);
  return [left, bottom, right, top];
}

const [hasWords, isOffset, hasScale, goesOn, hasTwoScales, hasMatrix] = [1, 2, 8, 32, 64, 128];

function sidesOfParts(outlines: Outlines, glyph: DataView, depth: number): Sides {
  let sides = noSides;
  for (let [at, flags] = [10, goesOn]; (flags & goesOn) !== 0 && outlines.left > 0; outlines.left -= 1) {
    flags = glyph.getUint16(at);
    const part = sidesOf(outlines, glyph.getUint16(at + 2), depth + 1);
    const [dx, dy] =
      (flags & hasWords) !== 0
        ? [glyph.getInt16(at + 4), glyph.getInt16(at + 6)]
        : [glyph.getInt8(at + 4), glyph.getInt8(at + 5)];
    at += (flags & hasWords) !== 0 ? 8 : 6;
    const scales = (flags & hasMatrix) !== 0 ? 4 : (flags & hasTwoScales) !== 0 ? 2 : (flags & hasScale) !== 0 ? 1 : 0;
    let scale = scales === 0 ? 1 : 0;
    for (let i = 0; i < scales; i += 1, at += 2) scale += Math.abs(glyph.getInt16(at)) / 2 ** 14;
    const [x, y] = (flags & isOffset) !== 0 ? [dx, dy] : [0, 0];
    sides = [
      ...([Math.min(sides[0], scale * part[0] + x), Math.min(sides[1], scale * part[1] + y)] as const),
      ...([Math.max(sides[2], scale * part[2] + x), Math.max(sides[3], scale * part[3] + y)] as const),
    ];
  }
  return sides;
}
