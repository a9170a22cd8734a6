import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, type Json } from "./canonical-json.ts";

describe("canonicalJson (RFC 8785)", () => {
  it("writes the example of §3.2.2 and §3.2.3", () => {
    const example = JSON.parse(
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
    ) as Json;
    expect(canonicalJson(example)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it("sorts members by UTF-16 code units", () => {
    expect(canonicalJson({ "\u20ac": 1, "\r": 2, "1": 3, "\ufb33": 4, "\u{1f600}": 5, "\u0080": 6, "\u00f6": 7 })).toBe(
      '{"\\r":2,"1":3,"\u0080":6,"\u00f6":7,"\u20ac":1,"\u{1f600}":5,"\ufb33":4}',
    );
  });

  it("does not depend on the order of members and says what was said", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue({ noUnicodeString: false })),
        (object) => {
          const value = object as Json;
          const turned = Object.fromEntries(Object.entries(object).reverse()) as Json;
          if (!JSON.stringify(object).isWellFormed()) return;
          expect(canonicalJson(turned)).toBe(canonicalJson(value));
          expect(canonicalJson(JSON.parse(canonicalJson(value)) as Json)).toBe(canonicalJson(value));
        },
      ),
    );
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, "\ud800"])("refuses %s", (value) => {
    expect(() => canonicalJson([value])).toThrow(RangeError);
  });
});
