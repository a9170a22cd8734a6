import { createCanvas } from "@napi-rs/canvas";
import { beforeAll, describe, expect, it } from "vitest";
import { registerDrawingFonts } from "./drawing-fonts.ts";

beforeAll(registerDrawingFonts);

/** What a line looks like. */
function drawn(text: string, face: string): string {
  const context = createCanvas(400, 60).getContext("2d");
  context.font = face;
  context.fillText(text, 4, 44);
  return Buffer.from(context.getImageData(0, 0, 400, 60).data).toString("base64");
}

describe("a text whose font is not in the file", () => {
  it.each([
    ["40px sans-serif", "40px 'Liberation Sans'"],
    ["40px serif", "40px 'DejaVu Serif'"],
    ["40px monospace", "40px 'DejaVu Sans Mono'"],
    ["40px 'a name of its own', sans-serif", "40px 'Liberation Sans'"],
    ["bold 40px 'a name of its own', serif", "bold 40px 'DejaVu Serif'"],
  ])("%s is drawn in %s, whatever this machine has", (asked, own) => {
    expect(drawn("Vertrag 42", asked)).toBe(drawn("Vertrag 42", own));
  });

  it.each([
    ["中文", "Han"],
    ["한글", "Hangul"],
    ["ภาษา", "Thai"],
    ["हिन्दी", "Devanagari"],
    ["שלום", "Other"],
    ["سلام", "Other"],
  ])("%s is found in the family %s", (text, family) => {
    expect(drawn(text, "40px serif")).toBe(drawn(text, `40px ${family}`));
    expect(drawn(text, "40px serif")).not.toBe(drawn("\u{10ffff}".repeat([...text].length), "40px serif"));
  });
});
