import { describe, expect, it } from "vitest";
import { compareFirst, markNames } from "./marked-names.ts";

const marked = (one: string, other: string) =>
  markNames(one, other).map((pieces) => pieces.map(({ text, differs }) => (differs ? `[${text}]` : text)).join(""));

describe("two spellings of a name", () => {
  it.each([
    ["Wołoszyn", "Woloszyn", "Wo[ł]oszyn", "Wo[l]oszyn"],
    ["Brückner", "Brückner-Özdemir", "Brückner", "Brückner[-Özdemir]"],
    ["Berg", "Berg", "Berg", "Berg"],
    // The same letter, written with one character or two.
    ["Mu\u0308ller", "Müller", "Müller", "Müller"],
    ["Musterfrau", "Mustermann", "Muster[frau]", "Muster[mann]"],
    ["Li", "Lu", "L[i]", "L[u]"],
    ["Schmidt", "Okafor", "[Schmidt]", "[Okafor]"],
  ])("%s and %s are marked where they differ", (one, other, first, second) => {
    expect(marked(one, other)).toEqual([first, second]);
  });

  it("are the same, contained, or different", () => {
    expect(compareFirst("Marek", "Marek")).toBe("same");
    expect(compareFirst("Marek", "Marek Piotr")).toBe("contained");
    expect(compareFirst("Marek", "Piotr")).toBe("different");
  });
});
