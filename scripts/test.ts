/**
 * `npm test`: runs vitest over the whole house and ends in one line, `N passed, N failed`.
 * What was skipped is listed by name before it, because a skip nobody sees is a lie.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countTests } from "./test-count.ts";

const folder = mkdtempSync(join(tmpdir(), "siegel-tests-"));
const report = join(folder, "report.json");
const vitest = ["node_modules/vitest/vitest.mjs", "run", "--reporter=default", "--reporter=json"];
const child = spawn(process.execPath, [...vitest, `--outputFile.json=${report}`, ...process.argv.slice(2)], {
  stdio: ["ignore", "inherit", "inherit"],
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
child.once("exit", (status) => {
  const count = countTests(readReport(), status ?? 1);
  rmSync(folder, { recursive: true, force: true });
  for (const title of count.skipped) process.stdout.write(`skipped: ${title}\n`);
  for (const reason of count.reasons) process.stdout.write(`failed: ${reason}\n`);
  process.stdout.write(`${count.passed} passed, ${count.failed} failed\n`);
  process.exitCode = count.failed === 0 ? 0 : 1;
});

function readReport(): string | null {
  try {
    return readFileSync(report, "utf8");
  } catch (error) {
    process.stderr.write(`vitest wrote no report: ${error}\n`);
    return null;
  }
}
