import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { failureOf, nextAttempt } from "./signing-rules.ts";

const authorisedAt = new Date("2026-11-21T10:00:00Z");
const after = (s: number) => new Date(authorisedAt.getTime() + s * 1000);

describe("what an act fails with", () => {
  it("is the field's fault where a value is, else the document's", () => {
    expect(failureOf({ code: "FIELD_VALUE_INVALID" })).toBe("FIELD_VALUE_INVALID");
    expect(failureOf({ code: "INVALID_REQUEST" })).toBe("FILE_BROKEN");
    expect(failureOf({ code: "FILE_TOO_COMPLEX" })).toBe("FILE_BROKEN");
  });
});

describe("waiting out an outage", () => {
  it.each([
    [1, 15],
    [2, 30],
    [3, 60],
    [6, 480],
    [7, 900],
    [40, 900],
  ])("after fault %i it waits %i s", (attempts, pauseS) => {
    expect(nextAttempt({ attempts, authorisedAt, now: after(5) })).toEqual(after(5 + pauseS));
  });
  it("gives up after 24 hours, and its last try is then", () => {
    expect(nextAttempt({ attempts: 90, authorisedAt, now: after(24 * 3600 - 60) })).toEqual(after(24 * 3600));
    expect(nextAttempt({ attempts: 91, authorisedAt, now: after(24 * 3600) })).toBeNull();
  });
  it("never tries in the past and never pauses longer than 15 minutes", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 24 * 3600 - 1 }), (attempts, ageS) => {
        const next = nextAttempt({ attempts, authorisedAt, now: after(ageS) });
        const pause = (next?.getTime() ?? Number.NaN) - after(ageS).getTime();
        expect(pause).toBeGreaterThan(0);
        expect(pause).toBeLessThanOrEqual(900_000);
      }),
    );
  });
});
