/** Asks dependency-cruiser who imports whom, and whether that is allowed (`.dependency-cruiser.cjs`). */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** One forbidden import; `via` is the way round of a cycle. */
export type Violation = {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
  readonly via: readonly string[];
};

/** `modules` are the files that were really read. */
export type Boundaries = { readonly violations: readonly Violation[]; readonly modules: readonly string[] };

type Report = {
  modules: { source: string; coreModule?: boolean; couldNotResolve?: boolean }[];
  summary: { violations: { rule: { name: string }; from: string; to: string; cycle?: { name: string }[] }[] };
};

const root = join(import.meta.dirname, "..");
const cruiser = join(root, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs");
const places = ["packages", "scripts", "e2e", "interop", "bench", "fuzz", "fixtures"];

/**
 * Checks every import below `folder`, which holds `packages/` and may be a copy of this house.
 * @throws when the cruiser does not run
 */
export function checkBoundaries(folder: string): Boundaries {
  const config = join(root, ".dependency-cruiser.cjs");
  const present = places.filter((place) => existsSync(join(folder, place)));
  const run = spawnSync(process.execPath, [cruiser, ...present, "--config", config, "--output-type", "json"], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
  });
  if (!run.stdout.startsWith("{")) throw new Error(`dependency-cruiser did not run: ${run.stderr}${run.stdout}`);
  const report: Report = JSON.parse(run.stdout);
  return {
    violations: report.summary.violations.map((found) => ({
      rule: found.rule.name,
      from: found.from,
      to: found.to,
      via: (found.cycle ?? []).map((step) => step.name),
    })),
    modules: report.modules.map((module) => module.source),
  };
}
