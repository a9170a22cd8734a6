/** `npm test` that is killed in the middle of a test leaves nothing running. */
import { type ChildProcess, spawn } from "node:child_process";
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../fixtures/eventually.ts";
import { isAlive } from "../packages/server/adapters/database/live-pid.ts";
import { endPostgresBelow } from "./end-postgres.ts";
import { root } from "./tracked-files.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "siegel-killed-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const globalSetup = [join(root, "packages/server/test/global-setup.ts")];

/** A run over one test that never ends; `tmp` is where it puts everything. */
function startRun(tmp: string): ChildProcess {
  const stuck = join(tmp, "stuck.test.ts");
  mkdirSync(tmp);
  const begun = `writeFileSync(${JSON.stringify(join(tmp, "begun"))}, String(process.pid))`;
  writeFileSync(
    stuck,
    `import { writeFileSync } from "node:fs";\ntest("stuck", () => new Promise(() => { ${begun}; setInterval(() => 0, 1_000); }), 60_000);\n`,
  );
  const settings = { test: { root: tmp, globals: true, include: ["stuck.test.ts"], globalSetup } };
  writeFileSync(join(tmp, "stuck.config.mjs"), `export default ${JSON.stringify(settings)};\n`);
  const { DATABASE_URL: _, ...env } = process.env;
  return spawn(process.execPath, ["scripts/test.ts", "--config", join(tmp, "stuck.config.mjs")], {
    cwd: root,
    env: { ...env, TMPDIR: tmp },
    stdio: "ignore",
  });
}

describe("npm test", () => {
  it.each(["SIGTERM", "SIGINT"] as const)(
    "ends its database and its workers when it gets a %s",
    async (signal) => {
      const tmp = join(folder, signal);
      const run = startRun(tmp);
      const ended = new Promise<number | null>((resolve) => run.once("exit", resolve));
      try {
        await eventually(() => existsSync(join(tmp, "begun")) || undefined, "the stuck test");
        const worker = Number(readFileSync(join(tmp, "begun"), "utf8"));
        const [file = ""] = globSync(join(tmp, "siegel-tests-*/*/pg/postmaster.pid"));
        const postmaster = Number(readFileSync(file, "utf8").split("\n")[0]);
        expect([worker, postmaster].map(isAlive)).toEqual([true, true]);
        run.kill(signal);
        expect(await ended).toBe(1);
        expect([worker, postmaster].filter(isAlive)).toEqual([]);
        expect(readdirSync(tmp).filter((name) => name.startsWith("siegel-tests-"))).toEqual([]);
      } finally {
        run.kill("SIGTERM");
        await ended;
        for (const left of globSync(join(tmp, "siegel-tests-*"))) await endPostgresBelow(left);
      }
    },
    60_000,
  );
});
