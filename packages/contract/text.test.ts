import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineText, paragraphsText, storableLine } from "./text.ts";

describe("text on the wire", () => {
  it.each([
    ["a NUL", "a\u0000b"],
    ["a lone surrogate", "a\ud800"],
    ["a line break in a name", "a\r\nX-Evil: 1"],
    ["a bidirectional override", "report\u202efdp.exe"],
    ["a C1 control", "a\u0085b"],
  ])("a line refuses %s", (_what, text) => expect(lineText(100).safeParse(text).success).toBe(false));

  it.each(["Käthe Größe-Łukasz", "渡辺 さくら", "נועה", "🙂 ok", "O'Neill & Söhne <eG>"])("a line takes %s", (text) =>
    expect(lineText(100).parse(text)).toBe(text),
  );

  it("paragraphs keep their breaks and refuse the rest", () => {
    expect(paragraphsText(100).parse("one\r\n\ttwo\nthree")).toBe("one\r\n\ttwo\nthree");
    for (const text of ["a\u0000", "\udfff", "\u202e"]) expect(paragraphsText(100).safeParse(text).success).toBe(false);
  });

  it("whatever a foreign server says becomes a line that can be stored", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 0, max: 50 }), (text, max) => {
        const line = storableLine(text, max);
        expect(line.length).toBeLessThanOrEqual(max);
        expect(lineText(100).safeParse(line).success).toBe(true);
      }),
    );
  });
});
