import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isOutOfMemory, rememberShowing, showingFor, showingHere } from "./showing.ts";
import { noteDrawing, uncleanEnds } from "./unclean-ends.ts";

let leave: () => void = () => undefined;
beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal("window", {
    addEventListener: (_event: string, listener: () => void) => {
      leave = listener;
    },
    removeEventListener: () => undefined,
  });
  vi.stubGlobal("navigator", {});
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("who draws the pages", () => {
  it.each([
    ["a device that does not tell", undefined, 0, "drawn"],
    ["a phone with 4 GB", 4, 0, "drawn"],
    ["a phone with 2 GB", 2, 0, "pictures"],
    ["a phone with less", 0.5, 0, "pictures"],
    ["a tab that was ended once", undefined, 1, "drawn"],
    ["a tab that was ended twice", undefined, 2, "pictures"],
  ] as const)("%s", (_what, memory, ends, showing) => {
    expect(showingFor(memory, ends)).toBe(showing);
  });

  it("is what was chosen in this tab, whatever the device is", () => {
    vi.stubGlobal("navigator", { deviceMemory: 1 });
    expect(showingHere()).toBe("pictures");
    rememberShowing("drawn");
    expect(showingHere()).toBe("drawn");
  });

  it.each([
    [new RangeError("Array buffer allocation failed"), true],
    [new RangeError("Invalid typed array length: 99"), true],
    [new Error("InternalError: out of memory"), true],
    [new Error("Invalid PDF structure"), false],
    ["out of memory", false],
  ])("%s is want of memory: %s", (fault, isOut) => {
    expect(isOutOfMemory(fault)).toBe(isOut);
  });
});

describe("a tab that is ended while it draws", () => {
  it("counts when it comes back; one that is left or closed in order does not", () => {
    noteDrawing();
    noteDrawing();
    expect([uncleanEnds(), showingHere()]).toEqual([2, "pictures"]);
    const forget = noteDrawing();
    forget();
    expect(uncleanEnds()).toBe(0);
    noteDrawing();
    leave();
    expect([uncleanEnds(), showingHere()]).toEqual([0, "drawn"]);
  });
});
