import { describe, expect, it } from "vitest";
import { compareBirthdates } from "./compare-birthdates.ts";

describe("two birthdays [S-270]", () => {
  it.each([
    ["1980-05-17", "1980-05-17", "same"],
    ["1980-05-17", "1980", "unknown"],
    ["1980-05", "1980-05-17", "unknown"],
    ["1980-05-17", "", "unknown"],
    ["", "", "unknown"],
    ["1980-05-17", "1980-06", "other"],
    ["1980-05-17", "1981-05-17", "other"],
  ] as const)("%s and %s: %s", (one, other, expected) => {
    expect(compareBirthdates(one, other)).toBe(expected);
    expect(compareBirthdates(other, one)).toBe(expected);
  });
});
