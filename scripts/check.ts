/**
 * `npm run check`: everything that can be said about the text without running the product. Every step runs, prints one
 * line, and shows what it found; one bad step makes the exit status 1.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkBoundaries } from "./boundaries.ts";
import { checkSizes, type SourceFile } from "./sizes.ts";
import { isSource, root, trackedFiles } from "./tracked-files.ts";
import { checkAddresses, checkLines } from "./words.ts";

/** A step gives sentences about what is wrong; none means all is well. */
type Step = { readonly name: string; readonly find: () => readonly string[] };

const read = (path: string): SourceFile => ({ path, text: readFileSync(join(root, path), "utf8") });
const paths = trackedFiles();
const sources = paths.filter(isSource).map(read);
const texts = paths.filter(
  (path) => !/\.(pdf|png|jpg|ico|woff2?|ttf|der|cer|crl)$/.test(path) && path !== "scripts/words.ts",
);

const steps: readonly Step[] = [
  { name: "format", find: () => tool("@biomejs/biome/bin/biome", "format", "--reporter=summary", ".") },
  {
    name: "lint",
    find: () =>
      tool(
        "@biomejs/biome/bin/biome",
        "check",
        "--formatter-enabled=false",
        "--diagnostic-level=warn",
        "--reporter=github",
        "--error-on-warnings",
        ".",
      ),
  },
  { name: "types", find: () => tool("typescript-7/bin/tsc", "--noEmit", "--pretty", "false", "-p", ".") },
  { name: "boundaries", find: findBoundaries },
  { name: "dead code", find: () => tool("knip/bin/knip.js", "--no-progress", "--reporter", "compact") },
  { name: "size", find: () => checkSizes(sources, JSON.parse(read("scripts/size-exceptions.json").text)) },
  {
    name: "duplication",
    find: () =>
      tool("jscpd/run-jscpd.js", "packages", "scripts", "e2e", "fixtures", "interop", "bench", "fuzz", "gallery"),
  },
  {
    name: "words",
    find: () => [...checkLines(sources), ...checkAddresses(texts.map(read), root)],
  },
];

let bad = 0;
for (const step of steps) {
  const begun = performance.now();
  const found = step.find();
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  process.stdout.write(
    `${found.length === 0 ? "ok    " : "WRONG "} ${step.name.padEnd(12)} ${seconds.padStart(5)} s\n`,
  );
  for (const line of found) process.stdout.write(`         ${line}\n`);
  if (found.length > 0) bad += 1;
}
process.stdout.write(`${steps.length - bad} passed, ${bad} failed\n`);
process.exitCode = bad === 0 ? 0 : 1;

/** Runs a program of node_modules; what it prints counts only when it ends badly. */
function tool(bin: string, ...args: string[]): readonly string[] {
  const run = spawnSync(process.execPath, [join(root, "node_modules", bin), ...args], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
    env: { ...process.env, NO_COLOR: "1" },
  });
  if (run.status === 0) return [];
  const said = `${run.stdout}\n${run.stderr}`.split("\n").filter((line) => line.trim() !== "");
  return said.length > 0 ? said : [`${bin} ended with status ${run.status}: ${run.error ?? run.signal}`];
}

/** A cruiser that reads no TypeScript finds nothing wrong: so every file on disk must be among those it read. */
function findBoundaries(): readonly string[] {
  const { violations, modules } = checkBoundaries(root);
  const seen = new Set(modules);
  const unseen = sources
    .map((source) => source.path)
    .filter((path) => /^packages\/.*\.tsx?$/.test(path) && !seen.has(path));
  return [
    ...violations.map((found) => `${found.rule}: ${found.from} → ${[found.to, ...found.via].join(" → ")}`),
    ...unseen.map((path) => `${path} was not read by dependency-cruiser`),
  ];
}
