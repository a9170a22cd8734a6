/**
 * `npm run bench [-- --group NAME …]`: measures the figures, prints one table (the middlemost of five runs, the best and the worst) and writes bench/results.json.
 * A figure below its floor makes the exit status 1. With `--smoke` everything is done once and small, to see that every
 * figure can still be had; nothing is written, and only a figure that cannot be had counts: `N passed, N failed`.
 * The two figures that take an hour say how they are made smaller (SIEGEL_BENCH_WORKFLOWS, SIEGEL_BENCH_JOURNEYS).
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Bench, type Effort, type Figure, isInGroup, reachesFloor, spreadOf } from "./figure.ts";
import { adminLogin, adminTables } from "./http/administration.ts";
import { growth } from "./http/growth.ts";
import { journeyCpu } from "./http/journey-cpu.ts";
import { journeyNeeded } from "./http/journey-needed.ts";
import { memory } from "./http/memory.ts";
import { loopBesideQualified, tailOfQualified } from "./http/qualified-times.ts";
import { journeyP95, tailOfSigning } from "./http/sign-times.ts";
import { longListFromMemory, longListMade, ocspOverHttp } from "./http/trust-points.ts";
import { webhooksBeside, webhooksRate } from "./http/webhooks.ts";
import { intakeTime } from "./intake/corpus.ts";
import { file1gbRss, file100mbRss, file100mbTime } from "./kernel/large-files.ts";
import { pages5000 } from "./kernel/pages.ts";
import { bbP256, bbRsa3072, bltaP256 } from "./kernel/signatures.ts";
import { crl10k, ocspResponses } from "./kernel/status.ts";
import { libpdfP256, libpdfRsa3072 } from "./vs/libpdf.ts";
import { webAdminJs } from "./web/admin-js.ts";
import { formTyping } from "./web/form.ts";
import { lighthouseScores, loginFcp } from "./web/lighthouse.ts";
import { webLoginJs } from "./web/login-js.ts";
import { webShellJs } from "./web/shell-js.ts";
import { firstPage, viewerMemory } from "./web/viewer.ts";

const benches: readonly Bench[] = [
  bbP256,
  bbRsa3072,
  bltaP256,
  file100mbTime,
  file100mbRss,
  file1gbRss,
  pages5000,
  ocspResponses,
  crl10k,
  libpdfP256,
  libpdfRsa3072,
  journeyCpu,
  journeyNeeded,
  journeyP95,
  tailOfSigning,
  tailOfQualified,
  loopBesideQualified,
  growth,
  memory,
  adminTables,
  adminLogin,
  webhooksRate,
  webhooksBeside,
  ocspOverHttp,
  longListFromMemory,
  longListMade,
  intakeTime,
  webLoginJs,
  webShellJs,
  webAdminJs,
  loginFcp,
  lighthouseScores,
  firstPage,
  viewerMemory,
  formTyping,
];

const { values } = parseArgs({ options: { group: { type: "string", multiple: true }, smoke: { type: "boolean" } } });
const { group } = values;
const effort: Effort = values.smoke === true ? "smoke" : "full";
const asked = benches.filter((bench) => group === undefined || group.some((name) => isInGroup(bench.name, name)));
if (asked.length === 0) {
  process.stderr.write(`no figure in ${group}; there are ${benches.map((bench) => bench.name).join(", ")}\n`);
  process.exit(2);
}

/** Of the table's columns, in characters. */
const widths = [24, 10, 10, 10, 10, 10, 8];
if (effort === "smoke") await tryAll();
else await measureAll();

async function measureAll(): Promise<void> {
  const figures: Figure[] = [];
  let below = 0;
  process.stdout.write(row(["figure", "value", "best", "worst", "unit", "floor", "goal"]));
  for (const bench of asked) {
    const figure = await bench.measure(effort);
    figures.push(figure);
    const floor = `${bench.floor.at === "most" ? "≤" : "≥"} ${bench.floor.value}`;
    const isFine = reachesFloor(bench, figure);
    if (!isFine) below += 1;
    const verdict = isFine ? "" : "  BELOW ITS FLOOR";
    const { best, worst } = spreadOf(bench, figure);
    const cells = [figure.name, figure.value, best, worst, figure.unit, floor, bench.floor.goal].map(String);
    process.stdout.write(row(cells, verdict));
  }
  writeFileSync(join(import.meta.dirname, "results.json"), `${JSON.stringify(figures, null, 2)}\n`);
  process.exitCode = below === 0 ? 0 : 1;
}

function row(cells: readonly string[], verdict = ""): string {
  const line = cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)));
  return `${line.join("")}${verdict}\n`;
}

async function tryAll(): Promise<void> {
  let failed = 0;
  for (const bench of asked) {
    const begun = performance.now();
    const wrong = await bench.measure(effort).then(
      ({ name, value }) => (name === bench.name && Number.isFinite(value) && value > 0 ? null : `${name} is ${value}`),
      (fault: unknown) => (fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)),
    );
    if (wrong !== null) failed += 1;
    const took = ((performance.now() - begun) / 1_000).toFixed(1);
    process.stdout.write(
      `${wrong === null ? "ok    " : "FAILED"} ${bench.name.padEnd(24)}${took.padStart(6)} s${wrong === null ? "" : `: ${wrong}`}\n`,
    );
  }
  process.stdout.write(`${asked.length - failed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 ? 0 : 1;
}
