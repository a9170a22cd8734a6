import { describe, expect, it } from "vitest";
import { usageView } from "./usage-view.ts";

describe("the use of a class of signatures", () => {
  it("[A-061] [A-062] is used of limit in percent; what is reserved is not free", () => {
    expect(usageView({ limit: 5_000, used: 4_716, promised: 84 })).toEqual({
      limit: 5_000,
      used: 4_716,
      reserved: 84,
      free: 200,
      ratio: expect.closeTo(94.32, 6),
    });
  });

  it("[A-061] is 0 % where nothing is allowed, and never less than none are free", () => {
    expect(usageView({ limit: 0, used: 0, promised: 0 }).ratio).toBe(0);
    expect(usageView({ limit: 5, used: 5, promised: 1 })).toMatchObject({ free: 0, ratio: 100 });
  });
});
