import { describe, expect, it } from "vitest";
import { chosenBy, labelOf } from "./choice-text.ts";

const options = [
  { value: "at", label: "Österreich" },
  { value: "de", label: "Deutschland" },
];

describe("an editable choice", () => {
  it("is read as the label that will be signed, and stored as the value of that label", () => {
    expect(chosenBy(options, "Österreich")).toBe("at");
    expect(labelOf(options, "at")).toBe("Österreich");
  });

  it("takes any other words as they are", () => {
    expect([chosenBy(options, "Dänemark"), labelOf(options, "Dänemark")]).toEqual(["Dänemark", "Dänemark"]);
    expect([chosenBy(options, ""), labelOf(options, "")]).toEqual(["", ""]);
  });

  it("shows for a value that somebody wrote out what a signature would write for it", () => {
    expect(labelOf(options, chosenBy(options, "at"))).toBe("Österreich");
  });
});
