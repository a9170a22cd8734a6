/** `kernel.file100mb.*` and `kernel.file1gb.rss`: large files are read through a window, never held. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { copyFile, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { windowsOf } from "@siegel/kernel/pdf/byte-source.ts";
import { fileBlobs } from "@siegel/server/adapters/store/file-blobs.ts";
import type { BlobStore, Sha256Hex } from "@siegel/server/ports/blobs.ts";
import { largePdf, signatureField } from "../../fixtures/large-document.ts";
import { atEffort, type Bench, runs_of_a_figure } from "../figure.ts";
import { interleave, median, ratioOfTimes, rounded } from "../interleave.ts";
import { fieldName } from "./document.ts";
import { signFile } from "./sign-file.ts";
import { makeTrust } from "./trust.ts";

/** A store with a large file that has an empty signature field. */
type LargeFile = { readonly folder: string; readonly blobs: BlobStore; readonly base: Sha256Hex };

/** Runs `measure` with a large file in a store that is removed afterwards. */
async function withLargeFile<T>(megabytes: number, measure: (file: LargeFile) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "siegel-bench-"));
  try {
    const blobs = fileBlobs(folder);
    const { sha256 } = await blobs.put(largePdf(megabytes));
    const source = await blobs.open(sha256);
    const field = signatureField(source, fieldName);
    await source.close();
    const { sha256: base } = await blobs.put([...largePdf(megabytes), field]);
    await forget(blobs, sha256);
    return await measure({ folder, blobs, base });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Room for the next one. */
async function forget(blobs: BlobStore, sha256: Sha256Hex): Promise<void> {
  if (!(await blobs.discard(sha256, new Date(Date.now() + 60_000)))) throw new Error("the file is still there");
}

async function hashBlob({ blobs, base }: LargeFile): Promise<void> {
  const source = await blobs.open(base);
  const hash = createHash("sha256");
  for await (const bytes of windowsOf(source)) hash.update(bytes);
  hash.digest();
  await source.close();
}

/** The operating system's own copy, on the disk when it is answered. */
async function copyAndSync({ folder, base }: LargeFile): Promise<void> {
  const copy = join(folder, "copy");
  await copyFile(join(folder, base.slice(0, 2), base.slice(2)), copy);
  const file = await open(copy, "r+");
  await file.sync();
  await file.close();
}

/** Signing 100 MB from disk to disk: at most 1.1 of two digests and a durable copy. */
export const file100mbTime: Bench = {
  name: "kernel.file100mb.time",
  floor: { at: "most", value: 1.1, goal: 0.8 },
  measure: (effort) =>
    withLargeFile(atEffort(effort, 100, 3), async (file) => {
      const trust = await makeTrust();
      const signing = {
        once: () => signFile(trust, file.blobs, file.base),
        check: async (signed: readonly Sha256Hex[]) => {
          for (const one of signed) await forget(file.blobs, one);
        },
      };
      const bare = async (): Promise<void> => {
        await hashBlob(file);
        await copyAndSync(file);
        await hashBlob(file);
      };
      const plan = { calls: 1, turns: 7, warmUp: 1, clock: "wall", effort } as const;
      const pairs = await interleave(signing, { once: bare }, plan);
      const note =
        "B-B of 100 MB in the store of documents, compared, written, read back ÷ two SHA-256 and a synced copy";
      return ratioOfTimes({ name: "kernel.file100mb.time", note }, pairs);
    }),
};

function memory(name: string, megabytes: number): Bench {
  return {
    name,
    floor: { at: "most", value: 48, goal: 32 },
    measure: (effort) =>
      withLargeFile(atEffort(effort, megabytes, 3), async ({ folder, blobs, base }) => {
        const child = join(import.meta.dirname, "sign-file-alone.ts");
        const runs: number[] = [];
        for (let run = 0; run < atEffort(effort, runs_of_a_figure); run += 1) {
          const { stdout } = await promisify(execFile)(process.execPath, [child, folder, base]);
          const [grown = "", signed = ""] = stdout.split(" ");
          runs.push(rounded(Number(grown)));
          await forget(blobs, signed as Sha256Hex);
        }
        const note = "peak above idle, in a process of its own";
        return { name, value: median(runs), baseline: null, unit: "MB", runs, note };
      }),
  };
}

/** Memory for 100 MB: at most 48 MB. */
export const file100mbRss = memory("kernel.file100mb.rss", 100);
/** Memory for 1 GB: the same. */
export const file1gbRss = memory("kernel.file1gb.rss", 1_000);
