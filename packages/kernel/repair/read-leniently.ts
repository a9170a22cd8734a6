// Reads an indirect object of a damaged file (ISO 32000-2 §7.3.10): `endobj` may be missing, and a stream's /Length may be
// wrong or missing, because the words around its bytes say where they end (§7.3.8.1).
import type { ByteSource } from "../pdf/byte-source.ts";
import { expectWord, isWhitespace, readInteger, readObject, readWord } from "../pdf/lexer.ts";
import {
  afterKeyword,
  type Indirect,
  isEndstreamAt,
  type PdfFile,
  readWindow,
  streamOver,
} from "../pdf/read-indirect.ts";
import { broken, unlessBroken } from "../pdf/refusal.ts";
import { type WordFinder, wordFinder } from "./find-words.ts";

/** The indirect object at `offset`; a stream's end is looked for when /Length does not lead to it. @throws PdfRefusal FILE_BROKEN */
export function readLenientlyAt(file: PdfFile, offset: number): Indirect {
  return readWindow(file, offset, (cursor) => {
    const num = readInteger(cursor);
    const gen = readInteger(cursor);
    expectWord(cursor, "obj");
    const object = readObject(cursor);
    const end = offset + cursor.at;
    if (readWord(cursor) !== "stream" || object.kind !== "dict") return { num, gen, object, end };
    const start = offset + afterKeyword(cursor);
    const lengthOf = (): number => {
      const declared = unlessBroken(() => file.resolveLength(object.entries.get("Length")));
      const finder = wordFinder(file.source, streamEnds, file.budget.parse);
      const found = streamLength(file.source, { start, declared, finder });
      if (found === undefined) throw broken(`the stream of object ${num} does not end`);
      return found;
    };
    return { num, gen, object: streamOver(file.source, { dict: object, start, lengthOf }), end: start };
  });
}

/** The words that end a stream, for the finder given to `streamLength`. */
export const streamEnds: readonly string[] = ["endstream", "endobj"];

/** The length of a stream's bytes: the declared one when a word that ends a stream stands there, else up to the next one. */
export function streamLength(
  source: ByteSource,
  {
    start,
    declared,
    finder,
  }: { readonly start: number; readonly declared: number | undefined; readonly finder: WordFinder },
): number | undefined {
  if (declared !== undefined && isEndstreamAt(source, start + declared)) return declared;
  const found = finder(start);
  return found && found.at - start - lineEndBefore(source, start, found.at);
}

/** The end of line before `endstream` is not part of the bytes (§7.3.8.1). */
function lineEndBefore(source: ByteSource, start: number, at: number): number {
  const [before, last] = source.read(Math.max(start, at - 2), Math.min(2, at - start));
  if (last === undefined) return before === 10 || before === 13 ? 1 : 0;
  if (last !== 10) return last === 13 ? 1 : 0;
  return before === 13 ? 2 : 1;
}

/** The numbers before a keyword that ends at `end` of a window: `12 0 obj`. Undefined when none stand there. */
export function numbersBefore(
  window: Uint8Array,
  end: number,
): { num: number; gen: number; start: number } | undefined {
  const gen = numberBefore(window, blanksBefore(window, end));
  if (gen === undefined || gen.start === 0 || !isWhitespace(window[gen.start - 1])) return undefined;
  const num = numberBefore(window, blanksBefore(window, gen.start));
  return num && { num: num.value, gen: gen.value, start: num.start };
}

function blanksBefore(window: Uint8Array, end: number): number {
  let at = end;
  while (at > 0 && end - at < 16 && isWhitespace(window[at - 1])) at -= 1;
  return at;
}

function numberBefore(window: Uint8Array, end: number): { value: number; start: number } | undefined {
  let [start, value, unit] = [end, 0, 1];
  for (
    let byte = window[start - 1] ?? 0;
    byte >= 0x30 && byte <= 0x39 && end - start < 10;
    byte = window[start - 1] ?? 0
  ) {
    value += (byte - 0x30) * unit;
    unit *= 10;
    start -= 1;
  }
  return start === end ? undefined : { value, start };
}
