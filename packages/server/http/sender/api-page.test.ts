/** The quick start of the API page, done as it says: what stands on the page leads to a signed file. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { administratorErrorStatus, errorStatus, operatorErrorStatus } from "@siegel/contract/codes.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { confirmFiles, logIn, sign } from "../../../../fixtures/signer-client.ts";
import { testPdf } from "../../test/test-pdf.ts";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer();
const folder = mkdtempSync(join(tmpdir(), "siegel-quick-start-"));
let page = "";
beforeAll(async () => {
  page = await (await fetch(`${server.current().url}/api/docs`)).text();
  writeFileSync(join(folder, "contract.pdf"), await testPdf());
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The text to copy that follows a heading, with the key of this test. */
function copiedBelow(id: string): string {
  const [, code = ""] = new RegExp(`id="${id}".*?<pre[^>]*><code>(.*?)</code></pre>`, "s").exec(page) ?? [];
  const text = code
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&amp;/g, "&");
  return text.replace("sgl_…", server.current().apiKey);
}

/** Runs a program in the folder; `told` hears what it prints. */
async function run(command: string, args: readonly string[], told: (text: string) => void = () => undefined) {
  const env = { ...process.env, SIEGEL_API_KEY: server.current().apiKey };
  const child = spawn(command, args, { cwd: folder, env });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part: Buffer) => {
      output.push(part.toString());
      told(output.join(""));
    });
  const status = await new Promise<number | null>((resolve, reject) => child.on("close", resolve).on("error", reject));
  return { status, text: output.join("") };
}

async function signAt(link: string): Promise<void> {
  const signer = await logIn(link);
  await confirmFiles(signer);
  await sign(signer);
}

const isSigned = (path: string) => /\/ByteRange\s*\[/.test(readFileSync(join(folder, path), "latin1"));

describe("the quick start", () => {
  it("leads to a signed file by its commands, each with what the answer before has", async () => {
    const given = new Map<string, string>();
    const shell = async (step: number) => {
      // Each command stands in a shell of its own here: what was exported before is exported again.
      const exports = [...given].map(([name, value]) => `export ${name}=${value}`).join("\n");
      const command = copiedBelow(`step-${step}`).replace(/^export (\w+_ID)=.*$/gm, (line, name) =>
        given.has(name) ? "" : line,
      );
      const done = await run("bash", [
        "-c",
        `${copiedBelow("step-1")}\n${exports}\n${command.replaceAll("curl ", "curl -sS ")}`,
      ]);
      expect(done.status, done.text).toBe(0);
      return step < 5 ? JSON.parse(done.text).data : null;
    };
    given.set("UPLOAD_ID", (await shell(2)).upload_id);
    const created = await shell(3);
    given.set("WORKFLOW_ID", created.workflow_id).set("DOCUMENT_ID", created.documents[0].id);
    expect((await shell(4)).status).toBe("OPEN");
    await signAt(created.signers[0].url);
    expect((await shell(4)).status).toBe("FINISHED");
    await shell(5);
    expect([isSigned("signed.pdf"), isSigned("audit-report.pdf")]).toEqual([true, true]);
  }, 90_000);

  it("leads to a signed file by its program", async () => {
    rmSync(join(folder, "signed.pdf"), { force: true });
    writeFileSync(join(folder, "sign.mjs"), copiedBelow("node").replace("wait(10_000)", "wait(200)"));
    let signing: Promise<void> | null = null;
    const done = await run(process.execPath, ["sign.mjs", "contract.pdf"], (text) => {
      const link = /Sign here: (\S+)\n/.exec(text)?.[1];
      if (link !== undefined) signing ??= signAt(link);
    });
    await signing;
    expect(done).toMatchObject({ status: 0, text: expect.stringContaining("Saved signed.pdf") });
    expect(isSigned("signed.pdf")).toBe(true);
  }, 90_000);
});

describe("the API page", () => {
  it("has every code with its status that senders and signers meet", () => {
    const text = page.replace(/<wbr>/g, "");
    const elsewhere = { ...administratorErrorStatus, ...operatorErrorStatus };
    for (const [code, status] of Object.entries(errorStatus).filter(([code]) => !(code in elsewhere)))
      expect(text).toMatch(new RegExp(`<code>${code}</code></th><td role="cell">${status}</td>`));
  });

  it("leads nowhere but to what is there, and takes no more than a picture would", () => {
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets.filter((id) => !ids.has(id))).toEqual([]);
    expect([...page.matchAll(/ id="([^"]+)"/g)]).toHaveLength(ids.size);
    expect([...page.matchAll(/(?:src|href)="(?!#)([^"]*)"/g)].map(([, address]) => address)).toEqual([
      "/siegel-mark.svg",
      "/api/docs.css",
      "/",
      ...Array.from({ length: 3 }, () => "/api/openapi.json"),
    ]);
    expect(page.length).toBeLessThan(350_000);
  });
});
