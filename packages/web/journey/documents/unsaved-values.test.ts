import { beforeEach, describe, expect, it, vi } from "vitest";

const stored = new Map<string, string>();

/** The module as a freshly loaded page has it. */
async function load() {
  vi.resetModules();
  return await import("./unsaved-values.ts");
}

beforeEach(() => {
  stored.clear();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
});

describe("what is typed and not saved yet", () => {
  it("is kept by file until the server has exactly that", async () => {
    const { forgetSaved, keepUnsaved, unsavedOf } = await load();
    keepUnsaved("lease", "s.name", "Kä");
    keepUnsaved("rules", "s.city", "Kiel");
    keepUnsaved("lease", "s.name", "Käthe");
    forgetSaved("lease", { "s.name": "Kä" });
    expect(unsavedOf("lease")).toEqual({ "s.name": "Käthe" });
    forgetSaved("lease", { "s.name": "Käthe" });
    expect([unsavedOf("lease"), unsavedOf("rules")]).toEqual([{}, { "s.city": "Kiel" }]);
  });

  it("survives a reload, and a login that clears the tab's storage", async () => {
    const before = await load();
    before.keepUnsaved("lease", "s.name", "Käthe");
    const reloaded = await load();
    expect(reloaded.unsavedOf("lease")).toEqual({ "s.name": "Käthe" });
    stored.clear();
    expect(reloaded.unsavedOf("lease")).toEqual({ "s.name": "Käthe" });
  });

  it("is kept by the page where the browser stores nothing, or something else", async () => {
    stored.set("unsaved", "{broken");
    const { keepUnsaved, unsavedOf } = await load();
    expect(unsavedOf("lease")).toEqual({});
    vi.stubGlobal("sessionStorage", {
      getItem: () => null,
      setItem: () => {
        throw new DOMException("full", "QuotaExceededError");
      },
    });
    keepUnsaved("lease", "s.name", "Käthe");
    expect(unsavedOf("lease")).toEqual({ "s.name": "Käthe" });
  });
});
