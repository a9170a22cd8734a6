import { describe, expect, it } from "vitest";
import { addToken } from "./calls/tokens.ts";
import { whyNotTokenName } from "./token-name.ts";

describe("the name of a token", () => {
  it.each([
    ["Mieterportal", null],
    [" Büro Nord/Süd ", null],
    ["...", null],
    ["x".repeat(100), null],
    [" ".repeat(200), "empty"],
    ["\u200b", "empty"],
    ["x".repeat(101), "tooLong"],
    [".", "dots"],
    [" .. ", "dots"],
  ] as const)("[A-078] is judged alike by the web and by the call: %j", (name, why) => {
    expect(whyNotTokenName(name)).toBe(why);
    expect(addToken.params?.safeParse({ id: "licence", name }).success).toBe(why === null);
  });
});
