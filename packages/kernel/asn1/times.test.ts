import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DerError, parseDer, TAG } from "./der.ts";
import { encodeElement } from "./der-writer.ts";
import { encodeGeneralizedTime, encodeTime, parseGeneralizedTime, parseTime } from "./times.ts";

// RFC 5280 §4.1.2.5: "no well-defined expiration date".
const noExpiry = new Date("9999-12-31T23:59:59Z");
const utc = (text: string) => parseDer(encodeElement(TAG.utcTime, Buffer.from(text)));
const generalized = (text: string) => parseDer(encodeElement(TAG.generalizedTime, Buffer.from(text)));

describe("times", () => {
  it("change from UTCTime to GeneralizedTime with the year 2050", () => {
    expect(encodeTime(new Date("2049-12-31T23:59:59Z"))[0]).toBe(TAG.utcTime);
    expect(encodeTime(new Date("2050-01-01T00:00:00Z"))[0]).toBe(TAG.generalizedTime);
    expect(encodeTime(new Date("1949-12-31T23:59:59Z"))[0]).toBe(TAG.generalizedTime);
    expect(parseTime(parseDer(encodeTime(noExpiry)))).toEqual(noExpiry);
  });

  it("are cut to whole seconds and read back", () => {
    fc.assert(
      fc.property(fc.date({ min: new Date("1900-01-01"), max: noExpiry, noInvalidDate: true }), (at) => {
        const second = new Date(Math.floor(at.getTime() / 1000) * 1000);
        expect(parseTime(parseDer(encodeTime(at)))).toEqual(second);
        expect(parseGeneralizedTime(parseDer(encodeGeneralizedTime(at)))).toEqual(second);
      }),
    );
  });

  it("turn at the year 50", () => {
    expect(parseTime(utc("491231235959Z")).getUTCFullYear()).toBe(2049);
    expect(parseTime(utc("500101000000Z")).getUTCFullYear()).toBe(1950);
  });

  it("carry a fraction only where it is allowed", () => {
    const node = generalized("20261121120000.25Z");
    expect(parseGeneralizedTime(node, { fraction: "allowed" })).toEqual(new Date("2026-11-21T12:00:00.250Z"));
    expect(() => parseGeneralizedTime(node)).toThrow(DerError);
  });

  const malformed = [
    utc("2611211200Z"),
    utc("261121120000+0100"),
    utc("261121120000"),
    utc("260231120000Z"),
    utc("261121240000Z"),
    utc("261121126000Z"),
    utc("261121120060Z"),
    utc("261321120000Z"),
    utc("26112112000xZ"),
    generalized("20261121120000Z"),
    generalized("20550230120000Z"),
    generalized("20550101120000.5Z"),
    generalized("2055010112Z"),
    parseDer(encodeElement(TAG.ia5String, Buffer.from("261121120000Z"))),
  ];
  it.each(malformed)("are refused when malformed (%#)", (node) => {
    expect(() => parseTime(node)).toThrow(DerError);
  });

  it("have no trailing zero in a fraction", () => {
    for (const text of ["20261121120000.250Z", "20261121120000.Z"]) {
      expect(() => parseGeneralizedTime(generalized(text), { fraction: "allowed" })).toThrow(DerError);
    }
  });

  it("cannot be written outside of four-digit years", () => {
    expect(() => encodeGeneralizedTime(new Date(Number.NaN))).toThrow(RangeError);
    expect(() => encodeGeneralizedTime(new Date(8.64e15))).toThrow(RangeError);
  });
});
