import { describe, expect, it } from "vitest";
import { newestOnly } from "./newest.ts";

describe("of several files that are read", () => {
  it("the newest speaks, however late the one before is", () => {
    const readings = newestOnly();
    const first = readings.begin();
    expect(first()).toBe(true);
    const second = readings.begin();
    expect([first(), second()]).toEqual([false, true]);
  });

  it("none speaks once its place is gone, until another begins", () => {
    const readings = newestOnly();
    const first = readings.begin();
    readings.end();
    expect(first()).toBe(false);
    expect(readings.begin()()).toBe(true);
  });
});
