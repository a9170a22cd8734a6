import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { changeEntries } from "../../viewer/saving/unsaved-values.ts";

const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
  clear: () => kept.clear(),
};

type OfEntries = Parameters<typeof changeEntries> extends [unknown, ...infer Rest] ? Rest : never;

const here = { workflow_id: "later", signer_id: "s" };

/** The modules as a freshly loaded page has them. */
async function load() {
  vi.resetModules();
  const { placeOfEntries, ownUnsaved } = await import("./own-entries.ts");
  const { entriesOf, changeEntries } = await import("../../viewer/saving/unsaved-values.ts");
  return {
    entriesOf: (id: string) => entriesOf(placeOfEntries(id)),
    changeEntries: (id: string, ...change: OfEntries) => changeEntries(placeOfEntries(id), ...change),
    ownUnsaved,
    ...(await import("../../session.ts")),
  };
}

const entry = (value: string) => ({ value, before: "", sent: [] });
const file = { id: "lease", fields: [{ annotation_id: "s.name" }] } as unknown as WorkflowFile;

beforeEach(() => {
  kept.clear();
  vi.stubGlobal("sessionStorage", storage);
});

describe("what is typed and not saved yet", () => {
  it("is kept by file and field, and only this signer's is told", async () => {
    const { changeEntries, entriesOf, ownUnsaved } = await load();
    changeEntries("lease", ["s.name", "t.name"], () => entry("Käthe"));
    changeEntries("rules", ["s.city"], () => entry("Kiel"));
    expect(ownUnsaved(file)).toEqual({ "s.name": entry("Käthe") });
    changeEntries("lease", ["s.name", "t.name"], () => null);
    expect([entriesOf("lease"), entriesOf("rules")]).toEqual([{}, { "s.city": entry("Kiel") }]);
  });

  it("survives a reload and the end of the session, and goes when there is nothing to fill in any more", async () => {
    const before = await load();
    before.saveHeader(here);
    before.changeEntries("lease", ["s.name"], () => entry("Käthe"));
    before.clearSession();
    expect([...kept.keys()]).toEqual(["unsaved"]);
    const after = await load();
    expect(after.ownUnsaved(file)).toEqual({ "s.name": entry("Käthe") });
    after.saveHeader(here);
    after.saveOutcome("signed");
    expect((await load()).ownUnsaved(file)).toEqual({});
    expect(kept.has("unsaved")).toBe(false);
  });

  it("waits for its login while another workflow is signed in this tab", async () => {
    const tab = await load();
    tab.saveHeader({ ...here, workflow_id: "earlier" });
    tab.changeEntries("rules", ["s.city"], () => entry("Kiel"));
    tab.clearSession();
    tab.saveHeader(here);
    tab.changeEntries("lease", ["s.name"], () => entry("Käthe"));
    // What was on its way when its session ended is still of that workflow.
    tab.changeEntries("rules", ["s.city"], () => entry("Bonn"));
    tab.saveOutcome("revoked");
    expect([tab.entriesOf("lease"), tab.entriesOf("rules")]).toEqual([{}, { "s.city": entry("Bonn") }]);
  });

  it("is kept by the page where the browser stores nothing, and goes from there too", async () => {
    const { changeEntries, ownUnsaved, saveHeader, saveOutcome } = await load();
    const full = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    vi.stubGlobal("sessionStorage", { ...storage, setItem: full });
    saveHeader(here);
    changeEntries("lease", ["s.name"], () => entry("Käthe"));
    expect(ownUnsaved(file)).toEqual({ "s.name": entry("Käthe") });
    saveOutcome("signed");
    expect(ownUnsaved(file)).toEqual({});
  });

  it.each([
    "{broken",
    "null",
    "[]",
    '{"lease":5}',
    '{"lease":{"entries":{"s.name":{"value":"Käthe","before":""}}}}',
    '{"lease":{"workflow_id":"w"}}',
    '{"lease":{"workflow_id":"w","entries":{"s.name":"Käthe"}}}',
    '{"lease":{"workflow_id":"w","entries":{"s.name":{"value":1}}}}',
  ])("is nothing where somebody else wrote %s", async (text) => {
    kept.set("unsaved", text);
    expect((await load()).ownUnsaved(file)).toEqual({});
  });
});
