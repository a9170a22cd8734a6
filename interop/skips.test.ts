import { describe, expect, it } from "vitest";
import { parseAllowedSkips } from "./skips.ts";

describe("allowed skips", () => {
  it("reads judges with their reasons", () => {
    const allowed = parseAllowedSkips("# none\n\npyHanko: no Python: see issue 7\n");
    expect([...allowed]).toEqual([["pyHanko", "no Python: see issue 7"]]);
  });

  it("refuses a judge without a reason", () => {
    expect(() => parseAllowedSkips("pyHanko\n")).toThrow(/no reason/);
    expect(() => parseAllowedSkips("pyHanko: \n")).toThrow(/no reason/);
  });
});
