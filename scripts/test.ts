/**
 * `npm test`: runs vitest over the whole house and ends in one line, `N passed, N failed`.
 * Before it come the ten slowest files, the minutes of the run (`tests.time`), and every skipped case with its number, because a skip
 * that is not seen is a lie.
 * Killed, it takes everything it started with it: vitest, servers and browsers are one process group, the databases are
 * found by their folders.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endPostgresBelow } from "./end-postgres.ts";
import { countTests } from "./test-count.ts";

/** Everything the tests put into a temporary folder is below this one. */
const folder = realpathSync(mkdtempSync(join(tmpdir(), "siegel-tests-")));
const report = join(folder, "report.json");
const vitest = ["node_modules/vitest/vitest.mjs", "run", "--reporter=default", "--reporter=json"];
const wanted = process.argv.slice(2);
// Whoever names a file means it, however long it takes (vitest.config.ts).
const tests = process.env.SIEGEL_TESTS ?? (wanted.some((one) => !one.startsWith("-")) ? "all" : "everyday");
const begun = performance.now();
const child = spawn(process.execPath, [...vitest, `--outputFile.json=${report}`, ...wanted], {
  stdio: ["ignore", "inherit", "inherit"],
  // The many servers, sandboxes and commands of the tests are compiled once a run.
  env: { ...process.env, SIEGEL_TESTS: tests, TMPDIR: folder, NODE_COMPILE_CACHE: join(folder, "compiled") },
  detached: true,
});
let killed = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    // A second signal means: do not wait.
    signalGroup(killed ? "SIGKILL" : signal);
    killed = true;
  });
}
child.once("exit", async (status) => {
  const count = countTests(readReport(), status ?? 1);
  if (killed) await endGroup();
  await endPostgresBelow(folder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  for (const line of count.slowest) process.stdout.write(`slow: ${line}\n`);
  process.stdout.write(`tests.time ${((performance.now() - begun) / 60_000).toFixed(1)} min\n`);
  for (const [at, title] of count.skipped.entries()) process.stdout.write(`skipped ${at + 1}: ${title}\n`);
  for (const reason of count.reasons) process.stdout.write(`failed: ${reason}\n`);
  process.stdout.write(`${count.passed} passed, ${count.failed} failed\n`);
  process.exitCode = count.failed === 0 ? 0 : 1;
});

/** Whether there was anybody left in the group to hear it. */
function signalGroup(signal: NodeJS.Signals | 0): boolean {
  try {
    return child.pid !== undefined && process.kill(-child.pid, signal);
  } catch {
    return false;
  }
}

/** Gives what vitest started ten seconds to stop in order. */
async function endGroup(): Promise<void> {
  for (let tries = 0; tries < 100 && signalGroup(0); tries++) await sleep(100);
  signalGroup("SIGKILL");
}

function readReport(): string | null {
  try {
    return readFileSync(report, "utf8");
  } catch (error) {
    process.stderr.write(`vitest wrote no report: ${error}\n`);
    return null;
  }
}
