import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldName, sameName } from "./fold-name.ts";

const same: ReadonlyArray<[string, string, string, string, string]> = [
  ["umlaut written out", "Jürgen", "Müller", "Juergen", "Mueller"],
  ["umlaut dropped", "Jürgen", "Müller", "Jurgen", "Muller"],
  ["sharp s", "Anna", "Groß", "ANNA", "GROSS"],
  ["decomposed letters", "Zoe\u0308", "A\u030Angstro\u0308m", "Zoë", "Ångström"],
  ["titles", "Prof. Dr. Eva", "Lang", "Eva", "Lang"],
  ["hyphen and space", "Karl-Heinz", "de Vries", "Karl Heinz", "De-Vries"],
  ["apostrophes", "Sean", "O’Neill", "Sean", "O'Neill"],
  ["Polish l", "Łukasz", "Żak", "Lukasz", "Zak"],
];
const other: ReadonlyArray<[string, string, string, string, string]> = [
  ["another first name", "Anna", "Berg", "Anne", "Berg"],
  ["von is part of the name", "Otto", "von Berg", "Otto", "Berg"],
  ["first and last swapped", "Otto", "Karl", "Karl", "Otto"],
  ["a token moved across", "Anna Maria", "Berg", "Anna", "Maria Berg"],
  ["a bar moved across", "Anna|Maria", "Berg", "Anna", "Maria|Berg"],
  ["a bar of its own", "Erika|Mustermann", "", "Erika", "Mustermann"],
  ["a wide bar of its own", "Erika｜Mustermann", "", "Erika", "Mustermann"],
  ["another vowel in Devanagari", "सुनीता", "शर्मा", "सनीता", "शर्मा"],
  ["a letter pair that is no umlaut", "Manuel", "Joel", "Manul", "Jol"],
];

describe("the name on a certificate", () => {
  it.each(same)("is the same: %s", (_why, a1, a2, b1, b2) => {
    expect(sameName(foldName({ firstName: a1, lastName: a2 }), foldName({ firstName: b1, lastName: b2 }))).toBe(true);
  });
  it.each(other)("is another: %s", (_why, a1, a2, b1, b2) => {
    expect(sameName(foldName({ firstName: a1, lastName: a2 }), foldName({ firstName: b1, lastName: b2 }))).toBe(false);
  });
  it("folds a letter that appears only once its mark is gone", () => {
    expect(foldName({ firstName: "Ǣ", lastName: "Ǿ" })).toEqual({ wide: "AE|OE", narrow: "AE|O" });
  });
  it("folding is idempotent and ignores case and outer spaces", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (firstName, lastName) => {
        const folded = foldName({ firstName, lastName });
        expect(sameName(folded, foldName({ firstName: ` ${firstName} `, lastName: `${lastName}\t` }))).toBe(true);
        const [first = "", last = "", ...more] = folded.wide.split("|");
        expect(more).toEqual([]);
        expect(foldName({ firstName: first, lastName: last }).wide).toBe(folded.wide);
      }),
    );
  });
});
