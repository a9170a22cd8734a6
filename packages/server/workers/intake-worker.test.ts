import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { platform, tmpdir } from "node:os";
import { join } from "node:path";
import type { FileId, SignerId } from "@siegel/contract/ids.ts";
import { pdf_bytes_max, pdf_pages_max } from "@siegel/contract/limits.ts";
import { describe, expect, it } from "vitest";
import { hostileFiles } from "../../../fixtures/hostile.ts";
import { workerOptions } from "../adapters/workers/start-worker.ts";
import { defaultPoolLimits } from "../adapters/workers/worker-pool.ts";
import type { Sha256Hex } from "../ports/blobs.ts";
import type { IntakeFileTask } from "../rooms/documents/intake-documents.ts";
import type { PreparedDocument, RefusedDocument } from "../rooms/intake/intake.ts";

type Weighed = {
  readonly outcome: PreparedDocument | RefusedDocument;
  readonly seconds: number;
  readonly megabytes: number;
};

/** Seconds of processor time that a process was given; the system counts in hundredths. */
function processorSeconds(pid: number | undefined): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [user = "", system = ""] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13);
  return (Number(user) + Number(system)) / 100;
}

/**
 * One file through a worker of its own, as the product starts it: the time it computed, which other work on the machine does
 * not add to, and the most memory it ever held, as the system counted.
 */
async function weigh(bytes: Uint8Array): Promise<Weighed> {
  const folder = mkdtempSync(join(tmpdir(), "siegel-weigh-"));
  const path = join(folder, "file");
  writeFileSync(path, bytes);
  const lent = { read: [folder], write: [folder] };
  const worker = fork(new URL("./intake-worker.ts", import.meta.url), workerOptions(defaultPoolLimits, lent));
  try {
    await once(worker, "message");
    const task: IntakeFileTask = {
      path,
      sha256: createHash("sha256").update(bytes).digest("hex") as Sha256Hex,
      rewrittenPath: join(folder, "rewritten"),
      fileId: "file" as FileId,
      signers: [{ signerId: "s".repeat(26) as SignerId, reference: "alice", label: "Ada Berg", fields: [] }],
      limits: { fileBytesMax: pdf_bytes_max, pagesMax: pdf_pages_max },
      identity: new Uint8Array(16),
      language: "en" as const,
      isSigned: true,
      marks: { mark: "none" } as const,
    };
    const begun = processorSeconds(worker.pid);
    worker.send(task);
    const [{ outcome }] = await once(worker, "message");
    const seconds = processorSeconds(worker.pid) - begun;
    const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${worker.pid}/status`, "utf8"))?.[1];
    return { outcome, seconds, megabytes: Number(peak) / 1024 };
  } finally {
    worker.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The dearest of fixtures/hostile.ts, each in another way; what reading alone makes of all of them is tested in kernel/repair. */
const dearest = [
  "100 MB of the word obj",
  "1,000 cross-reference streams whose rows",
  "12 object streams of 60 MB",
  "400,000 nodes of an empty page tree",
].map((begin) => {
  const found = hostileFiles.find(({ name }) => name.startsWith(begin));
  if (found === undefined) throw new Error(`no hostile file is called ${begin}`);
  return found;
});

describe.skipIf(platform() !== "linux")("intake of files that want to cost time or memory (where /proc tells)", () => {
  it.each(dearest)(
    "[T-014] $name: $code within 10 s and 512 MB",
    async ({ code, make }) => {
      const { outcome, seconds, megabytes } = await weigh(make());
      expect(outcome).toMatchObject({ ok: false, code });
      expect(seconds).toBeLessThan(defaultPoolLimits.timeMs / 1_000);
      expect(megabytes).toBeLessThan(512);
    },
    180_000,
  );
});
