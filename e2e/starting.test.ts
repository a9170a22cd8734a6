/** Starting, killing and starting again; two side by side; two on one folder. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nextMessage } from "../fixtures/inbox.ts";
import { confirmFiles, logIn, sign } from "../fixtures/signer-client.ts";
import { freePort } from "../packages/server/adapters/embedded-postgres.ts";
import { onePagePdf } from "./pdf.ts";
import { type Product, startProduct } from "./product.ts";
import { call, download, person, send } from "./sender.ts";

const readme = readFileSync(join(import.meta.dirname, "../README.md"), "utf8");
const hasCurl = spawnSync("curl", ["--version"]).status === 0;

let one: Product;
beforeAll(async () => {
  // As after an installation: nothing is compiled yet.
  one = await startProduct({ NODE_COMPILE_CACHE: "" });
}, 120_000);
afterAll(async () => await one?.stop());

describe("starting", () => {
  it("prints a link for each signer type that works, the key and the inbox", () => {
    expect(one.demo.workflows.map((w) => w.signer_type).toSorted()).toEqual(["a_seal", "a_signature", "s_signature"]);
    for (const { url } of one.demo.workflows) expect(one.printed()).toContain(url);
    expect(one.printed()).toContain(one.demo.apiKey);
    expect(one.printed()).toContain(one.demo.sandboxUrl);
  });

  it.skipIf(!hasCurl)(
    "takes what the README says to type, and invites whom it names (skipped where there is no curl)",
    async () => {
      const [, section = ""] = readme.split("\n## Sending\n");
      const [, typed = ""] = /```\n(.+?)\n```/s.exec(section) ?? [];
      const folder = mkdtempSync(join(tmpdir(), "siegel-readme-"));
      try {
        symlinkSync(one.dataDir, join(folder, "data"));
        writeFileSync(join(folder, "contract.pdf"), onePagePdf());
        // As a newcomer has it, but for the port.
        const commands = typed.replaceAll("http://localhost:3000", one.demo.baseUrl);
        expect(commands).not.toContain("localhost:3000");
        // Bash takes a socket for input to mean that somebody came over a network, and reads its start-up files.
        const { stdout, stderr } = spawnSync("bash", ["--norc", "-euo", "pipefail", "-c", commands], {
          cwd: folder,
          encoding: "utf8",
        });
        expect(stderr).toBe("");
        const { success, data } = JSON.parse(stdout) as {
          success: boolean;
          data: { workflow_id: string; status: string };
        };
        expect([success, data.status]).toEqual([true, "OPEN"]);
        const { text } = await nextMessage(one.demo.sandboxUrl, "kim@example.org", { channel: "mail" });
        expect(text).toContain(data.workflow_id);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );

  it("killed and started again, it finds everything, in under five seconds", async () => {
    const created = await send(one.demo, onePagePdf(), [person("s_signature")]);
    const signer = await logIn(created.signers[0]?.url ?? "");
    await confirmFiles(signer);
    const before = one.demo;
    await one.kill();
    const start = performance.now();
    await one.restart();
    expect(performance.now() - start).toBeLessThan(5_000);
    expect(one.demo).toEqual(before);
    expect((await sign(signer)).status).toBe("FINISHED");
    expect((await download(one.demo, created)).length).toBeGreaterThan(10_000);
  }, 60_000);

  it("a second one on the same folder refuses with a sentence", async () => {
    const second = spawnSync(process.execPath, [join(import.meta.dirname, "../packages/server/main.ts")], {
      env: {
        ...process.env,
        ...one.env,
        PORT: String(await freePort()),
        SIEGEL_SANDBOX_PORT: String(await freePort()),
        SIEGEL_SANDBOX_SMTP_PORT: String(await freePort()),
      },
      encoding: "utf8",
      timeout: 30_000,
    });
    expect(second.status).toBe(1);
    expect(second.stderr).toMatch(/data folder .* is (already )?in use/i);
  });

  it("another one on other ports and another folder runs beside it", async () => {
    const two = await startProduct();
    try {
      const here = await send(one.demo, onePagePdf(), [person("s_signature")]);
      const there = await call(two.demo, "GET", `/api/v1/workflows/${here.workflow_id}`);
      expect(there.status).toBe(404);
    } finally {
      await two.stop();
    }
  }, 120_000);
});
