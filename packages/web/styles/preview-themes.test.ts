import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const read = (name: string): string => readFileSync(join(import.meta.dirname, name), "utf8");
const tokens = read("tokens.css");
const preview = read("preview-themes.css");

function tokensOf(css: string): Record<string, string> {
  const found = [...css.matchAll(/(--(?:color|elevation)-(?!brand)[a-z-]+):\s*([^;]+);/g)];
  return Object.fromEntries(found.map(([, name = "", value = ""]) => [name, value.replace(/\s+/g, " ")]));
}

const dark = tokensOf(tokens.slice(tokens.indexOf(':root[data-theme="dark"]')));
const light = tokensOf(tokens.slice(0, tokens.indexOf("@media")));

describe("the preview's themes", () => {
  it("are those of the pages", () => {
    expect(tokens).toContain('.mini[data-theme="dark"] {');
    const expected = Object.fromEntries(Object.keys(dark).map((name) => [name, light[name]]));
    expect(tokensOf(preview)).toEqual(expected);
  });
});
