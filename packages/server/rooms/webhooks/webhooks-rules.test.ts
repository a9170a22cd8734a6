import { describe, expect, it } from "vitest";
import { hasArrived, nextTryAt } from "./webhooks-rules.ts";

const since = new Date("2026-11-26T08:00:00Z");
const after = (seconds: number) => new Date(since.getTime() + seconds * 1_000);
const pauseOf = (tries: number, retryAfter: string | null = null, now = since) => {
  const next = nextTryAt({ tries, since, retryAfter }, now);
  return next === null ? null : (next.getTime() - now.getTime()) / 1_000;
};

describe("a delivery that failed", () => {
  it("is tried again after longer and longer pauses for 3 days, the last time at their end", () => {
    const tried: number[] = [0];
    for (let at: Date | null = since; at !== null; ) {
      at = nextTryAt({ tries: tried.length, since, retryAfter: null }, at);
      if (at !== null) tried.push((at.getTime() - since.getTime()) / 1_000);
    }
    expect(tried.slice(0, 4)).toEqual([0, 5, 35, 155]);
    expect(tried.at(-1)).toBe(259_200);
    expect(tried.length).toBeGreaterThan(12);
    const pauses = tried.slice(1).map((at, n) => at - (tried[n] ?? 0));
    expect(Math.max(...pauses)).toBe(8 * 3_600);
  });

  it("waits as long as Retry-After says, in seconds or by a date, but never longer than 8 hours or less than its own pause", () => {
    expect(pauseOf(1, "90")).toBe(90);
    expect(pauseOf(1, after(120).toUTCString())).toBe(120);
    expect(pauseOf(1, "99999999")).toBe(8 * 3_600);
    expect(pauseOf(3, "1")).toBe(120);
    for (const nonsense of ["soon", "-5", "", after(-60).toUTCString()]) expect(pauseOf(1, nonsense)).toBe(5);
  });

  it("is given up once the 3 days are over", () => {
    expect(pauseOf(9, null, after(259_200))).toBeNull();
    expect(pauseOf(9, "60", after(259_190))).toBe(10);
  });

  it.each([
    [200, true],
    [204, true],
    [299, true],
    [199, false],
    [301, false],
    [410, false],
    [503, false],
  ])("has arrived with status %i: %s", (status, arrived) => expect(hasArrived(status)).toBe(arrived));
});
