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
    await download({ id: "f", name: "lease.pdf" });
    expect(leave).toHaveBeenCalledOnce();
    expect(stored.size).toBe(0);
  });
});
