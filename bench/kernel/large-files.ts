/** `kernel.file100mb.*` and `kernel.file1gb.rss`: large files are read through a window, never held. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Bench } from "../figure.ts";
import { interleave, ratioOfTimes, rounded } from "../interleave.ts";
import { openFile, writeLargeDocument } from "./large-document.ts";
import { copyAndSync, signFile } from "./sign-file.ts";
import { makeTrust } from "./trust.ts";

/** Runs `measure` with a large file in a folder that is removed afterwards. */
async function withLargeFile<T>(
  megabytes: number,
  measure: (at: { from: string; to: string }) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "siegel-bench-"));
  try {
    const at = { from: join(folder, "large.pdf"), to: join(folder, "out.pdf") };
    writeLargeDocument(at.from, megabytes);
    return await measure(at);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function hashFile(path: string): void {
  const source = openFile(path);
  const hash = createHash("sha256");
  for (let at = 0; at < source.size; at += 1 << 20) hash.update(source.read(at, Math.min(1 << 20, source.size - at)));
  hash.digest();
  source.close();
}

/** Signing 100 MB from disk to disk: at most 1.2 of two digests and a durable copy. */
export const file100mbTime: Bench = {
  name: "kernel.file100mb.time",
  floor: { at: "most", value: 1.2 },
  measure: () =>
    withLargeFile(100, async (at) => {
      const trust = await makeTrust();
      const bare = async (): Promise<void> => {
        hashFile(at.from);
        await copyAndSync(at, new Uint8Array(0));
        hashFile(at.from);
      };
      const sides = [{ once: () => signFile(trust, at) }, { once: bare }] as const;
      const pairs = await interleave(...sides, { calls: 1, turns: 7, warmUp: 1, clock: "wall" });
      const note = "B-B of 100 MB from disk to disk, read back ÷ two SHA-256 and a synced copy";
      return ratioOfTimes({ name: "kernel.file100mb.time", note }, pairs);
    }),
};

function memory(name: string, megabytes: number): Bench {
  return {
    name,
    floor: { at: "most", value: 64 },
    measure: () =>
      withLargeFile(megabytes, async ({ from, to }) => {
        const child = join(import.meta.dirname, "sign-file-alone.ts");
        const runs: number[] = [];
        for (let run = 0; run < 3; run += 1) {
          const { stdout } = await promisify(execFile)(process.execPath, [child, from, to]);
          runs.push(rounded(Number(stdout)));
          rmSync(to);
        }
        const note = "peak above idle, in a process of its own";
        return { name, value: Math.min(...runs), baseline: null, unit: "MB", runs, note };
      }),
  };
}

/** Memory for 100 MB: at most 64 MB. */
export const file100mbRss = memory("kernel.file100mb.rss", 100);
/** Memory for 1 GB: the same. */
export const file1gbRss = memory("kernel.file1gb.rss", 1_000);
