// Composite fonts (ISO 32000-2 §9.7): ways from codes to glyphs that programs make different things of.
import { dictionaryOf, itemsOf } from "./access.ts";
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

function meaninglessIn(doc: PdfDocument, parts: Parts): string | undefined {
  const glyphs = octetsOf(doc, parts.glyphs)?.length ?? 0;
  const program = glyphs === 0 ? undefined : octetsOf(doc, parts.program);
  // Of glyphs behind the end of the map pdf.js shows none, and others those of the same number; of an empty one all do.
  if (program !== undefined && Math.floor(glyphs / 2) < glyphCount(program)) return "a map of some of a font's glyphs";
  const codes = octetsOf(doc, parts.encoding);
  if (codes === undefined) return undefined;
  const buildsUpon = dictionaryOf(doc, parts.encoding).entries.has("UseCMap");
  return buildsUpon || codes.length > octetsMax || !isPlainMap(Buffer.from(codes).toString("latin1"))
    ? "codes that are of several lengths at once, or of none"
    : undefined;
}

/** Of a map of codes; the largest that are published have half of it. */
const octetsMax = 1_000_000;

function octetsOf(doc: PdfDocument, stored: PdfObject | undefined): Uint8Array | undefined {
  const stream = doc.resolve(stored);
  return stream?.kind === "stream" ? unlessBroken(() => doc.decodeStream(stream)) : undefined;
}

/** ISO/IEC 14496-22 §5.2.6. */
function glyphCount(program: Uint8Array): number {
  const maxp = unlessBroken(() => tablesOf(viewOf(program, 0, program.length))("maxp"));
  return maxp === undefined || maxp.byteLength < 6 ? 0 : maxp.getUint16(4);
}

type Codes = { readonly from: Buffer; readonly to: Buffer };

/** Whether each code is in one way a code (§9.7.6.2): what a map builds upon, or says of codes that are none, not all programs follow. */
function isPlainMap(written: string): boolean {
  const text = written.replace(/%[^\r\n]*/g, "");
  if (/\b(usecmap|beginnotdef(range|char)|beginbf(range|char))\b/.test(text)) return false;
  const spaces = rangesIn(text, "codespace");
  const ranges = [...rangesIn(text, "cid"), ...charsIn(text)];
  if (spaces.length === 0 || spaces.length > spacesMax) return false;
  const isCode = (range: Codes): boolean => spaces.some((space) => has(space, range.from) && has(space, range.to));
  return ranges.every(isCode) && spaces.every((one, i) => spaces.slice(i + 1).every((other) => !meet(one, other)));
}

/** More than any script needs. */
const spacesMax = 16;

const rangesIn = (text: string, kind: "codespace" | "cid"): readonly Codes[] =>
  sectionsIn(text, `${kind}range`).flatMap((section) =>
    [...section.matchAll(/<([0-9a-f\s]*)>\s*<([0-9a-f\s]*)>/gi)].map(([, from = "", to = ""]) => ({
      from: octetsIn(from),
      to: octetsIn(to),
    })),
  );

const charsIn = (text: string): readonly Codes[] =>
  sectionsIn(text, "cidchar").flatMap((section) =>
    [...section.matchAll(/<([0-9a-f\s]*)>/gi)].map(([, code = ""]) => ({ from: octetsIn(code), to: octetsIn(code) })),
  );

const sectionsIn = (text: string, kind: string): readonly string[] =>
  text
    .split(`begin${kind}`)
    .slice(1)
    .map((rest) => rest.split(`end${kind}`)[0] ?? "");

const octetsIn = (hex: string): Buffer => Buffer.from(hex.replace(/\s/g, ""), "hex");

/** Each octet lies within that of the range (§9.7.6.2). */
const has = ({ from, to }: Codes, code: Buffer): boolean =>
  code.length === from.length && code.every((octet, i) => octet >= (from[i] ?? 256) && octet <= (to[i] ?? -1));

/** Whether a code of one may be the beginning of one of the other. */
const meet = (one: Codes, other: Codes): boolean =>
  one.from
    .subarray(0, Math.min(one.from.length, other.from.length))
    .every((octet, i) => octet <= (other.to[i] ?? -1) && (one.to[i] ?? -1) >= (other.from[i] ?? 256));
