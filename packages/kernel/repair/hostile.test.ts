import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { hostileFiles } from "../../../fixtures/hostile.ts";
import { someOf } from "../../../fixtures/slow-run.ts";
import type { Weight } from "../../../fixtures/weigh-intake.ts";

const run = promisify(execFile);
const script = join(import.meta.dirname, "../../../fixtures/weigh-intake.ts");

/** As intake's processes have it: without a bound V8 collects when it finds the time, and a busy machine has none. */
const heap = "--max-old-space-size=256";

async function weigh(name: string): Promise<Weight> {
  const { stdout } = await run(process.execPath, [heap, script, name], { timeout: 170_000 });
  return JSON.parse(stdout);
}

describe("files that want to cost time or memory", () => {
  it.each(someOf(hostileFiles, 3))(
    "[T-014] $name: $code within 10 s and 512 MB",
    async ({ name, code }) => {
      const { strict, intake, seconds, megabytes } = await weigh(name);
      expect(intake).toBe(code);
      expect(strict).toMatch(/^(opened|FILE_[A-Z_]+)$/);
      expect(seconds).toBeLessThan(10);
      expect(megabytes).toBeLessThan(512);
    },
    180_000,
  );

  it("a tree of pages that is too large ends before everything else is read", async () => {
    expect((await weigh("400,000 nodes of an empty page tree")).megabytes).toBeLessThan(340);
  });
});
