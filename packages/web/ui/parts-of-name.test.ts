import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { partsOfName } from "./parts-of-name.ts";

describe("a file's name", () => {
  it.each([
    ["Mietvertrag.pdf", ["Mietvertrag", ".pdf"]],
    ["Dauernutzungsvertrag_Wohnung_4.12_final.pdf", ["Dauernutzungsvertrag_", "Wohnung_", "4.12_", "final", ".pdf"]],
    ["Anlage 2 (unterschrieben).pdf", ["Anlage 2 ", "(unterschrieben)", ".pdf"]],
    ["a__b...c", ["a__", "b", "...c"]],
    ["", []],
  ])("%s has the parts %j", (name, parts) => {
    expect(partsOfName(name)).toEqual(parts);
  });

  it("is all of its parts, whatever is in it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        expect(partsOfName(name).join("")).toBe(name);
      }),
    );
  });
});
