import { describe, expect, it } from "vitest";
import { foreignRects, widgetsAmong } from "./foreign-fields.ts";

const [ada, bea] = ["a", "b"].map((letter) => letter.repeat(26)) as [string, string];
const widget = (fieldName: string, more: object = {}) => ({
  subtype: "Widget",
  fieldName,
  rect: [1, 2, 3, 4],
  ...more,
});

describe("foreignRects", () => {
  it.each<[string, object, boolean]>([
    ["an empty field of another signer", widget(`${bea}.city`, { fieldValue: "" }), true],
    ["a filled one: it may be written again", widget(`${bea}.city`, { fieldValue: "Bonn" }), true],
    ["another's signature field", widget(`Sig_${bea}`), true],
    ["another's invisible signature field", widget(`Sig_${bea}`, { rect: [0, 0, 0, 0] }), false],
    ["an own field", widget(`${ada}.city`), false],
    ["an own field that is read-only", widget(`${ada}.number`, { readOnly: true }), false],
    ["an own signature field", widget(`Sig_${ada}`), false],
    ["a field of nobody's", widget("notes", { fieldValue: "" }), false],
    ["a signature field of nobody's", widget("Sig_of_somebody"), false],
    ["a link", { subtype: "Link", rect: [1, 2, 3, 4] }, false],
  ])("%s", (_what, annotation, isMarked) => {
    expect(foreignRects(widgetsAmong([annotation]), ada)).toEqual(isMarked ? [[1, 2, 3, 4]] : []);
  });
});
