import { describe, expect, it } from "vitest";
import { canSet, faces, fontOf } from "./report-fonts.ts";

const everyCharacter = Array.from({ length: 0x1_0000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

describe("the faces of a report", () => {
  it.each(faces)("have a glyph for all they say they can set: %s", (face) => {
    const font = fontOf(face);
    const without = everyCharacter.filter(
      (one) => one !== "\n" && canSet(face, one) && !font.hasGlyphForCodePoint(one.codePointAt(0) ?? 0),
    );
    expect(without).toEqual([]);
  });

  it("set every letter of Latin, Greek and Russian", () => {
    for (const face of faces) expect(canSet(face, "Łódź Ŵ ß € – „Größe“\nΖωή Παπά Привет №"), face).toBe(true);
  });

  it.each(["محمد", "שרה", "王", "김", "ไทย", "हि", "n\u0303", "\u202eabc", "\u{1f58b}", "a\tb"])(
    "leave to others what has to be shaped, turned round or named by its code point: %j",
    (text) => {
      for (const face of faces) expect(canSet(face, `Ana ${text}`), face).toBe(false);
    },
  );
});
