import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isOutOfMemory, rememberShowing, showingFor, showingHere } from "./showing.ts";

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

/** The program as it starts when the tab comes back: it knows what the tab kept, and nothing else. */
async function comeBack() {
  vi.resetModules();
  return { ...(await import("./showing.ts")), ...(await import("./unclean-ends.ts")) };
}

describe("a tab that is ended while it draws", () => {
  it("counts when it comes back; one that is left or closed in order does not", async () => {
    (await comeBack()).noteDrawing();
    const second = await comeBack();
    expect([second.uncleanEnds(), second.showingHere()]).toEqual([1, "drawn"]);
    second.noteDrawing();
    const third = await comeBack();
    expect([third.uncleanEnds(), third.showingHere()]).toEqual([2, "pictures"]);
    third.noteDrawing()();
    expect(third.uncleanEnds()).toBe(0);
    third.noteDrawing();
    leave();
    const last = await comeBack();
    expect([last.uncleanEnds(), last.showingHere()]).toEqual([0, "drawn"]);
  });

  it("is not this one, which draws and lives: the next document is drawn as the one before", async () => {
    (await comeBack()).noteDrawing();
    const second = await comeBack();
    second.noteDrawing();
    expect([second.uncleanEnds(), second.showingHere()]).toEqual([1, "drawn"]);
  });

  it("gets pictures the third time, although the full viewer was chosen in it, and the choice is forgotten", async () => {
    for (const ends of [0, 1]) {
      const life = await comeBack();
      if (ends === 0) life.rememberShowing("drawn");
      expect(life.showingHere()).toBe("drawn");
      life.noteDrawing();
    }
    const third = await comeBack();
    expect(third.showingHere()).toBe("pictures");
    third.noteDrawing()();
    vi.stubGlobal("navigator", { deviceMemory: 2 });
    expect(third.showingHere()).toBe("pictures");
  });

  it("draws when it is chosen once more, for all documents of this life", async () => {
    for (let ends = 0; ends < 2; ends += 1) (await comeBack()).noteDrawing();
    const third = await comeBack();
    third.rememberShowing("drawn");
    third.noteDrawing();
    expect(third.showingHere()).toBe("drawn");
  });
});
