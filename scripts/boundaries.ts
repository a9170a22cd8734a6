/** Asks dependency-cruiser who imports whom, and whether that is allowed (`.dependency-cruiser.cjs`). */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** One forbidden import; `via` is the way round of a cycle, or to what may not be reached. */
export type Violation = {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
  readonly via: readonly string[];
};

/** `modules` are the files that were really read. */
export type Boundaries = { readonly violations: readonly Violation[]; readonly modules: readonly string[] };

type Module = { source: string; dependencies: { resolved: string; dependencyTypes: string[] }[] };
type Step = { name: string };
type Report = {
  modules: Module[];
  summary: { violations: { rule: { name: string }; from: string; to: string; cycle?: Step[]; via?: Step[] }[] };
};

const root = join(import.meta.dirname, "..");
const cruiser = join(root, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs");
const places = ["packages", "scripts", "e2e", "interop", "bench", "fuzz", "gallery", "fixtures"];

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
  const direct = report.summary.violations.map((found) => ({
    rule: found.rule.name,
    from: found.from,
    to: found.to,
    via: (found.cycle ?? found.via ?? []).map((step) => step.name),
  }));
  return {
    violations: [...direct, ...reachedByWorkers(report.modules)],
    modules: report.modules.map((module) => module.source),
  };
}

const worker = /^packages\/server\/workers\/(.*-worker|signing-module)\.ts$/;
const closedToWorkers = new RegExp(
  [
    "^packages/server/(db|http|jobs|cli|backup)/",
    "^node_modules/(pg|pg-[^/]+|kysely|nodemailer|fastify|undici)/",
    "^(node:)?(net|http|https|http2|tls|dgram|dns|dns/promises|child_process|cluster)$",
  ].join("|"),
);

/** Has to name the network in order to take it away. */
const takesNetworkAway = "packages/server/adapters/workers/give-up-rights.ts";

/**
 * What a process that reads foreign files or opens a signer's key loads, through whatever: neither database nor network. The cruiser's own `reachable`
 * counts `import type` as a way, on which nothing is ever loaded.
 */
function reachedByWorkers(modules: readonly Module[]): Violation[] {
  const loaded = new Map(
    modules.map(({ source, dependencies }) => [
      source,
      dependencies.filter((one) => !one.dependencyTypes.includes("type-only")).map((one) => one.resolved),
    ]),
  );
  const found: Violation[] = [];
  for (const from of [...loaded.keys()].filter((source) => worker.test(source))) {
    const ways = new Map([[from, [from]]]);
    for (const [place, way] of ways) {
      if (closedToWorkers.test(place)) found.push({ rule: "workers-load-no-database", from, to: place, via: way });
      // A map is walked in the order of its entries, those added meanwhile among them.
      else if (place !== takesNetworkAway)
        for (const next of loaded.get(place) ?? []) if (!ways.has(next)) ways.set(next, [...way, next]);
    }
  }
  return found;
}
