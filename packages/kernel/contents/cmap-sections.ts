// What a map from codes to numbers of glyphs says that stands in the file (CMap, ISO 32000-2 §9.7.5), where it is written so that no
// program can read it otherwise.

/** Codes of so many octets, the first and the last as numbers. */
export type Codes = { readonly from: number; readonly to: number; readonly length: number };
/** The number of the first one's glyph; nothing where codes are those of characters (`bf`), which only some programs take for glyphs. */
export type Mapped = Codes & { readonly cid: number | undefined };
/** Ranges in which codes lie, and what they are. */
export type Sections = { readonly spaces: readonly Codes[]; readonly mapped: readonly Mapped[] };

/** What is written between the parts that all programs read alike; `direction` is what the stream says beside it (0 across, 1 down). */
export function readSections(written: string, direction: number): Sections | undefined {
  const plain = written
    .replace(/%[^\r\n]*/g, " ")
    .replace(/\([^()\\]*\)/g, " ")
    .replace(/<<[^<>]*>>/g, " ");
  const [text = "", behind, ...more] = plain.split("endcmap");
  // Behind its end some read on.
  if (behind === undefined || more.length > 0 || /codespace|cid|bf/.test(behind)) return undefined;
  // Blanks of Unicode are none in PostScript. What a map builds upon not all programs have.
  if (/[()\\{}\u0080-\u00ff]|<<|>>|usecmap/.test(text)) return undefined;
  const directions = [...text.matchAll(/\/WMode\s+(\S+)/g)].map(([, said]) => said);
  if (!(directions.length === 0 ? ["0"] : directions).every((said) => said === `${direction}` && /^[01]$/.test(said)))
    return undefined;
  const spaces = sectionsIn(text, "codespacerange");
  const mapped = (["cidrange", "cidchar", "bfrange", "bfchar"] as const).map((kind) => sectionsIn(text, kind));
  // Glyphs for codes that have none (§9.7.6.3): nobody shows them, but they are read past.
  const unmapped = (["notdefrange", "notdefchar"] as const).map((kind) => sectionsIn(text, kind));
  if (!spaces || [...mapped, ...unmapped].includes(undefined)) return undefined;
  return { spaces, mapped: mapped.flatMap((each) => each ?? []) };
}

const blank = "\\s*";
const hex = `<([0-9a-fA-F]+)>${blank}`;
/** One octet or two: pdf.js shows nothing of a font where a code is that of several characters. */
const character = `<([0-9a-fA-F]{2}|[0-9a-fA-F]{4})>${blank}`;
const decimal = `(\\d{1,5})(?![\\d.])${blank}`;
const entry = {
  codespacerange: new RegExp(`${hex}${hex}`, "y"),
  cidrange: new RegExp(`${hex}${hex}${decimal}`, "y"),
  cidchar: new RegExp(`${hex}()${decimal}`, "y"),
  notdefrange: new RegExp(`${hex}${hex}${decimal}`, "y"),
  notdefchar: new RegExp(`${hex}()${decimal}`, "y"),
  bfrange: new RegExp(`${hex}${hex}(?:${character}|\\[${blank}(?:${character})*\\]${blank})`, "y"),
  bfchar: new RegExp(`${hex}()${character}`, "y"),
} as const;
type Kind = keyof typeof entry;

/** Everything in the sections of a kind; undefined where one is not just a number of entries, or an entry no codes of one to four octets. */
function sectionsIn(text: string, kind: Kind): readonly Mapped[] | undefined {
  const found: Mapped[] = [];
  const parts = text.split(kind);
  // Before each stands `begin`, behind a number, or `end`, in turns.
  if (parts.length % 2 === 0) return undefined;
  for (const [i, part] of parts.slice(0, -1).entries()) {
    if (!(i % 2 === 0 ? /(^|\s)\d+\s+begin$/ : /(^|\s)end$/).test(part.slice(-40))) return undefined;
    if (i % 2 === 1 && !readEntries(part.slice(0, -"end".length), kind, found)) return undefined;
  }
  return found;
}

function readEntries(section: string, kind: Kind, found: Mapped[]): boolean {
  const read = entry[kind];
  read.lastIndex = section.length - section.trimStart().length;
  while (read.lastIndex < section.length) {
    const [, first = "", second, target = ""] = read.exec(section) ?? [];
    const last = second || first;
    const [from, to] = [Number.parseInt(first, 16), Number.parseInt(last, 16)];
    if (!/^(..){1,4}$/.test(first) || first.length !== last.length || !(from <= to)) return false;
    const isCharacter = kind === "bfrange" || kind === "bfchar";
    const number = Number.parseInt(target || "0", isCharacter ? 16 : 10);
    const most = isCharacter && target.length === 2 ? 0xff : 0xffff;
    // Past the last number, pdf.js shows nothing of the font.
    if (kind !== "codespacerange" && number + to - from > most) return false;
    found.push({ from, to, length: first.length / 2, cid: isCharacter ? undefined : number });
  }
  return true;
}
