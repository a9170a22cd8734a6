/** What `npm start` says of a port that is taken, in a checkout where nothing is installed yet. */
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../packages/server/adapters/database/embedded-postgres.ts";
import { whyNotListening } from "../packages/server/adapters/listening-port.ts";
import { root } from "./tracked-files.ts";

const host = "127.0.0.1";
const asked = [
  "PORT",
  "SIEGEL_SANDBOX_PORT",
  "SIEGEL_SANDBOX_SMTP_PORT",
  "SIEGEL_SANDBOX_EID_PORT",
  "SIEGEL_METRICS_PORT",
] as const;
let taken: { readonly port: number; readonly server: Server };
let checkout = "";
let free: Record<string, string> = {};
beforeAll(async () => {
  checkout = mkdtempSync(join(tmpdir(), "siegel-checkout-"));
  mkdirSync(join(checkout, "scripts"));
  for (const name of ["bootstrap.mjs", "free-ports.mjs", "outside-tools.mjs", "build-pkcs11.mjs"])
    copyFileSync(join(root, "scripts", name), join(checkout, "scripts", name));
  writeFileSync(join(checkout, "package.json"), '{"name":"empty","version":"1.0.0"}');
  const lock = { name: "empty", version: "1.0.0", lockfileVersion: 3, requires: true, packages: { "": {} } };
  writeFileSync(join(checkout, "package-lock.json"), JSON.stringify(lock));
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a port was asked for");
  taken = { port: address.port, server };
  free = Object.fromEntries(await Promise.all(asked.map(async (name) => [name, String(await freePort())] as const)));
});
afterAll(async () => {
  await new Promise((resolve) => taken.server.close(resolve));
  rmSync(checkout, { recursive: true });
});

function bootstrap(environment: Readonly<Record<string, string>>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/bootstrap.mjs", "--ports"], {
    cwd: checkout,
    env: { PATH: process.env.PATH ?? "", HOME: checkout, ...environment },
    encoding: "utf8",
    timeout: 60_000,
  });
  return { status, stdout, stderr };
}

describe("a start that has everything to install", () => {
  it.each(asked)("looks at its ports first: %s", async (variable) => {
    const sentence = await whyNotListening({ port: taken.port, host, variable });
    expect(bootstrap({ ...free, [variable]: String(taken.port) })).toEqual({
      status: 1,
      stdout: "",
      stderr: `${sentence}\n`,
    });
    expect(readdirSync(checkout).toSorted(), "nothing was begun").toEqual([
      "package-lock.json",
      "package.json",
      "scripts",
    ]);
  });

  it("asks for no port of a sandbox that is there to be taken over, or of none", () => {
    const inbox = { SIEGEL_SANDBOX_PORT: String(taken.port) };
    mkdirSync(join(checkout, "data"));
    writeFileSync(join(checkout, "data/sandbox.pid"), String(process.pid));
    expect(bootstrap({ ...free, ...inbox, PORT: String(taken.port) }).stderr).not.toContain("SANDBOX");
    rmSync(join(checkout, "data"), { recursive: true });
    const production = { SIEGEL_MODE: "production", PORT: String(taken.port) };
    expect(bootstrap({ ...free, ...inbox, ...production }).stderr).not.toContain("SANDBOX");
  });

  it("asks for them where a sandbox left no number behind", () => {
    mkdirSync(join(checkout, "data"));
    writeFileSync(join(checkout, "data/sandbox.pid"), "");
    const { stderr } = bootstrap({ ...free, SIEGEL_SANDBOX_PORT: String(taken.port) });
    expect(stderr).toContain(`SIEGEL_SANDBOX_PORT=${taken.port + 10}`);
    rmSync(join(checkout, "data"), { recursive: true });
  });

  it("says of two that are the same which they are, and blames no other program", () => {
    const { PORT = "" } = free;
    const { status, stderr } = bootstrap({ ...free, SIEGEL_SANDBOX_PORT: PORT });
    const choice = `Choose another one with SIEGEL_SANDBOX_PORT, for example SIEGEL_SANDBOX_PORT=${Number(PORT) + 10}.`;
    expect([status, stderr]).toEqual([1, `PORT and SIEGEL_SANDBOX_PORT are both port ${PORT}. ${choice}\n`]);
  });

  it("goes on where they are free", () => {
    // As npm leaves it when there is no package to install.
    mkdirSync(join(checkout, "node_modules"));
    writeFileSync(join(checkout, "node_modules/.package-lock.json"), '{"packages":{}}');
    const { status, stderr } = bootstrap(free);
    expect([status, stderr]).toEqual([0, ""]);
    expect(existsSync(join(checkout, "node_modules/.siegel-installed"))).toBe(true);
  });
});
