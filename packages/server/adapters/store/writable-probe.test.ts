/** A full disk is found out by writing to it, by the health check and by doctor alike. */
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readdirSync, rmSync, watch, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { doctor } from "../../cli/doctor.ts";
import { parseConfig } from "../../config.ts";
import { answerForAll, writableProbe } from "./writable-probe.ts";

const [folder, disk] = [mkdtempSync(join(tmpdir(), "siegel-probe-")), mkdtempSync(join(tmpdir(), "siegel-disk-"))];
const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", disk]).status === 0;
afterAll(() => {
  if (mounted) spawnSync("umount", [disk]);
  for (const path of [folder, disk]) rmSync(path, { recursive: true, force: true });
});

describe("answerForAll", () => {
  const times = { wellMs: 200, faultMs: 20, hungMs: 50 };

  it("asks anew after a write that does not end, and of those lets two hang", async () => {
    let asked = 0;
    const back = Promise.withResolvers<void>();
    const check = answerForAll(() => (++asked <= 2 ? back.promise : Promise.resolve()), times);
    for (let n = 0; n < 4; n++) {
      void check();
      await sleep(70);
    }
    expect(asked).toBe(2);
    back.resolve();
    await check();
    await sleep(220);
    await check();
    expect(asked).toBe(3);
  });

  it("finds a storage that is back although the first write hangs for ever", async () => {
    let asked = 0;
    const check = answerForAll(() => (++asked === 1 ? new Promise(() => undefined) : Promise.resolve()), times);
    void check();
    await sleep(70);
    await check();
    expect(asked).toBe(2);
  });

  it("looks at a fault again sooner than at what is well", async () => {
    const answers = [Promise.reject(new Error("full")), Promise.resolve()];
    answers[0]?.catch(() => undefined);
    let asked = 0;
    const check = answerForAll(() => answers[asked++] ?? Promise.resolve(), times);
    await expect(check()).rejects.toThrow("full");
    await sleep(40);
    await check();
    await sleep(40);
    await check();
    expect(asked).toBe(2);
  });
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
    await check();
    const other = writableProbe(disk);
    await expect(other()).rejects.toThrow(/ENOSPC/);
    const told: string[] = [];
    const config = parseConfig({ SIEGEL_DATA_DIR: join(folder, "none"), SIEGEL_STORAGE_URL: `file://${disk}` });
    await doctor(config, (line) => told.push(line), []);
    expect(told).toContainEqual(expect.stringMatching(/^The storage cannot be written: ENOSPC/));
    rmSync(filling);
    await sleep(3_100);
    await other();
    expect(existsSync(filling)).toBe(false);
  });
});
