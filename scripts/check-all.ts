/**
 * `npm run check-all [-- --only NAME]`: everything that is slow and rarely breaks, one step after the other, alone on a quiet machine; before
 * a release, and when the kernel changed. Takes about two hours. It ends in a table of steps with their times and one line,
 * `N passed, N failed`, a step each. `.ci/run` does the rest before every change.
 * A new slow proof is one more step here (outside programs, other makers' files, long rounds), or a file of `slow` in vitest.config.ts.
 */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

/** `runs` is `npm run <script> -- <arguments>`. `needs` names an environment variable without which the step is skipped, and is told. */
type Step = {
  readonly name: string;
  readonly runs: readonly [script: string, ...rest: string[]];
  readonly needs?: string;
  readonly environment?: Readonly<Record<string, string>>;
};

const steps: readonly Step[] = [
  // Timing of many pairs, long walks of outside programs, full rounds: the files that neither `npm test` nor `.ci/run` has time for.
  { name: "slow tests", runs: ["test"], environment: { SIEGEL_TESTS: "slow" } },
  { name: "judges", runs: ["judges", "--ci"] },
  { name: "fuzz", runs: ["fuzz", "--minutes", "30"] },
  { name: "fuzz, a fixed seed", runs: ["fuzz", "--minutes", "2", "--seed", "1"] },
  { name: "faults", runs: ["faults", "--rounds", "50"] },
  { name: "figures", runs: ["bench"] },
  { name: "figures, small", runs: ["bench", "--smoke"] },
  { name: "gallery", runs: ["gallery"] },
  // Every test once more on the PostgreSQL (>= 15) that DATABASE_URL names.
  { name: "tests on DATABASE_URL", runs: ["test"], needs: "DATABASE_URL", environment: { SIEGEL_TESTS: "all" } },
];

const { values } = parseArgs({ options: { only: { type: "string" } } });
const asked = steps.filter(({ name }) => values.only === undefined || name === values.only);
if (asked.length === 0) {
  process.stderr.write(`no step ${values.only}; there are ${steps.map(({ name }) => name).join(" · ")}\n`);
  process.exit(2);
}

let [passed, failed] = [0, 0];
const lines: string[] = [];
for (const step of asked) {
  process.stdout.write(`\n== ${step.name}\n`);
  const begun = performance.now();
  const outcome = run(step);
  if (outcome === "ok") passed += 1;
  if (outcome === "FAILED") failed += 1;
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
  lines.push(`${outcome.padEnd(8)} ${step.name.padEnd(24)} ${minutes.padStart(6)} min`);
}
process.stdout.write(`\n${lines.join("\n")}\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

function run({ runs: [script, ...rest], needs, environment }: Step): "ok" | "FAILED" | "skipped" {
  // A database of the machine is only for the step that asks for it.
  const { DATABASE_URL, ...env } = process.env;
  if (needs !== undefined && process.env[needs] === undefined) return "skipped";
  const command = ["run", "--silent", script, ...(rest.length === 0 ? [] : ["--", ...rest])];
  const done = spawnSync("npm", command, {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...env, ...(needs === undefined ? {} : { DATABASE_URL }), ...environment },
    shell: process.platform === "win32",
  });
  return done.status === 0 ? "ok" : "FAILED";
}
