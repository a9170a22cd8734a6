import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "./database/embedded-postgres.ts";
import { whyNotListening } from "./listening-port.ts";
import { startSandboxProcess } from "./sandbox-process.ts";

const host = "127.0.0.1";
let taken: { readonly port: number; readonly server: Server };
let dataDir = "";
beforeAll(async () => {
  const port = await freePort();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  taken = { port, server };
  dataDir = mkdtempSync(join(tmpdir(), "siegel-port-"));
});
afterAll(async () => {
  await new Promise((resolve) => taken.server.close(resolve));
  rmSync(dataDir, { recursive: true });
});

const sentence = (variable: string, { port } = taken): string =>
  `Port ${port} is already in use by another program. ` +
  `Choose another one with ${variable}, for example ${variable}=${port + 10}.`;

describe("a port to listen on", () => {
  it("is named with the variable that chooses another where somebody listens there", async () => {
    expect(await whyNotListening({ port: taken.port, host, variable: "PORT" })).toBe(sentence("PORT"));
    expect(await whyNotListening({ port: await freePort(), host, variable: "PORT" })).toBeNull();
  });

  it("of an address that this machine has not is another matter", async () => {
    const said = await whyNotListening({ port: taken.port, host: "192.0.2.1", variable: "PORT" });
    expect(said).toMatch(/^Nothing can listen on port \d+ of 192\.0\.2\.1: .*EADDRNOTAVAIL/);
  });

  it("of the sandbox is looked at before the sandbox is started", async () => {
    const free = await freePort();
    const beside = { url: "http://localhost:1", relyingParty: "http://localhost:2", dataDir, environment: process.env };
    const where = { ...beside, eidPort: await freePort() };
    const inbox = startSandboxProcess({ ...where, port: taken.port, smtpPort: free });
    await expect(inbox).rejects.toThrow(sentence("SIEGEL_SANDBOX_PORT"));
    const mail = startSandboxProcess({ ...where, port: free, smtpPort: taken.port });
    await expect(mail).rejects.toThrow(sentence("SIEGEL_SANDBOX_SMTP_PORT"));
    const cards = startSandboxProcess({ ...where, port: free, smtpPort: await freePort(), eidPort: taken.port });
    await expect(cards).rejects.toThrow(sentence("SIEGEL_SANDBOX_EID_PORT"));
  });

  it.each(["PORT", "SIEGEL_METRICS_PORT"])("that is taken, of %s, is all that a start says", async (variable) => {
    const environment = {
      PATH: process.env.PATH ?? "",
      SIEGEL_DATA_DIR: dataDir,
      PORT: String(await freePort()),
      [variable]: String(taken.port),
    };
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, "../main.ts")], {
      env: environment,
      encoding: "utf8",
      timeout: 30_000,
    });
    expect([status, stdout, stderr]).toEqual([1, "", `${sentence(variable)}\n`]);
  });
});
