import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextOrder, sortByName } from "./sort-files.ts";

const given = ["Mietvertrag.pdf", "Anlage 10.pdf", "Übergabe.pdf", "anlage 2.pdf"];
const wished = (order: "none" | "ascending" | "descending") =>
  sortByName(given, { order, language: "de", nameOf: (name) => name });

describe("the order of documents", () => {
  it("is the sender's until somebody asks for another", () => {
    expect(wished("none")).toEqual(given);
  });

  it("is that of people: numbers by their value, umlauts beside their vowel, capitals or not", () => {
    expect(wished("ascending")).toEqual(["anlage 2.pdf", "Anlage 10.pdf", "Mietvertrag.pdf", "Übergabe.pdf"]);
    expect(wished("descending")).toEqual([...wished("ascending")].reverse());
  });

  it("turns at every press, beginning at A", () => {
    expect([nextOrder("none"), nextOrder("ascending"), nextOrder("descending")]).toEqual([
      "ascending",
      "descending",
      "ascending",
    ]);
  });

  it("loses none and doubles none", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (names) => {
        const sorted = sortByName(names, { order: "descending", language: "en", nameOf: (name) => name });
        expect([...sorted].sort()).toEqual([...names].sort());
      }),
    );
  });
});
