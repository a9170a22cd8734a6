import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitText } from "./fit-text.ts";

/** Every letter is one point wide. */
const fitted = (text: string, width: number) => fitText(text, { width: width + 0.5, widthOf: (part) => part.length });

describe("fitText", () => {
  it.each([
    ["one two three", 7, "one two\nthree"],
    ["jonas.brandt@example.org", 20, "jonas.brandt@\nexample.org"],
    ["jonas.brandt@mail.hafenwerk.example", 16, "jonas.brandt@\nmail.hafenwerk.\nexample"],
    ["Kati Brückner-Özdemir", 10, "Kati\nBrückner-\nÖzdemir"],
    ["关于设立合资企业的协议，附件", 8, "关于设立合资企业\n的协议，附件"],
    ["Vertrag 关于设立合资企业", 10, "Vertrag\n关于设立合资企业"],
    ["สัญญาจ้างแรงงาน", 8, "สัญญา\nจ้าง\nแรงงาน"],
    ["kept\nas it is", 20, "kept\nas it is"],
    ["", 5, ""],
  ])("breaks %j at %i where a reader would", (text, width, broken) => {
    expect(fitted(text, width)).toEqual({ text: broken, scale: 1 });
  });

  it("shrinks a word that has no joint rather than break it", () => {
    const { text, scale } = fitted("Siegel Vertrauensdienste", 15);
    expect(text).toBe("Siegel\nVertrauensdienste");
    expect(scale).toBeLessThan(1);
    expect("Vertrauensdienste".length * scale).toBeLessThanOrEqual(15.5);
  });

  it("breaks between characters what no readable size would fit", () => {
    expect(fitted("x".repeat(25), 10)).toEqual({
      text: ["x".repeat(10), "x".repeat(10), "xxxxx"].join("\n"),
      scale: 1,
    });
    expect(fitted("e\u0301".repeat(7), 4).text).toBe(
      ["e\u0301e\u0301", "e\u0301e\u0301", "e\u0301e\u0301", "e\u0301"].join("\n"),
    );
  });

  it("leaves no line wider than its column", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 2, max: 40 }), (text, width) => {
        const { text: broken, scale } = fitted(text, width);
        for (const line of broken.split("\n")) expect(line.length * scale).toBeLessThanOrEqual(width + 0.5);
      }),
    );
  });

  it("loses no letter", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 40 }), (text, width) => {
        expect(fitted(text, width).text.replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
      }),
    );
  });
});
