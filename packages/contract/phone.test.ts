import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maskPhone, parsePhone, phoneType, takesTexts } from "./phone.ts";

describe("parsePhone", () => {
  it.each([
    ["+4915123456789", "+4915123456789", 1, "German mobile"],
    ["0151 23456789", "+4915123456789", 1, "national form is German"],
    ["0049 151 234 567 89", "+4915123456789", 1, "international prefix of Germany"],
    ["+49\u00A0151\u00A023456789", "+4915123456789", 1, "no-break spaces"],
    ["\u202A+49 151 23456789\u202C", "+4915123456789", 1, "copied from an address book"],
    ["(0151) 2345-6789", "+4915123456789", 1, "brackets and a dash"],
    ["+4930123456", "+4930123456", 0, "Berlin fixed line"],
    ["+436641234567", "+436641234567", 1, "Austrian mobile"],
    ["+33612345678", "+33612345678", 1, "French mobile"],
    ["+12125550123", "+12125550123", 2, "North America does not tell"],
    ["+4970012345678", "+4970012345678", 7, "personal number"],
    ["+4534412345", "+4534412345", 1, "Danish mobile, 11 characters"],
    ["+4740612345", "+4740612345", 1, "Norwegian mobile, 11 characters"],
    ["+3546111234", "+3546111234", 1, "Icelandic mobile, 11 characters"],
  ])("[S-137] %s is %s of type %i (%s)", (typed, e164, type) => {
    expect(parsePhone(typed)).toMatchObject({ ok: true, phone: { e164, type } });
  });

  it.each([
    ["", "nothing"],
    ["+49", "a country and no number"],
    ["12345", "too short for a German number"],
    ["+4915123", "too short for a mobile"],
    ["+49151234567890123", "too long"],
    ["+4990012345678", "premium rate"],
    ["+498001234567", "toll free: nobody's own phone"],
    ["+448434123456", "shared cost"],
    ["0800 FLOWERS", "letters"],
    ["+4915123456789;ext=5", "extension by name"],
    ["+4915123456789 x5", "extension"],
    ["please call +4915123456789", "a number inside a sentence"],
    ["+9991234567", "no such country"],
    ["1".repeat(10_000), "far too long"],
  ])("[S-137] refuses %s (%s)", (typed) => {
    expect(parsePhone(typed)).toEqual({ ok: false, code: "PHONE_INVALID", isGlobal: false });
  });

  it.each(["+870773111632", "+881612345678", "+88213300655", "+883510012345678"])(
    "[S-137] refuses %s, a satellite or other global number, though some are typed as mobiles",
    (typed) => {
      expect(parsePhone(typed)).toEqual({ ok: false, code: "PHONE_INVALID", isGlobal: true });
    },
  );

  it("[S-137] numbers types as google does, 0 being the fixed line", () => {
    expect(phoneType).toEqual({
      FIXED_LINE: 0,
      MOBILE: 1,
      FIXED_LINE_OR_MOBILE: 2,
      TOLL_FREE: 3,
      PREMIUM_RATE: 4,
      SHARED_COST: 5,
      VOIP: 6,
      PERSONAL_NUMBER: 7,
      PAGER: 8,
      UAN: 9,
      VOICEMAIL: 10,
      UNKNOWN: -1,
    });
    expect([0, 1, 2, 6, 7].map(takesTexts)).toEqual([false, true, true, true, true]);
  });

  it("answers E.164 for whatever it accepts, and the same when asked again", () => {
    const digits = fc.stringMatching(/^\+?[0-9 ()/-]{5,18}$/);
    fc.assert(
      fc.property(fc.oneof(digits, fc.string()), (typed) => {
        const parsed = parsePhone(typed);
        if (!parsed.ok) return;
        expect(parsed.phone.e164).toMatch(/^\+[0-9]{4,15}$/);
        expect(parsePhone(parsed.phone.e164)).toEqual(parsed);
      }),
    );
  });
});

describe("maskPhone", () => {
  it.each([
    ["+4915123456748", "+49 ••• ••48"],
    ["+351912345627", "+351 ••• ••27"],
    ["+494012345612", "+49 ••• ••12"],
    ["+12125550123", "+1 ••• ••23"],
  ])("shows country and last two digits of %s", (e164, masked) => {
    expect(maskPhone(e164)).toBe(masked);
  });

  it("never shows more than two digits of the subscriber", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\+[1-9][0-9]{6,14}$/), (e164) => {
        const digits = maskPhone(e164)
          .replace(/^\+\d* /, "")
          .replace(/\D/g, "");
        expect(digits.length).toBeLessThanOrEqual(2);
      }),
    );
  });
});
