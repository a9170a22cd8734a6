import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openTrueType } from "./truetype-subset.ts";

const folder = join(createRequire(import.meta.url).resolve("dejavu-fonts-ttf/package.json"), "../ttf");
const bytes = readFileSync(join(folder, "DejaVuSans.ttf"));

describe("a subset of a TrueType font", () => {
  it.each([
    ["a glyph twice", [0, 36, 36]],
    ["a glyph that there is not", [0, 65_535]],
    ["a glyph before the first", [0, -1]],
    ["half a glyph's id", [0, 0.5]],
  ])("is not cut for %s", (_what, ids) => {
    expect(() => openTrueType(bytes).cut(ids)).toThrow(TypeError);
  });

  it("is cut for glyphs of the font, each once", () => {
    expect(openTrueType(bytes).cut([0, 36, 37]).length).toBeGreaterThan(0);
  });
});
