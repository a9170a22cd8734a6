import { readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { letters, makeSmallFonts } from "./small-fonts.ts";

describe("our faces in a few letters", () => {
  it("are asked for by the letters that they have, and by no others", () => {
    const css = readFileSync(new URL("styles/fonts.css", import.meta.url), "utf8");
    const faces = [...css.matchAll(/fonts\/[a-z-]+?-(latin(?:-ext)?)\.woff2[^}]*?unicode-range:([^;]+);/g)];
    expect(faces).toHaveLength(4);
    const plain = (ranges: string) => ranges.toUpperCase().replaceAll(/(?:U\+|(?<=-))0*|\s/g, "");
    for (const [, part = "", ranges = ""] of faces) expect(plain(ranges)).toBe(letters[part as keyof typeof letters]);
  });

  it("take a third of the room", async () => {
    await makeSmallFonts();
    const size = (path: string) => statSync(new URL(path, import.meta.url)).size;
    for (const face of ["inter", "source-serif"]) {
      expect(size(`.cache/fonts/${face}-latin.woff2`)).toBeLessThan(36_000);
      expect(size(`.cache/fonts/${face}-latin-ext.woff2`)).toBeLessThan(18_000);
      expect(size(`.cache/fonts/${face}-latin-ext.woff2`)).toBeGreaterThan(4_000);
    }
  });
});
