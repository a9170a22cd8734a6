/** Finds words in the text of a page: case, accents, line ends and hyphens at them do not matter. Pure. */
import type { TextPiece } from "../reader/document-reader.ts";

/** A place in a page's pieces: the piece and the offset in its text. */
export type TextPlace = { readonly piece: number; readonly offset: number };

/** One hit, from the first character up to behind the last. */
export type Hit = { readonly from: TextPlace; readonly to: TextPlace };

type Source = TextPlace & { readonly end: number };
type Folded = { readonly text: string; readonly places: readonly Source[] };

/** Every hit on a page, in order, none in another. */
export function findText(pieces: readonly TextPiece[], query: string): readonly Hit[] {
  const wanted = fold([{ text: query, endsLine: false }]).text.trim();
  if (wanted === "") return [];
  const { text, places } = fold(pieces);
  const hits: Hit[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    const [from, last] = [places[at], places[at + wanted.length - 1]];
    if (from === undefined || last === undefined) break;
    hits.push({ from: { piece: from.piece, offset: from.offset }, to: { piece: last.piece, offset: last.end } });
  }
  return hits;
}

/** Lower case without accents, one blank between words; each character knows where it came from. */
function fold(pieces: readonly TextPiece[]): Folded {
  let text = "";
  const places: Source[] = [];
  const add = (characters: string, place: Source): void => {
    for (const character of characters) {
      const isBlank = /\s/u.test(character);
      if (isBlank && (text === "" || text.endsWith(" "))) continue;
      const written = isBlank ? " " : character;
      text += written;
      for (let unit = 0; unit < written.length; unit += 1) places.push(place);
    }
  };
  for (const [piece, { text: written, endsLine }] of pieces.entries()) {
    let offset = 0;
    for (const character of written) {
      // U+00AD and combining marks are not typed by who searches.
      add(
        character
          .normalize("NFKD")
          .replace(/[\p{M}\u00AD]/gu, "")
          .toLowerCase(),
        {
          piece,
          offset,
          end: offset + character.length,
        },
      );
      offset += character.length;
    }
    if (!endsLine) continue;
    if (/\p{L}-$/u.test(text) && /^\p{Ll}/u.test(pieces[piece + 1]?.text ?? "")) {
      text = text.slice(0, -1);
      places.pop();
    } else add(" ", { piece, offset: Math.max(0, offset - 1), end: offset });
  }
  return { text, places };
}
