// Maps from codes to numbers of glyphs that stand in the file (CMap, ISO 32000-2 §9.7.5), and the codes in text that is shown by them.
import { type Codes, type Mapped, readSections, type Sections } from "./cmap-sections.ts";

/** Ranges in which codes lie, and what they are, one behind the other: kept small, as a file may have many. */
export type CodeMap = {
  readonly spaces: readonly Codes[];
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly length: Uint8Array;
  /** `none` where codes are those of characters, or stand in two entries. */
  readonly cids: Int32Array;
};

/**
 * A map in which each code is in one way a code (§9.7.6.2); undefined where programs may read it otherwise. `direction` is what the stream
 * says beside it (0 across, 1 down).
 */
export function readCodeMap(written: string, direction: number): CodeMap | undefined {
  const sections = readSections(written, direction);
  if (sections === undefined || !isPlain(sections)) return undefined;
  const sorted = sections.mapped.toSorted((a, b) => a.from - b.from);
  return {
    spaces: sections.spaces,
    from: Uint32Array.from(sorted, ({ from }) => from),
    to: Uint32Array.from(sorted, ({ to }) => to),
    length: Uint8Array.from(sorted, ({ length }) => length),
    cids: cidsOf(sorted),
  };
}

/** Programs keep codes by number, of whatever length: which of two entries counts, they do not all say alike. */
function cidsOf(sorted: readonly Mapped[]): Int32Array {
  const cids = Int32Array.from(sorted, ({ cid }) => cid ?? none);
  let [end, widest] = [-1, -1];
  for (const [i, { from, to }] of sorted.entries()) {
    // Any other that reaches as far meets the widest, and was found then.
    if (from <= end) [cids[i], cids[widest]] = [none, none];
    if (to > end) [end, widest] = [to, i];
  }
  return cids;
}

const none = -1;
/** More than any script needs, and fewer than MuPDF keeps (39). */
const spacesMax = 30;
/** Programs write out every one: of all of four octets, poppler ends at the limit of its memory. */
const codesMax = 200_000;

function isPlain({ spaces, mapped }: Sections): boolean {
  if (spaces.length === 0 || spaces.length > spacesMax) return false;
  if (mapped.reduce((sum, { from, to }) => sum + to - from + 1, 0) > codesMax) return false;
  if (spaces.some((one, i) => spaces.slice(i + 1).some((other) => meet(one, other)))) return false;
  const inOrder = spaces.toSorted((a, b) => a.from - b.from);
  const isMixed = new Set(spaces.map(({ length }) => length)).size > 1;
  // poppler goes by these alone, MuPDF leaves one out that goes beyond the spaces.
  return mapped.every(
    (codes) => codes.cid === undefined || (isMixed ? isWithin(codes, spaces) : areCodes(codes, inOrder)),
  );
}

/** Whether all codes of a range lie within one space: beside codes of other lengths, one that does not is the beginning of one of those. */
const isWithin = (codes: Mapped, spaces: readonly Codes[]): boolean =>
  spaces.some((space) => {
    if (space.length !== codes.length || !has(space, codes.from) || !has(space, codes.to)) return false;
    let isSame = true;
    for (let i = 0; i < codes.length; i += 1) {
      if (!isSame && (octetOf(space, "from", i) !== 0 || octetOf(space, "to", i) !== 0xff)) return false;
      isSame &&= octetOf(codes, "from", i) === octetOf(codes, "to", i);
    }
    return true;
  });

/** Whether the first and the last are codes, and everything between them lies in one space or the next. */
function areCodes({ from, to }: Mapped, spaces: readonly Codes[]): boolean {
  if (!spaces.some((space) => has(space, from)) || !spaces.some((space) => has(space, to))) return false;
  let next = from;
  for (const space of spaces) if (space.from <= next && next <= space.to) next = space.to + 1;
  return next > to;
}

const octetOf = (codes: Codes, end: "from" | "to", i: number): number =>
  (codes[end] >>> (8 * (codes.length - 1 - i))) & 0xff;

/** Whether each octet lies within that of the range (§9.7.6.2). */
function has(space: Codes, code: number): boolean {
  for (let i = 0; i < space.length; i += 1) {
    const octet = (code >>> (8 * (space.length - 1 - i))) & 0xff;
    if (octet < octetOf(space, "from", i) || octet > octetOf(space, "to", i)) return false;
  }
  return true;
}

/** Whether a code of one may be the beginning of one of the other. */
function meet(one: Codes, other: Codes): boolean {
  for (let i = 0; i < Math.min(one.length, other.length); i += 1)
    if (octetOf(one, "from", i) > octetOf(other, "to", i) || octetOf(one, "to", i) < octetOf(other, "from", i))
      return false;
  return true;
}

/** What programs make different things of in a text, in words; `take` is given the numbers of its glyphs. */
export function readCodes(map: CodeMap, text: Uint8Array, take: (cid: number) => void): string | undefined {
  for (let at = 0; at < text.length; ) {
    const space = spaceAt(map, text, at);
    if (space === undefined) return "text that is not in step with its codes";
    const code = codeAt(text, at, space.length);
    const cid = cidOf(map, code, space.length);
    // For those poppler shows the glyph for what there is not, and pdf.js that of the same number.
    if (cid === undefined) return "text of codes that their map has not";
    take(cid);
    at += space.length;
  }
  return undefined;
}

const codeAt = (text: Uint8Array, at: number, length: number): number => {
  let code = 0;
  for (let i = at; i < at + length; i += 1) code = code * 256 + (text[i] ?? 0);
  return code;
};

/** Where the next code lies: browsers compare it as one number, which must not lead to another space. */
function spaceAt({ spaces }: CodeMap, text: Uint8Array, at: number): Codes | undefined {
  for (let length = 1; length <= 4 && at + length <= text.length; length += 1) {
    const code = codeAt(text, at, length);
    const [first, ...more] = spaces.filter(
      (space) => space.length === length && space.from <= code && code <= space.to,
    );
    if (first !== undefined) return [first, ...more].find((space) => has(space, code));
  }
  return undefined;
}

function cidOf({ from, to, length, cids }: CodeMap, code: number, octets: number): number | undefined {
  let [low, high] = [0, from.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((from[middle] ?? 0) <= code) low = middle + 1;
    else high = middle;
  }
  const i = low - 1;
  const [first, cid] = [from[i], cids[i]];
  if (first === undefined || cid === undefined || cid < 0 || code > (to[i] ?? 0) || length[i] !== octets)
    return undefined;
  return cid + code - first;
}
