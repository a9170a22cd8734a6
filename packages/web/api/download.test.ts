import { afterEach, describe, expect, it, vi } from "vitest";
import { onLeave } from "./client.ts";
import { download } from "./download.ts";

describe("a download", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("[S-288] that finds the session ended forgets it and leaves, like every call", async () => {
    const stored = new Map([["header", "{}"]]);
    vi.stubGlobal("sessionStorage", {
      getItem: (key: string) => stored.get(key) ?? null,
      clear: () => stored.clear(),
    });
    vi.stubGlobal("fetch", async () =>
      Response.json({ success: false, code: "SESSION_ENDED", data: [] }, { status: 401 }),
    );
    const leave = vi.fn();
    onLeave(leave);
    await download({ id: "f", name: "lease.pdf" }, { isToldByPage: true });
    expect(leave).toHaveBeenCalledOnce();
    expect(stored.size).toBe(0);
  });

  it("[S-103] is saved under the name that the same file has in mails and in other systems", async () => {
    const link = { href: "", download: "", click: vi.fn() };
    vi.stubGlobal("sessionStorage", { getItem: () => null });
    vi.stubGlobal("document", { createElement: () => link });
    vi.stubGlobal("fetch", async () => new Response("%PDF-"));
    await download({ id: "f", name: "lease 1/2: rules" }, { isToldByPage: true });
    expect(link.click).toHaveBeenCalledOnce();
    expect(link.download).toBe("lease 1_2_ rules.pdf");
  });
});
