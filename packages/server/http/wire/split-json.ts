/**
 * Takes documents out of a JSON text while it arrives: 60 MB of base64 in one string would be copied, searched and parsed in turns
 * of hundreds of milliseconds, and what stands beside documents is small. Nothing is looked at twice.
 */

/** What a text is without the strings that are values of `content`: each is its number among `contents` there. */
export type SplitJson = {
  readonly rest: Buffer;
  readonly contents: readonly string[];
  /** The last member named before the first string of too many octets; null where there is none. */
  readonly overlong: string | null;
};

/** Why a text was not split: too much beside its contents, too many names of members, a content with what base64 never has. */
export type UnsplitJson = "TOO_LONG" | "TOO_MANY_NAMES" | "NOT_BASE64";

/** Takes a text in parts, which it keeps nothing of. */
export type JsonSplitter = {
  readonly add: (part: Uint8Array) => void;
  readonly end: () => SplitJson | UnsplitJson;
};

/** `namesMax`: a parser keeps each name that it has not met before, which takes longer than any other octets do. */
type Limits = { readonly restOctetsMax: number; readonly stringOctetsMax: number; readonly namesMax: number };
type Place = { readonly begin: number; readonly end: number };

/** Where reading stands; places count the octets of the rest, kept or not. */
type Reading = {
  readonly limits: Limits;
  readonly contents: string[];
  readonly names: Set<string>;
  rest: Buffer;
  size: number;
  /** The first octet of the string that is being read, -1 outside of one. */
  begin: number;
  isEscaped: boolean;
  /** The last string outside of contents, the last one before a colon, and whether a value of `content` would follow. */
  last: Place;
  named: Place;
  isContentNext: boolean;
  overlong: string | null;
  /** In a content: the beginning of an escape that goes on in the next block. */
  held: string | null;
  isNotBase64: boolean;
};

// Parts may be of one octet each, and a string of sixty million pieces would be a hundred times as large.
const block_octets = 64 * 1024;
const [quote, backslash, colon, comma, brace, bracket] = [0x22, 0x5c, 0x3a, 0x2c, 0x7b, 0x5b];
/** `\u002b`, and the name `content` where each of its letters is written like that. */
const escapeLength = 6;
const nameLength = 7 * escapeLength;

/** Begins to split one text. */
export function splitJson(limits: Limits): JsonSplitter {
  const nowhere = { begin: 0, end: 0 };
  const reading: Reading = {
    ...{ limits, contents: [], names: new Set<string>(), rest: Buffer.alloc(0), size: 0, begin: -1, isEscaped: false },
    ...{ last: nowhere, named: nowhere, isContentNext: false, overlong: null, held: null, isNotBase64: false },
  };
  const block = Buffer.allocUnsafe(block_octets);
  let filled = 0;
  const read = (): void => {
    readBlock(reading, block.subarray(0, filled));
    filled = 0;
  };
  return {
    add: (part) => {
      for (let at = 0; at < part.length; ) {
        const taken = part.subarray(at, at + block_octets - filled);
        block.set(taken, filled);
        filled += taken.length;
        at += taken.length;
        if (filled === block_octets) read();
      }
    },
    end: () => {
      read();
      return splitOf(reading);
    },
  };
}

function readBlock(reading: Reading, octets: Buffer): void {
  for (let at = 0; at < octets.length && !isOver(reading); )
    at = reading.held === null ? readRest(reading, octets, at) : readContent(reading, octets, at);
}

/** Nothing that follows changes what is answered; a string is read on, so that its member can be named. */
function isOver(reading: Reading): boolean {
  if (reading.begin >= 0) noteLength(reading, reading.size);
  const isDone = reading.begin < 0 || reading.overlong !== null;
  return (
    reading.isNotBase64 ||
    reading.names.size > reading.limits.namesMax ||
    (isDone && reading.size > reading.limits.restOctetsMax)
  );
}

function splitOf(reading: Reading): SplitJson | UnsplitJson {
  const { rest, size, contents, limits, overlong } = reading;
  if (reading.isNotBase64) return "NOT_BASE64";
  if (reading.names.size > limits.namesMax) return "TOO_MANY_NAMES";
  if (size > limits.restOctetsMax && overlong === null) return "TOO_LONG";
  return { rest: rest.subarray(0, size), contents, overlong };
}

/** Reads up to a content or the end of the block, and answers where. */
function readRest(reading: Reading, octets: Buffer, from: number): number {
  const offset = reading.size - from;
  let kept = from;
  for (let at = from; at < octets.length; at += 1) {
    const octet = octets[at];
    if (reading.begin >= 0) readString(reading, octet, offset + at);
    else if (octet === quote) {
      reading.begin = offset + at + 1;
      if (!reading.isContentNext) continue;
      keep(reading, octets.subarray(kept, at + 1));
      beginContent(reading);
      return at + 1;
    } else if (octet === colon) {
      keep(reading, octets.subarray(kept, at));
      kept = at;
      nameMember(reading);
    } else if (octet === comma || octet === brace || octet === bracket) reading.isContentNext = false;
  }
  keep(reading, octets.subarray(kept));
  return octets.length;
}

function readString(reading: Reading, octet: number | undefined, place: number): void {
  if (reading.isEscaped) reading.isEscaped = false;
  else if (octet === backslash) reading.isEscaped = true;
  else if (octet === quote) {
    noteLength(reading, place);
    reading.last = { begin: reading.begin, end: place };
    reading.begin = -1;
  }
}

function noteLength(reading: Reading, end: number): void {
  if (reading.overlong !== null || end - reading.begin <= reading.limits.stringOctetsMax) return;
  const { begin, end: nameEnd } = reading.named;
  reading.overlong = reading.rest.toString("utf8", begin, Math.min(nameEnd, reading.rest.length));
}

function nameMember(reading: Reading): void {
  const { last, rest, names } = reading;
  if (last === reading.named) return;
  reading.named = last;
  const name = rest.toString("utf8", last.begin, last.end);
  names.add(name);
  reading.isContentNext = isContent(name);
}

/** Each letter may be written as an escape (RFC 8259 §7). */
function isContent(name: string): boolean {
  return (
    name === "content" || (name.length <= nameLength && name.includes("\\u") && withoutEscapes(name) === "content")
  );
}

function keep(reading: Reading, octets: Buffer): void {
  const room = reading.limits.restOctetsMax - reading.size;
  if (room > 0 && octets.length > 0) {
    const needed = reading.size + Math.min(room, octets.length);
    if (needed > reading.rest.length) reading.rest = grown(reading, needed);
    octets.copy(reading.rest, reading.size, 0, room);
  }
  reading.size += octets.length;
}

function grown({ rest, size, limits }: Reading, needed: number): Buffer {
  const larger = Buffer.alloc(Math.min(limits.restOctetsMax, Math.max(needed, 2 * rest.length, block_octets)));
  rest.copy(larger, 0, 0, size);
  return larger;
}

function beginContent(reading: Reading): void {
  keep(reading, Buffer.from(`${reading.contents.length}`));
  reading.contents.push("");
  reading.begin = -1;
  reading.isContentNext = false;
  reading.held = "";
}

/** Reads up to the end of a content or of the block, and answers where. A quote is never escaped: no base64 has one. */
function readContent(reading: Reading, octets: Buffer, from: number): number {
  const end = octets.indexOf(quote, from);
  let text = reading.held + octets.toString("latin1", from, end < 0 ? octets.length : end);
  reading.held = null;
  if (end < 0) {
    const cut = text.indexOf("\\", text.length - escapeLength + 1);
    reading.held = cut < 0 ? "" : text.slice(cut);
    if (cut >= 0) text = text.slice(0, cut);
  } else keep(reading, octets.subarray(end, end + 1));
  if (text.includes("\\")) text = withoutEscapes(text);
  // What is none in another way is found out where it is decoded, without a search for where it ends.
  reading.isNotBase64 = text.includes("\\");
  const at = reading.contents.length - 1;
  reading.contents[at] = (reading.contents[at] ?? "") + text;
  return end < 0 ? octets.length : end + 1;
}

function withoutEscapes(text: string): string {
  return text.replace(/\\(?:\/|u([0-9a-fA-F]{4}))/g, (_, hex?: string) =>
    hex === undefined ? "/" : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
