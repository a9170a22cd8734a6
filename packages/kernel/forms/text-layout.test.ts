import { describe, expect, it } from "vitest";
import { monospaceShaper } from "../../../fixtures/monospace-shaper.ts";
import { directionOf, layoutText, type TextBlock, textFits } from "./text-layout.ts";

// A character is 0.6 em wide, a line 1 em high: at 4 points, the smallest size, 2.4 and 4 points.
const line = { width: 100, height: 20, multiline: false, quadding: 0 } as const;
const area = { ...line, height: 30, multiline: true } as const;
const comb = { ...line, combCells: 10 } as const;
const fits = (text: string, block: Omit<TextBlock, "text" | "sizePt">): boolean =>
  textFits(monospaceShaper, { ...block, text });

describe("whether a value fits", () => {
  it.each([
    ["nothing", "", { ...line, width: 0, height: 0 }, true],
    ["a line as long as its box at the smallest size", "x".repeat(40), line, true],
    ["one that is longer", "x".repeat(41), line, false],
    ["one in the middle, which needs no room beside it", "x".repeat(41), { ...line, quadding: 1 }, true],
    ["a line in a box that is too low", "x", { ...line, height: 3.9 }, false],
    ["a line in a box that is just high enough", "x", { ...line, height: 4 }, true],
    ["a character in a box that is too narrow", "x", { ...line, width: 4 }, false],
    ["a break in a field of one line, drawn as a space", "a\nb", { ...line, height: 5 }, true],
    ["words that wrap", "word ".repeat(40).trim(), area, true],
    ["words that need a line more than there is", "word ".repeat(49).trim(), area, false],
    ["as many lines as there is room for", "1\n2\n3\n4\n5\n6", area, true],
    ["one line more", "1\n2\n3\n4\n5\n6\n7", area, false],
    ["one line more, of breaks of another system", "1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7", area, false],
    ["a word that is broken", "x".repeat(200), area, true],
    ["a word that is broken too often", "x".repeat(280), area, false],
    ["a text far too long", "x".repeat(10_000), area, false],
    ["a character a cell", "1234567890", comb, true],
    ["a character more than cells", "12345678901", comb, false],
    ["a letter with its mark, which share a cell", "q\u0323".repeat(10), comb, true],
    ["characters in cells narrower than they are", "12", { ...comb, width: 23 }, false],
    ["characters in cells just wide enough", "12", { ...comb, width: 48 }, true],
    ["characters in cells too low", "12", { ...comb, height: 3.9 }, false],
  ] as const)("%s", (_, text, block, expected) => {
    expect(fits(text, block)).toBe(expected);
  });

  it("is answered for what is drawn, whatever size is wished for", () => {
    const inside = (text: string, block: TextBlock): boolean =>
      layoutText(monospaceShaper, block).every(
        (one) =>
          one.x >= 0 &&
          one.x + one.text.widthPt <= block.width + 0.01 &&
          one.y + one.text.descentPt >= -0.01 &&
          one.y + one.text.ascentPt <= block.height + 0.01 &&
          text !== "",
      );
    for (const kind of [line, { ...line, quadding: 1 }, { ...line, quadding: 2 }, area])
      for (const sizePt of [0, 6, 9, 12, 40])
        for (const text of ["x", "x".repeat(39), "x".repeat(60), "word ".repeat(47).trim(), "1\n2\n3\n4\n5\n6\n7\n8"])
          if (fits(text, kind)) expect(inside(text, { ...kind, text, sizePt }), `${sizePt} ${text}`).toBe(true);
          else expect(inside(text, { ...kind, text, sizePt: 4 }), `${sizePt} ${text}`).toBe(false);
  });

  it("a letter wider than its lines at the wished size gets a smaller one", () => {
    const [one] = layoutText(monospaceShaper, {
      text: "x",
      width: 8,
      height: 60,
      sizePt: 20,
      multiline: true,
      quadding: 0,
    });
    expect(one?.text.widthPt).toBeLessThanOrEqual(4);
  });
});

describe("the direction of a paragraph", () => {
  it.each([
    ["12 Meter", "ltr"],
    ["12 \u05e9\u05dc\u05d5\u05dd", "rtl"],
    ["\u0645 abc", "rtl"],
    ["abc \u0645", "ltr"],
    ["5 - 10", "ltr"],
    ["5 - 10\u200f", "rtl"],
    ["\u200e\u0645", "ltr"],
    ["\u061c5", "rtl"],
  ])("%j: %s, as a browser has it by dir=auto", (paragraph, direction) => {
    expect(directionOf(paragraph)).toBe(direction);
  });
});
