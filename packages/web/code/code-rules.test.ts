import { otp } from "@siegel/contract/calls/challenges.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanCode, endsChallenge, hasSurplus, isWholeCode, wrongCodeSentence } from "./code-rules.ts";

describe("the one-time code while it is typed", () => {
  it.each([
    ["481906", "481906"],
    [" 481 906 ", "481906"],
    ["481-906", "481906"],
    ["4819067", "481906"],
    ["48a1", "481"],
    ["", ""],
    ["٤٨١٩٠٦", ""],
  ])("keeps the digits of %j", (typed, kept) => {
    expect(cleanCode(typed)).toBe(kept);
  });

  it.each([
    ["481906", false],
    ["481 906", false],
    ["4819067", true],
    ["481 906 7", true],
    ["+49 151 23456789", true],
    ["481906x", false],
  ])("[S-121] tells of %j that digits were left out: %s", (typed, told) => {
    expect(hasSurplus(typed)).toBe(told);
  });

  it.each([
    ["48190", false],
    ["481906", true],
    ["4819067", false],
    ["48190a", false],
    ["48190 ", false],
    ["", false],
  ])("[S-121] counts %j as a whole code: %s", (code, whole) => {
    expect(isWholeCode(code)).toBe(whole);
  });

  it("[S-121] calls a code whole exactly when the server's schema would take it", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 8 }), fc.stringMatching(/^[0-9]{5,7}$/)), (code) => {
        expect(isWholeCode(code)).toBe(otp.safeParse(code).success);
      }),
    );
  });
});

describe("a refused code", () => {
  it.each([
    ["CHECK_SMS_PIN_WRONG", 3, false],
    ["CHECK_SMS_PIN_WRONG", 0, false],
    ["CHECK_SMS_PIN_WRONG", null, true],
    ["OTP_EXPIRED", null, true],
    ["OTP_TRIES_EXHAUSTED", null, true],
    ["WORKFLOW_CHANGED", null, true],
    ["SERVICE_ERROR", null, false],
  ])("%s with %j tries left ends the challenge at hand: %j", (code, triesLeft, ends) => {
    expect(endsChallenge({ code, triesLeft })).toBe(ends);
  });
});

describe("a wrong code", () => {
  const say = (key: string, values: Record<string, unknown> = {}): string => [key, ...Object.values(values)].join(" ");

  it.each([
    [4, "code.wrong AB12 code.triesLeft 4"],
    [1, "code.wrong AB12 code.oneTryLeft"],
    [0, "Responses.OTP_TRIES_EXHAUSTED"],
    [null, "code.wrong AB12"],
  ])("with %j tries left says what helps", (triesLeft, said) => {
    expect(wrongCodeSentence(say, { channel: "sms", reference: "AB12" }, triesLeft)).toBe(said);
    // Who was called has no message to look at.
    const afterCall = said.replace("code.wrong ", "code.wrongPhone ").replace(/wrong$/, "wrongPhone");
    expect(wrongCodeSentence(say, { channel: "phone", reference: "AB12" }, triesLeft)).toBe(afterCall);
  });
});
