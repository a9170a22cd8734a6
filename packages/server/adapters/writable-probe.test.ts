/** A full disk is found out by writing to it, by the health check and by doctor alike. */
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmSync, watch, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { doctor } from "../cli/doctor.ts";
import { parseConfig } from "../config.ts";
import { writableProbe } from "./writable-probe.ts";

const [folder, disk] = [mkdtempSync(join(tmpdir(), "siegel-probe-")), mkdtempSync(join(tmpdir(), "siegel-disk-"))];
const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", disk]).status === 0;
afterAll(() => {
  if (mounted) spawnSync("umount", [disk]);
  for (const path of [folder, disk]) rmSync(path, { recursive: true, force: true });
});

describe("writableProbe", () => {
  it("leaves nothing behind, and writes once for everybody who asks within seconds", async () => {
    const check = writableProbe(folder);
    await check();
    const named = new Set<string | null>();
    const watching = watch(join(folder, "tmp"), (_, name) => named.add(name));
    await Promise.all(Array.from({ length: 50 }, () => check()));
    await sleep(100);
    expect(named.size).toBe(0);
    await writableProbe(folder)();
    await sleep(100);
    watching.close();
    expect(named.size, "the watch sees a file that is written").toBe(1);
    expect(readdirSync(join(folder, "tmp"))).toEqual([]);
  });

  it("says why where there is no folder to write to", async () => {
    writeFileSync(join(folder, "file"), "");
    await expect(writableProbe(join(folder, "file"))()).rejects.toThrow(/ENOTDIR/);
  });

  it.skipIf(!mounted)("finds a full disk out although its folder may be written, and its end", async () => {
    const check = writableProbe(disk);
    await check();
    const filling = join(disk, "filling");
    expect(() => {
      for (;;) appendFileSync(filling, Buffer.alloc(4_096));
    }).toThrow(/ENOSPC/);
    await expect(writableProbe(disk)()).rejects.toThrow(/ENOSPC/);
    await sleep(3_100);
    await expect(check()).rejects.toThrow(/ENOSPC/);
    const told: string[] = [];
    const config = parseConfig({ SIEGEL_DATA_DIR: join(folder, "none"), SIEGEL_STORAGE_URL: `file://${disk}` });
    await doctor(config, (line) => told.push(line), []);
    expect(told).toContainEqual(expect.stringMatching(/^The storage cannot be written: ENOSPC/));
    rmSync(filling);
    await sleep(3_100);
    await check();
    expect(existsSync(filling)).toBe(false);
  });
});
