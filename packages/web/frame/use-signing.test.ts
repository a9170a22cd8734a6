import { describe, expect, it } from "vitest";
import { triesLeftOf } from "./use-signing.ts";

describe("the tries that are left", () => {
  it.each([
    [["This code is not right.", "tries_left=3"], 3],
    [["tries_left=0"], 0],
    [["This code is not right."], null],
    [["tries_left=x", "left=2"], null],
    [[], null],
  ])("of %j are %s", (messages, left) => {
    expect(triesLeftOf(messages)).toBe(left);
  });
});
