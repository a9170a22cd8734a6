// Names in contents (ISO 32000-2 §7.8.2), found without reading operators: contents may be anything.
import { isDelimiter, isWhitespace, latin1 } from "../pdf/lexer.ts";

/** How often each name that is wanted stands in contents, wherever it does; past `most` in all nothing is counted any more. */
export function namesIn(bytes: Uint8Array, isWanted: (name: string) => boolean, most: number): Map<string, number> {
  const counts = new Map<string, number>();
  let counted = 0;
  for (let at = bytes.indexOf(0x2f); at >= 0; ) {
    let end = at + 1;
    while (end < bytes.length && !isWhitespace(bytes[end]) && !isDelimiter(bytes[end])) end += 1;
    const name = nameIn(bytes, at + 1, end);
    if (isWanted(name)) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      counted += 1;
      if (counted > most) return counts;
    }
    at = bytes.indexOf(0x2f, end);
  }
  return counts;
}

/** The name between two places behind its slash, `#` escapes undone. */
export function nameIn(bytes: Uint8Array, start: number, end: number): string {
  const raw = latin1(bytes, start, end);
  if (!raw.includes("#")) return raw;
  return raw.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Whether contents begin with what would go on with a word before them. */
export const goesOn = (bytes: Uint8Array): boolean => !isWhitespace(bytes[0]) && !isDelimiter(bytes[0]);

/** Whether contents end within a name. */
export function opensName(bytes: Uint8Array): boolean {
  let at = bytes.length - 1;
  while (at >= 0 && !isWhitespace(bytes[at]) && !isDelimiter(bytes[at])) at -= 1;
  return bytes[at] === 0x2f;
}
