/** Starting, killing and starting again; two side by side; two on one folder. */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nextMessage } from "../fixtures/inbox.ts";
import { confirmFiles, logIn, sign, signThrough } from "../fixtures/signer-client.ts";
import { freePort } from "../packages/server/adapters/database/embedded-postgres.ts";
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

/** The README's section about sending: as it is read, and what it says to type, at whatever port the demo has. */
const [, section = ""] = readme.split(/\n## (?:Sending|What is real).*\n/);
function blocks(): [sending: string, fetching: string] {
  const [sending, fetching, ...more] = [...section.matchAll(/```\n(.+?)\n```/gs)].map(([, typed = ""]) => typed);
  if (!sending || !fetching || more.length > 0) throw new Error("the README no longer sends and fetches in two blocks");
  expect(sending + fetching).not.toContain("localhost");
  return [sending, fetching];
}

/** A newcomer's folder: the demo's data, and a `contract.pdf` where they have one. */
function newcomersFolder(dataDir: string, contract?: string | Uint8Array) {
  const folder = mkdtempSync(join(tmpdir(), "siegel-readme-"));
  symlinkSync(dataDir, join(folder, "data"));
  if (contract !== undefined) writeFileSync(join(folder, "contract.pdf"), contract);
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Types commands into one shell, as in a terminal, and answers what it said and with what it ended; `strict` ends at a first failure. */
function typeInto(folder: string, commands: string, { strict = false } = {}) {
  // Bash takes a socket for input to mean that somebody came over a network, and reads its start-up files.
  const shell = spawn("bash", ["--norc", ...(strict ? ["-euo", "pipefail"] : []), "-c", commands], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  shell.stdout.on("data", (part) => (stdout += part));
  shell.stderr.on("data", (part) => (stderr += part));
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) =>
    shell.on("close", (code) => resolve({ code, stdout, stderr })),
  );
}

describe("starting", () => {
  it("prints a link for each signer type that works, the key and the inbox", () => {
    const types = ["s_signature", "a_signature", "a_seal", "q_signature", "q_seal", "q_signature", "q_seal"];
    expect(one.demo.workflows.map((w) => w.signer_type)).toEqual(types);
    for (const { url, certificate_password } of one.demo.workflows) {
      expect(one.printed()).toContain(url);
      expect(one.printed()).toContain(certificate_password ?? "");
    }
    expect(one.printed()).toContain(one.demo.apiKey);
    expect(one.printed()).toContain(one.demo.sandboxUrl);
  });

  it.skipIf(!hasCurl)(
    "takes what the README says to type, from the call that sends to the signed file (skipped where there is no curl)",
    async () => {
      const { sandboxUrl } = one.demo;
      using newcomer = newcomersFolder(one.dataDir, onePagePdf());
      const { folder } = newcomer;
      // Between the two the signers sign.
      const commands = blocks().join("\nuntil [ -e all-signed ]; do sleep 0.2; done\n");
      const terminal = typeInto(folder, commands, { strict: true });
      const [kim, alex] = await Promise.all(
        ["kim", "alex"].map(async (name) => {
          const { text } = await nextMessage(sandboxUrl, `${name}@example.org`, { channel: "mail" });
          expect(text, "the first mail of an English README").toContain(
            `Dear ${name === "kim" ? "Kim Lang" : "Alex Kurz"}`,
          );
          return /https?:\/\/\S+\/login\/\S+/.exec(text)?.[0] ?? "";
        }),
      );
      expect((await signThrough(one.demo, kim ?? "", "s_signature")).status).toBe("SIGNED");
      expect((await signThrough(one.demo, alex ?? "", "a_signature")).status).toBe("FINISHED");
      writeFileSync(join(folder, "all-signed"), "");
      const { code, stdout, stderr } = await terminal;
      // What this poppler says beside its list, of the kind of signature that a timestamp is.
      expect([code, stderr.replace(/^.*Unable to validate this type of signature\n/m, "")]).toEqual([0, ""]);
      const said = stdout.split(/^Signature #\d+:$/m).slice(1);
      const told = ["Signature is Valid.", "Certificate issuer is unknown.", "Total document signed"];
      // Of a timestamp, which it cannot check; newer ones may.
      const alarming = ["Unimplemented Feature", "Jan 01 1970", "Signature has not yet been verified"];
      for (const words of [...told, ...alarming])
        expect(section, "the README tells what is seen").toContain(`\`${words}\``);
      expect(
        said.map((one) => told.filter((words) => one.includes(`- ${words}`) || one.includes(`: ${words}`))),
      ).toEqual([told.slice(0, 2), told.slice(0, 2), told.slice(2)]);
      console.log(stdout);
    },
    60_000,
  );

  it.skipIf(!hasCurl)(
    "says to who typed that what was refused, and goes no further (skipped where there is no curl)",
    async () => {
      const [sending] = blocks();
      const answersTo = async (contract: string | Uint8Array | undefined, commands: string) => {
        using newcomer = newcomersFolder(one.dataDir, contract);
        return await typeInto(newcomer.folder, commands);
      };
      const missing = await answersTo(undefined, sending);
      expect(missing.stderr).toMatch(/open.*contract\.pdf/i);
      expect(missing.stdout.trim()).toBe("");
      const noPdf = await answersTo("a letter\n", sending);
      expect(noPdf.stderr).toContain("curl: (22)");
      expect(JSON.parse(noPdf.stdout)).toMatchObject({ success: false, code: "FILE_NOT_A_PDF" });
      const noAddress = await answersTo(onePagePdf(), sending.replace("kim@example.org", "kim"));
      expect(noAddress.stderr).toContain("curl: (22)");
      expect(JSON.parse(noAddress.stdout)).toMatchObject({ success: false, data: [expect.stringContaining("email")] });
    },
    60_000,
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
        SIEGEL_SANDBOX_EID_PORT: String(await freePort()),
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
