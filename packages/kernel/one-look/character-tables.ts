// Which glyphs an embedded TrueType font has for characters (ISO/IEC 14496-22 §5.2.1). A font may have several tables; ISO 32000-2 §9.6.5.4
// says which one counts, by flags and encoding, and programs do not all follow it: where tables differ, an amount reads otherwise.
import { tablesOf, viewOf } from "../contents/truetype-tables.ts";

/** More tables no font has. */
const tablesMax = 16;
const [symbols, latin] = [0xf000, { first: 0x20, last: 0x7e, end: 0xff }];

/** The highest code that is asked for. */
const codeMax = symbols + latin.end;

type Find = (code: number) => number;

/** Whether two tables of a font (its octets, `sfnt`) have different glyphs for one character. */
export function contradictsItself(font: Uint8Array): boolean {
  const table = tablesOf(viewOf(font, 0, font.length))("cmap");
  if (table === undefined) return false;
  try {
    return differ(table);
  } catch (fault) {
    // A table that ends too early: programs read it as far as each of them likes.
    if (fault instanceof RangeError) return true;
    throw fault;
  }
}

function differ(table: DataView): boolean {
  const count = table.getUint16(2);
  if (count > tablesMax) return true;
  const found: (readonly [ofCodes: boolean, Map<number, number>])[] = [];
  for (let at = 4; at < 4 + 8 * count; at += 8) {
    const kind = `${table.getUint16(at)} ${table.getUint16(at + 2)}`;
    const part = new DataView(table.buffer, table.byteOffset + table.getUint32(at + 4), restOf(table, at));
    if (kind === "3 0") found.push([true, glyphsBy(finder(part), symbols)]);
    if (kind === "1 0") found.push([true, glyphsBy(finder(part), 0)]);
    if (kind === "3 1" || kind === "3 10" || kind.startsWith("0 ")) found.push([false, glyphsBy(finder(part), 0)]);
  }
  return found.some(([ofCodes, some], i) =>
    found.slice(i + 1).some(([others, more]) => {
      // What stands behind ASCII is another character in each encoding.
      const last = ofCodes === others ? latin.end : latin.last;
      return [...some].some(([code, glyph]) => code <= last && (more.get(code) ?? glyph) !== glyph);
    }),
  );
}

function restOf(table: DataView, at: number): number {
  const rest = table.byteLength - table.getUint32(at + 4);
  if (rest < 0) throw new RangeError("a table outside of its font");
  return rest;
}

/** By code what is there; of a table of symbols also what stands at the code itself (§9.6.5.4). */
function glyphsBy(find: Find, offset: number): Map<number, number> {
  const glyphs = new Map<number, number>();
  for (let code = latin.first; code <= latin.end; code += 1) {
    const glyph = find(offset + code) || find(code);
    if (glyph !== 0) glyphs.set(code, glyph);
  }
  return glyphs;
}

const nothing: Find = () => 0;

/** Of the formats that fonts within PDF have: 0, 4, 6 and 12; of others nothing is known. */
function finder(part: DataView): Find {
  switch (part.getUint16(0)) {
    case 0:
      return (code) => (code < 256 ? part.getUint8(6 + code) : 0);
    case 4:
      return segments(part);
    case 6: {
      const [first, count] = [part.getUint16(6), part.getUint16(8)];
      return (code) => (code >= first && code < first + count ? part.getUint16(10 + 2 * (code - first)) : 0);
    }
    case 12:
      return groups(part);
    default:
      return nothing;
  }
}

function segments(part: DataView): Find {
  const size = part.getUint16(6);
  const indexOf = firstReaching(size >> 1, (i) => part.getUint16(14 + 2 * i));
  return (code) => {
    const i = indexOf(code);
    if (i < 0) return 0;
    const start = part.getUint16(16 + size + 2 * i);
    if (start > code) return 0;
    const delta = part.getUint16(16 + 2 * size + 2 * i);
    const range = 16 + 3 * size + 2 * i;
    const offset = part.getUint16(range);
    if (offset === 0) return (code + delta) & 0xffff;
    const glyph = part.getUint16(range + offset + 2 * (code - start));
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  };
}

function groups(part: DataView): Find {
  const indexOf = firstReaching(part.getUint32(12), (i) => part.getUint32(20 + 12 * i));
  return (code) => {
    const at = 16 + 12 * indexOf(code);
    return at < 16 || part.getUint32(at) > code ? 0 : part.getUint32(at + 8) + code - part.getUint32(at);
  };
}

/** By code the first segment that does not end before it, which is the one that counts; -1 for none. */
function firstReaching(count: number, endOf: (i: number) => number): Find {
  // Only what ends behind all before it is ever the first; these rise, so that few are asked, however many there are.
  const [first, reach]: [number[], number[]] = [[], []];
  for (let i = 0; i < count && (reach.at(-1) ?? -1) < codeMax; i += 1) {
    if (endOf(i) <= (reach.at(-1) ?? -1)) continue;
    first.push(i);
    reach.push(endOf(i));
  }
  return (code) => {
    let [low, high] = [0, reach.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((reach[middle] ?? 0) < code) low = middle + 1;
      else high = middle;
    }
    return first[low] ?? -1;
  };
}
