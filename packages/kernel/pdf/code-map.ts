// Maps from codes to numbers of glyphs that stand in the file (CMap, ISO 32000-2 §9.7.5): whether all programs read the same in them.

type Codes = { readonly from: Buffer; readonly to: Buffer };

/**
 * Whether each code is in one way a code (§9.7.6.2), written so that no program can read it otherwise: what a map builds upon, or says of
 * codes that are none, not all programs follow. `direction` is what the stream says beside it (0 across, 1 down).
 */
export function isPlainMap(written: string, direction: number): boolean {
  const plain = written
    .replace(/%[^\r\n]*/g, " ")
    .replace(/\([^()\\]*\)/g, " ")
    .replace(/<<[^<>]*>>/g, " ");
  const [text = "", behind, ...more] = plain.split("endcmap");
  // Behind its end some read on.
  if (behind === undefined || more.length > 0 || /codespace|cid/.test(behind)) return false;
  // Blanks of Unicode are none in PostScript.
  if (/[()\\{}\u0080-\u00ff]|<<|>>|usecmap|(begin|end)(notdef|bf)/.test(text)) return false;
  const directions = [...text.matchAll(/\/WMode\s+(\S+)/g)].map(([, said]) => said);
  if (!(directions.length === 0 ? ["0"] : directions).every((said) => said === `${direction}` && /^[01]$/.test(said)))
    return false;
  const [spaces, ranges, chars] = [
    sectionsIn(text, "codespacerange"),
    sectionsIn(text, "cidrange"),
    sectionsIn(text, "cidchar"),
  ];
  if (!spaces?.length || !ranges || !chars || spaces.length > spacesMax) return false;
  const codes = [...ranges, ...chars];
  if (codes.reduce((sum, { from, to }) => sum + numberOf(to) - numberOf(from) + 1, 0) > codesMax) return false;
  if (sharesNumbers(codes)) return false;
  const isCode = (range: Codes): boolean => spaces.some((space) => has(space, range.from) && has(space, range.to));
  return codes.every(isCode) && spaces.every((one, i) => spaces.slice(i + 1).every((other) => !meet(one, other)));
}

/** More than any script needs. */
const spacesMax = 100;
/** Programs write out every one: of all of four octets, poppler ends at the limit of its memory. */
const codesMax = 200_000;

const numberOf = (code: Buffer): number => code.readUIntBE(0, code.length);

/** Whether there are codes of one number and of several lengths, which programs take for one. */
function sharesNumbers(codes: readonly Codes[]): boolean {
  const sorted = codes.toSorted((a, b) => numberOf(a.from) - numberOf(b.from));
  let [end, length] = [-1, 0];
  for (const { from, to } of sorted) {
    if (numberOf(from) <= end && from.length !== length) return true;
    if (numberOf(to) > end) [end, length] = [numberOf(to), from.length];
  }
  return false;
}

const hex = "<([0-9a-fA-F]+)>\\s*";
const entry = {
  codespacerange: new RegExp(`${hex}${hex}`, "y"),
  cidrange: new RegExp(`${hex}${hex}\\d+\\s*`, "y"),
  cidchar: new RegExp(`${hex}\\d+\\s*`, "y"),
} as const;

/** The codes of all sections of a kind; undefined where one is not just a number of entries, or an entry no codes of one to four octets. */
function sectionsIn(text: string, kind: keyof typeof entry): readonly Codes[] | undefined {
  const found: Codes[] = [];
  const parts = text.split(kind);
  // Before each stands `begin`, behind a number, or `end`, in turns.
  if (parts.length % 2 === 0) return undefined;
  for (const [i, part] of parts.slice(0, -1).entries()) {
    if (!(i % 2 === 0 ? /(^|\s)\d+\s+begin$/ : /(^|\s)end$/).test(part.slice(-40))) return undefined;
    if (i % 2 === 1 && !readEntries(part.slice(0, -"end".length), kind, found)) return undefined;
  }
  return found;
}

function readEntries(section: string, kind: keyof typeof entry, found: Codes[]): boolean {
  const read = entry[kind];
  read.lastIndex = section.length - section.trimStart().length;
  while (read.lastIndex < section.length) {
    const [, first = "", second = first] = (read.exec(section) ?? []).map((digits) => digits.toLowerCase());
    if (!/^(..){1,4}$/.test(first) || first.length !== second.length || first > second) return false;
    found.push({ from: Buffer.from(first, "hex"), to: Buffer.from(second, "hex") });
  }
  return true;
}

/** Each octet lies within that of the range (§9.7.6.2). */
const has = ({ from, to }: Codes, code: Buffer): boolean =>
  code.length === from.length && code.every((octet, i) => octet >= (from[i] ?? 256) && octet <= (to[i] ?? -1));

/** Whether a code of one may be the beginning of one of the other. */
const meet = (one: Codes, other: Codes): boolean =>
  one.from
    .subarray(0, Math.min(one.from.length, other.from.length))
    .every((octet, i) => octet <= (other.to[i] ?? -1) && (one.to[i] ?? -1) >= (other.from[i] ?? 256));
