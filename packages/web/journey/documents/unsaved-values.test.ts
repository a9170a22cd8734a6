import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { clearSession, saveOutcome } from "../../session.ts";

const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
  clear: () => kept.clear(),
};

/** The module as a freshly loaded page has it. */
async function load() {
  vi.resetModules();
  return await import("./unsaved-values.ts");
}

const entry = (value: string) => ({ value, before: "", sent: [] });
const file = { id: "lease", fields: [{ annotation_id: "s.name" }] } as unknown as WorkflowFile;

beforeEach(() => {
  kept.clear();
  vi.stubGlobal("sessionStorage", storage);
});

describe("what is typed and not saved yet", () => {
  it("is kept by file and field, and only this signer's is told", async () => {
    const { changeEntries, entriesOf, unsavedOf } = await load();
    changeEntries("lease", ["s.name", "t.name"], () => entry("Käthe"));
    changeEntries("rules", ["s.city"], () => entry("Kiel"));
    expect(unsavedOf(file)).toEqual({ "s.name": entry("Käthe") });
    changeEntries("lease", ["s.name", "t.name"], () => null);
    expect([entriesOf("lease"), entriesOf("rules")]).toEqual([{}, { "s.city": entry("Kiel") }]);
  });

  it("survives a reload and the end of the session, and goes when there is nothing to fill in any more", async () => {
    const before = await load();
    before.changeEntries("lease", ["s.name"], () => entry("Käthe"));
    kept.set("header", "{}");
    clearSession();
    expect([...kept.keys()]).toEqual(["unsaved"]);
    expect((await load()).unsavedOf(file)).toEqual({ "s.name": entry("Käthe") });
    saveOutcome("signed");
    expect((await load()).unsavedOf(file)).toEqual({});
  });

  it("is kept by the page where the browser stores nothing", async () => {
    const { changeEntries, unsavedOf } = await load();
    const full = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    vi.stubGlobal("sessionStorage", { ...storage, setItem: full });
    changeEntries("lease", ["s.name"], () => entry("Käthe"));
    expect(unsavedOf(file)).toEqual({ "s.name": entry("Käthe") });
  });

  it.each(["{broken", "null", "[]", '{"lease":5}', '{"lease":{"s.name":"Käthe"}}', '{"lease":{"s.name":{"value":1}}}'])(
    "is nothing where somebody else wrote %s",
    async (text) => {
      kept.set("unsaved", text);
      expect((await load()).unsavedOf(file)).toEqual({});
    },
  );
});
