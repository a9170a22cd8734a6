import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { askWhyMissing, fetchPage, fetchPart, PartMissing, reloadOnce } from "./program.ts";

const kept = new Map<string, string>();
const reload = vi.fn();

beforeEach(() => {
  kept.clear();
  reload.mockClear();
  vi.stubGlobal("window", { location: { reload } });
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const gone = async (): Promise<string> => {
  throw new TypeError("Failed to fetch dynamically imported module");
};

describe("a part of the program that does not come", () => {
  it("is told as such, with what the browser said of it", async () => {
    const fault = await fetchPart(gone).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(PartMissing);
    expect((fault as PartMissing).cause).toBeInstanceOf(TypeError);
  });

  it("is reloaded for once, and again only after a page has come", async () => {
    expect([reloadOnce(), reloadOnce(), reload.mock.calls.length]).toEqual([true, false, 1]);
    await fetchPage(gone).catch(() => undefined);
    await fetchPart(async () => "the journey");
    expect(reloadOnce()).toBe(false);
    expect(await fetchPage(async () => "a page")).toBe("a page");
    expect([reloadOnce(), reload.mock.calls.length]).toEqual([true, 2]);
  });

  it("is not reloaded for where the browser remembers nothing", async () => {
    const forbidden = () => {
      throw new DOMException("forbidden", "SecurityError");
    };
    vi.stubGlobal("sessionStorage", { getItem: forbidden, setItem: forbidden, removeItem: forbidden });
    expect([reloadOnce(), reload.mock.calls.length]).toEqual([false, 0]);
    expect(await fetchPage(async () => "a page")).toBe("a page");
  });

  it.each([
    ["the service answers", async () => new Response(null, { status: 200 }), "ours"],
    ["what stands before the service answers for it", async () => new Response(null, { status: 502 }), "away"],
    ["nobody answers", async () => Promise.reject(new TypeError("no network")), "away"],
  ])("%s: %s", async (_what, fetch, why) => {
    vi.stubGlobal("fetch", fetch);
    expect(await askWhyMissing()).toBe(why);
  });

  it("is said to be away where the answer hangs", async () => {
    vi.useFakeTimers();
    vi.stubGlobal(
      "fetch",
      (_url: string, { signal }: { signal: AbortSignal }) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    );
    const asked = askWhyMissing();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await asked).toBe("away");
  });
});
