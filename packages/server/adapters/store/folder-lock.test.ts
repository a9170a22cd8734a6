import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { FolderInUse, lockFolder } from "./folder-lock.ts";

const folder = mkdtempSync(join(tmpdir(), "siegel-lock-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("lockFolder", () => {
  it("lets one in, names it to the second, under whatever name the folder is called", async () => {
    const first = await lockFolder(join(folder, "data"), "pid 4711, port 3000");
    symlinkSync(join(folder, "data"), join(folder, "alias"));
    const second = lockFolder(join(folder, "alias"), "pid 4712");
    await expect(second).rejects.toThrow(FolderInUse);
    await expect(second).rejects.toThrow(/already in use by another Siegel \(pid 4711, port 3000\)/);
    await lockFolder(join(folder, "other"), "pid 4713").then((other) => other.release());
    await first.release();
    await (await lockFolder(join(folder, "data"), "pid 4714")).release();
  });
});
