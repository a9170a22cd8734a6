import { describe, expect, it } from "vitest";
import { withoutPersons } from "./without-persons.ts";

describe("a text without personal data", () => {
  it.each([
    ["550 <ada@example.org>: unknown", "550 <‹address›>: unknown"],
    ["550 kim.o'brien@example.org: unknown", "550 ‹address›: unknown"],
    ["to=kim%40example.org", "‹address›"],
    ["'kim@example.org' is full", "‹address›' is full"],
    ["+49 151 2345678 is no number", "‹number› is no number"],
    ["To=%2B491512345678", "To=‹number›"],
    ["0049151 2345678, 0151/23456789", "‹number›, ‹number›"],
    ['550 "kim o\'brien"@example.org: unknown', "550 ‹address›: unknown"],
    ['{"to":"\\"kim lang\\"@example.org"}', '{"to":"‹address›"}'],
    ["to=kim%2540example.org", "‹address›"],
    ["kim\\u0040example.org, kim&#64;example.org", "‹address›, ‹address›"],
    ["4915123400017 is no number, nor is 12025550123", "‹number› is no number, nor is ‹number›"],
    ["at 1795000000000, of 1073741824 bytes", null],
    ["job 0a1b2c3d4e5f6g7h8i9j0k1l2m of 3", "job … of 3"],
    ["Authorization: Bearer abc.def", "Authorization: Bearer …"],
    ["code 21211, status 400, after 0.25 s at 2026-11-23T08:05:09.012Z", null],
    ["sha256 0123456789abcdef, pid 10204, port 5432", null],
  ])("%s", (text, kept) => {
    expect(withoutPersons(text)).toBe(kept ?? text);
  });
});
