import { describe, expect, it } from "vitest";
import { boundedCache } from "./bounded-cache.ts";

describe("a bounded cache", () => {
  it("keeps the last value that is too heavy for it, up to a weight, and all others beside it", () => {
    const cache = boundedCache<number, string>(10, { aloneMax: 20 });
    cache.set(1, "light", 1);
    cache.set(2, "heavy", 20);
    expect([cache.get(1), cache.get(2)]).toEqual(["light", "heavy"]);
    cache.set(3, "as heavy", 20);
    cache.set(4, "heaviest", 21);
    expect([1, 2, 3, 4].map((key) => cache.get(key))).toEqual(["light", undefined, "as heavy", undefined]);
  });

  it("keeps none that is too heavy where nothing else is said", () => {
    const cache = boundedCache<number, string>(10);
    cache.set(1, "heavy", 6);
    expect(cache.get(1)).toBeUndefined();
  });
});
