// Composite fonts (ISO 32000-2 §9.7): ways from codes to glyphs that programs make different things of.
import { dictionaryOf, itemsOf, numberOf } from "./access.ts";
import type { PdfDict, PdfObject } from "./objects.ts";
import type { PdfDocument } from "./open-pdf.ts";
import { unlessBroken } from "./refusal.ts";
import { tablesOf, viewOf } from "./truetype-tables.ts";

/** What was found in composite fonts, by the objects that they are made of. */
export type Composites = Map<string, string | undefined>;

/** What programs make different things of in a composite font, in words; nothing in any other. Those looked at before are in `known`. */
export function meaninglessComposite(doc: PdfDocument, font: PdfDict, known: Composites): string | undefined {
  const [first] = itemsOf(doc, font.entries.get("DescendantFonts"));
  if (first === undefined) return undefined;
  const descendant = dictionaryOf(doc, first).entries;
  const program = dictionaryOf(doc, descendant.get("FontDescriptor")).entries.get("FontFile2");
  const parts = { encoding: font.entries.get("Encoding"), glyphs: descendant.get("CIDToGIDMap"), program };
  const key = Object.values(parts)
    .map((part) => (part?.kind === "ref" ? part.num : ""))
    .join(" ");
  if (!known.has(key)) known.set(key, meaninglessIn(doc, parts));
  return known.get(key);
}

type Parts = Readonly<Record<"encoding" | "glyphs" | "program", PdfObject | undefined>>;

function meaninglessIn(doc: PdfDocument, { encoding, glyphs, program }: Parts): string | undefined {
  const map = doc.resolve(glyphs)?.kind === "stream" ? octetsOf(doc, glyphs).length : 0;
  // Of glyphs behind the end of the map pdf.js shows none, and others those of the same number; of an empty one all do.
  if (map > 0 && Math.floor(map / 2) < glyphCount(octetsOf(doc, program))) return "a map of some of a font's glyphs";
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

/** ISO/IEC 14496-22 §5.2.6. */
function glyphCount(program: Uint8Array): number {
  const maxp = unlessBroken(() => tablesOf(viewOf(program, 0, program.length))("maxp"));
  return maxp === undefined || maxp.byteLength < 6 ? 0 : maxp.getUint16(4);
}

type Codes = { readonly from: Buffer; readonly to: Buffer };

/**
 * Whether each code is in one way a code (§9.7.6.2), written so that no program can read it otherwise: what a map builds upon, or says of
 * codes that are none, not all programs follow. `direction` is what the stream says beside it (0 across, 1 down).
 */
function isPlainMap(written: string, direction: number): boolean {
  const text = written.replace(/%[^\r\n]*/g, " ").replace(/\([^()\\]*\)/g, " ");
  if (/[()\\]|usecmap|(begin|end)(notdef|bf)/.test(text)) return false;
  if (Number(/\/WMode\s+(\S+)/.exec(text)?.[1] ?? 0) !== direction) return false;
  const [spaces, ranges, chars] = [
    sectionsIn(text, "codespacerange"),
    sectionsIn(text, "cidrange"),
    sectionsIn(text, "cidchar"),
  ];
  if (!spaces?.length || !ranges || !chars || spaces.length > spacesMax) return false;
  const isCode = (range: Codes): boolean => spaces.some((space) => has(space, range.from) && has(space, range.to));
  return (
    [...ranges, ...chars].every(isCode) &&
    spaces.every((one, i) => spaces.slice(i + 1).every((other) => !meet(one, other)))
  );
}

/** More than any script needs. */
const spacesMax = 16;

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
