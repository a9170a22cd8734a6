import { describe, expect, it } from "vitest";
import { filledBesides, foreignRects, widgetsAmong } from "./foreign-fields.ts";

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
    ["a field of no signer", widget("notes", { fieldValue: "" }), false],
    ["a signature field of no signer", widget("Sig_of_somebody"), false],
    ["a link", { subtype: "Link", rect: [1, 2, 3, 4] }, false],
  ])("%s", (_what, annotation, isMarked) => {
    expect(foreignRects(widgetsAmong([annotation]), ada)).toEqual(isMarked ? [[1, 2, 3, 4]] : []);
  });
});

describe("filledBesides", () => {
  const text = (fieldValue: unknown, more: object = {}) => ({ fieldType: "Tx", fieldValue, ...more });
  const options = [
    { exportValue: "at", displayValue: "Österreich" },
    { exportValue: "ch", displayValue: "Schweiz" },
  ];
  it.each<[string, object, string | null]>([
    ["what another filled in", widget(`${bea}.city`, text("Bonn")), "Bonn"],
    ["what its author filled in", widget("notes", text("4711")), "4711"],
    ["nothing of an empty field", widget(`${bea}.city`, text("")), null],
    ["nothing of the signer's own field", widget(`${ada}.city`, text("Bonn")), null],
    [
      "of what was chosen the name that is shown",
      widget("land", { fieldType: "Ch", fieldValue: ["at"], options }),
      "Österreich",
    ],
    ["what was typed into a list", widget("land", { fieldType: "Ch", fieldValue: "Malta", options }), "Malta"],
    ["all of several", widget("land", { fieldType: "Ch", fieldValue: ["at", "ch"], options }), "Österreich\nSchweiz"],
    ["nothing of a tick", widget("box", { fieldType: "Btn", fieldValue: "Yes" }), null],
    ["nothing of a password", widget("secret", text("xyzzy", { password: true })), null],
    ["nothing of an invisible field", widget("notes", text("Bonn", { rect: [0, 0, 0, 0] })), null],
    [
      "nothing of an annotation that is not a field",
      { subtype: "FreeText", ...text("Bonn"), rect: [1, 2, 3, 4] },
      null,
    ],
    ["nothing beyond the limit of characters", widget("notes", text("x".repeat(100_001))), null],
  ])("%s", (_what, annotation, read) => {
    const expected = read === null ? [] : [{ rect: [1, 2, 3, 4], text: read }];
    expect(filledBesides(widgetsAmong([annotation]), ada)).toEqual(expected);
  });
});
