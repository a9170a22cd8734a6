import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TextPiece } from "../reader/document-reader.ts";
import { findText } from "./find-text.ts";

const lines = (...texts: string[]): TextPiece[] => texts.map((text) => ({ text, endsLine: true }));
const pieces = (...texts: string[]): TextPiece[] => texts.map((text) => ({ text, endsLine: false }));

/** What a hit covers. */
function covered(within: readonly TextPiece[], query: string): string[] {
  return findText(within, query).map(({ from, to }) =>
    within
      .map(({ text }, at) => {
        if (at < from.piece || at > to.piece) return "";
        return text.slice(at === from.piece ? from.offset : 0, at === to.piece ? to.offset : undefined);
      })
      .join("|")
      .replace(/^\|+|\|+$/g, ""),
  );
}

describe("finding text on a page", () => {
  it.each<[string, TextPiece[], string, string[]]>([
    ["every hit", pieces("Miete und Miete"), "miete", ["Miete", "Miete"]],
    ["without accents, in either direction", pieces("Übergabe, Ubergabe"), "ubergäbe", ["Übergabe", "Ubergabe"]],
    ["sharp s as it is written", pieces("Größe"), "größe", ["Größe"]],
    ["a ligature", pieces("Haftpﬂicht"), "pflicht", ["pﬂicht"]],
    ["across pieces", pieces("Woh", "nung"), "wohnung", ["Woh|nung"]],
    ["across lines", lines("am ersten", "Februar"), "ersten februar", ["ersten|Februar"]],
    ["a word that is divided at a line's end", lines("die Heizkör-", "perventile"), "heizkörper", ["Heizkör-|per"]],
    ["but not a hyphen before a name", lines("Käthe-", "Maria"), "käthe- maria", ["Käthe-|Maria"]],
    ["whatever blanks there are", pieces("684,20\u00A0  €"), "684,20 €", ["684,20\u00A0  €"]],
    ["a character of two units", pieces("𝐀𝐁C"), "abc", ["𝐀𝐁C"]],
    ["one at the end of a hit", pieces("C𝐀𝐁"), "cab", ["C𝐀𝐁"]],
    ["nothing for nothing", pieces("abc"), "  ", []],
    ["nothing where it is not", pieces("abc"), "abd", []],
    ["no overlap", pieces("aaaa"), "aa", ["aa", "aa"]],
  ])("%s", (_, within, query, expected) => {
    expect(covered(within, query)).toEqual(expected);
  });

  it("finds any piece of a text in it, at a place that exists", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" }), { minLength: 1 }), fc.nat(), (texts, at) => {
        const within = pieces(...texts);
        const wanted = texts[at % texts.length] ?? "";
        const hits = findText(within, wanted);
        for (const { from, to } of hits) {
          expect(within[from.piece]?.text.length).toBeGreaterThan(from.offset);
          expect(within[to.piece]?.text.length).toBeGreaterThanOrEqual(to.offset);
        }
        const isWord = /^[\p{L}\p{N}]+$/u.test(wanted.normalize("NFKD").replace(/\p{M}/gu, ""));
        if (isWord) expect(hits.length).toBeGreaterThan(0);
      }),
    );
  });
});
