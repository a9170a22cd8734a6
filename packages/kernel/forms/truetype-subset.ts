// Subsets of TrueType fonts for embedding (ISO 32000-2 §9.9; tables as in ISO/IEC 14496-22 §5). Outlines are copied
// unchanged. Hinting instructions are left out: they are half of a subset, and only improve text on old screens.

/** A font that subsets are cut of. */
export type TrueTypeFont = {
  /**
   * The program in which a glyph's id is its place in `glyphIds`, which begins with 0; parts they are made of follow.
   * @throws TypeError for an id that stands there twice, or that no glyph of the font has
   */
  readonly cut: (glyphIds: readonly number[]) => Uint8Array;
};

/** A glyph without its instructions, and where in it the glyphs stand that it is made of. */
type Outline = {
  readonly bytes: Uint8Array;
  readonly parts: readonly { readonly at: number; readonly id: number }[];
};

/** What subsets take over of their font. */
type Tables = {
  readonly head: Uint8Array;
  readonly hhea: Uint8Array;
  readonly maxp: Uint8Array;
  readonly metrics: (id: number) => Metrics;
  readonly outline: (id: number) => Outline;
};
type Metrics = { readonly advance: number; readonly bearing: number };

/** Opens a font with outlines of its own in one file. @throws TypeError for any other */
export function openTrueType(font: Uint8Array): TrueTypeFont {
  const tables = readTables(font);
  return { cut: (glyphIds) => writeSubset(tables, glyphIds) };
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

function readTables(font: Uint8Array): Tables {
  const directory = viewOf(font);
  const places = new Map<string, Uint8Array>();
  for (let at = 12; at < 12 + 16 * directory.getUint16(4); at += 16) {
    const tag = Buffer.from(font.subarray(at, at + 4)).toString("latin1");
    const offset = directory.getUint32(at + 8);
    places.set(tag, font.subarray(offset, offset + directory.getUint32(at + 12)));
  }
  const table = (tag: string): Uint8Array => {
    const found = places.get(tag);
    if (found === undefined) throw new TypeError(`a TrueType font without a table ${tag}`);
    return found;
  };
  const [head, hhea, glyf] = [table("head"), table("hhea"), table("glyf")];
  const isLong = viewOf(head).getInt16(50) === 1;
  const loca = viewOf(table("loca"));
  const placeOf = (id: number): number => (isLong ? loca.getUint32(4 * id) : 2 * loca.getUint16(2 * id));
  const outlines = new Map<number, Outline>();
  return {
    head,
    hhea,
    maxp: table("maxp"),
    metrics: metricsIn(viewOf(table("hmtx")), viewOf(hhea).getUint16(34)),
    outline: (id) => {
      const outline = outlines.get(id) ?? withoutInstructions(glyf.subarray(placeOf(id), placeOf(id + 1)));
      outlines.set(id, outline);
      return outline;
    },
  };
}

/** §5.2.6: the last glyphs share one advance width, and have a bearing each. */
function metricsIn(hmtx: DataView, longMetrics: number): Tables["metrics"] {
  return (id) => ({
    advance: hmtx.getUint16(4 * Math.min(id, longMetrics - 1)),
    bearing: hmtx.getInt16(id < longMetrics ? 4 * id + 2 : 2 * (longMetrics + id)),
  });
}

function withoutInstructions(glyph: Uint8Array): Outline {
  if (glyph.length === 0) return { bytes: glyph, parts: [] };
  const view = viewOf(glyph);
  const contours = view.getInt16(0);
  if (contours < 0) return compositeOf(glyph);
  const lengthAt = 10 + 2 * contours;
  const points = glyph.subarray(lengthAt + 2 + view.getUint16(lengthAt));
  return { bytes: Buffer.concat([glyph.subarray(0, lengthAt), new Uint8Array(2), points]), parts: [] };
}

// Flags of a part, ISO/IEC 14496-22 §5.3.3.
const wide_arguments = 0x1;
const one_scale = 0x8;
const more_parts = 0x20;
const two_scales = 0x40;
const matrix = 0x80;
const instructions = 0x100;

function compositeOf(glyph: Uint8Array): Outline {
  const bytes = Uint8Array.from(glyph);
  const view = viewOf(bytes);
  const parts: { at: number; id: number }[] = [];
  let at = 10;
  for (let flags = more_parts; (flags & more_parts) !== 0; ) {
    flags = view.getUint16(at);
    view.setUint16(at, flags & ~instructions);
    parts.push({ at: at + 2, id: view.getUint16(at + 2) });
    at += 4 + ((flags & wide_arguments) === 0 ? 2 : 4);
    if ((flags & one_scale) !== 0) at += 2;
    else if ((flags & two_scales) !== 0) at += 4;
    else if ((flags & matrix) !== 0) at += 8;
  }
  return { bytes: bytes.subarray(0, at), parts };
}

function writeSubset(font: Tables, glyphIds: readonly number[]): Uint8Array {
  const places = new Map(glyphIds.map((id, place) => [id, place]));
  const numGlyphs = viewOf(font.maxp).getUint16(4);
  const unknown = glyphIds.find((id) => !(Number.isInteger(id) && id >= 0 && id < numGlyphs));
  if (unknown !== undefined) throw new TypeError(`a font of ${numGlyphs} glyphs has none with the id ${unknown}`);
  if (places.size < glyphIds.length) throw new TypeError("a glyph that is cut twice");
  const placeOf = (id: number): number => {
    const place = places.get(id) ?? places.size;
    places.set(id, place);
    return place;
  };
  const glyphs: Uint8Array[] = [];
  // A glyph that others need is added to the places while they are gone through.
  for (const id of places.keys()) {
    const { bytes, parts } = font.outline(id);
    if (parts.length === 0) glyphs.push(bytes);
    else {
      const own = Uint8Array.from(bytes);
      for (const part of parts) viewOf(own).setUint16(part.at, placeOf(part.id));
      glyphs.push(own);
    }
  }
  return writeFont({
    glyf: joined(glyphs),
    head: changed(font.head, (view) => {
      view.setUint32(8, 0);
      view.setInt16(50, 1);
    }),
    hhea: changed(font.hhea, (view) => view.setUint16(34, glyphs.length)),
    hmtx: metricsOf([...places.keys()].map(font.metrics)),
    loca: placesOf(glyphs),
    maxp: changed(font.maxp, (view) => view.setUint16(4, glyphs.length)),
  });
}

function changed(table: Uint8Array, change: (view: DataView) => void): Uint8Array {
  const copy = Uint8Array.from(table);
  change(viewOf(copy));
  return copy;
}

const padded = (length: number): number => (length + 3) & ~3;

/** One behind the other, each at a multiple of four bytes. */
function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + padded(length), 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += padded(part.length);
  }
  return all;
}

function placesOf(glyphs: readonly Uint8Array[]): Uint8Array {
  const loca = new Uint8Array(4 * (glyphs.length + 1));
  const view = viewOf(loca);
  let at = 0;
  for (const [i, { length }] of glyphs.entries()) {
    at += padded(length);
    view.setUint32(4 * (i + 1), at);
  }
  return loca;
}

function metricsOf(metrics: readonly Metrics[]): Uint8Array {
  const hmtx = new Uint8Array(4 * metrics.length);
  const view = viewOf(hmtx);
  for (const [i, { advance, bearing }] of metrics.entries()) {
    view.setUint16(4 * i, advance);
    view.setInt16(4 * i + 2, bearing);
  }
  return hmtx;
}

/** §4.3: the directory, sorted by tag, with a sum of each table; then the tables. */
function writeFont(tables: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const sorted = Object.entries(tables).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const directory = new Uint8Array(12 + 16 * sorted.length);
  const view = viewOf(directory);
  const power = Math.floor(Math.log2(sorted.length));
  view.setUint32(0, 0x00010000);
  view.setUint16(4, sorted.length);
  view.setUint16(6, 16 * 2 ** power);
  view.setUint16(8, power);
  view.setUint16(10, 16 * (sorted.length - 2 ** power));
  let at = directory.length;
  let headAt = 0;
  for (const [i, [tag, table]] of sorted.entries()) {
    if (tag === "head") headAt = at;
    const record = 12 + 16 * i;
    directory.set(Buffer.from(tag, "latin1"), record);
    view.setUint32(record + 4, sumOf(table));
    view.setUint32(record + 8, at);
    view.setUint32(record + 12, table.length);
    at += padded(table.length);
  }
  const font = joined([directory, ...sorted.map(([, table]) => table)]);
  viewOf(font).setUint32(headAt + 8, (0xb1b0afba - sumOf(font)) >>> 0);
  return font;
}

/** The sum of a table's words, the last of them filled up with zeros. */
function sumOf(table: Uint8Array): number {
  const view = viewOf(table.length % 4 === 0 ? table : joined([table]));
  let sum = 0;
  for (let at = 0; at < view.byteLength; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
}
