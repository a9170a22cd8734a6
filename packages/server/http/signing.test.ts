import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Challenge } from "@siegel/contract/calls/challenges.ts";
import type { SigningResult } from "@siegel/contract/calls/signing.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plainPdf } from "../../../fixtures/documents.ts";
import { usageOf } from "../rooms/accounts/accounts.ts";
import { confirmAll, freshPhone, logIn, type Sent, type SignerClient, send } from "../test/signer-client.ts";
import { type RunningSandbox, useSandbox } from "../test/start-sandbox.ts";
import { useTestDatabase } from "../test/test-database.ts";
import { startTestServer, type TestServer } from "../test/test-server.ts";

const database = useTestDatabase();
const sandboxProcess = useSandbox();
let server: TestServer;
let sandbox: RunningSandbox;
let folder: string;
beforeAll(async () => {
  sandbox = sandboxProcess.current();
  folder = mkdtempSync(join(tmpdir(), "siegel-signing-"));
  server = await startTestServer(database.current().url, {
    SIEGEL_TWILIO_URL: sandbox.url,
    SIEGEL_SMTP_URL: sandbox.smtpUrl,
  });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const resultOf = (answer: { data: unknown }): SigningResult => answer.data as SigningResult;

/** A code by text message, read where the signer would read it. */
async function codeFor(signer: SignerClient, phone: string): Promise<{ auth_token: string; otp: string }> {
  const challenge = (await signer.call("POST", "auth/getSMS", {})).data as Challenge;
  for (let tries = 0; tries < 100; tries++) {
    const [message] = await sandbox.messages(`?to=${encodeURIComponent(phone)}&channel=sms`);
    const otp = message?.text.match(/\b\d{6}\b/)?.[0];
    if (otp !== undefined) return { auth_token: challenge.id, otp };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("no code came");
}

async function signedFile(sent: Sent): Promise<string> {
  const path = `/api/v1/workflows/${sent.workflowId}/documents/${sent.fileIds[0] ?? ""}`;
  return await download(path, `${sent.workflowId}.pdf`);
}

async function download(path: string, name: string): Promise<string> {
  const answer = await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${server.apiKey}` } });
  expect(answer.status, path).toBe(200);
  const file = join(folder, name);
  writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
  return file;
}

const run = (tool: string, ...args: string[]): Promise<string> =>
  new Promise((resolve) =>
    execFile(tool, args, { timeout: 20_000 }, (_, stdout, stderr) => resolve(`${stdout}${stderr}`)),
  );
const judges = ["pdfsig", "qpdf"].every((tool) => spawnSync(tool, ["--version"]).error === undefined);

async function judge(file: string, signatures: number): Promise<void> {
  const said = await run("pdfsig", "-nocert", file);
  expect(said.match(/Signature is Valid/g)).toHaveLength(signatures);
  expect(await run("qpdf", "--check", file)).toContain("No syntax or stream encoding errors found");
}

describe("signing over HTTP", () => {
  it.skipIf(!judges)(
    "[S-139] [S-148] signWithoutAuth signs and finishes, counts once, and says so again when asked again",
    async () => {
      const sent = await send(server, { signers: [{ type: "s_signature" }] });
      const signer = await logIn(server, sent);
      expect((await signer.call("GET", "signing/state")).data).toEqual({ status: "NONE", code: null });
      expect(await signer.call("POST", "signing/signWithoutAuth", {})).toMatchObject({
        status: 409,
        code: "FILES_NOT_CONFIRMED",
      });
      await confirmAll(signer);
      const before = await usageOf(server.deps.db, server.tokenId);
      const claimed = { workflow: { workflow_id: "0".repeat(26), signer_id: "0".repeat(26) } };
      const answer = await signer.call("POST", "signing/signWithoutAuth", claimed);
      expect(answer).toMatchObject({
        status: 200,
        success: true,
        code: "SUCCESS_SIGNING",
        data: { status: "FINISHED" },
      });
      expect(resultOf(answer).auth_token).toMatch(/^[0-9a-z]{26}$/);
      expect((await signer.call("POST", "signing/signWithoutAuth", {})).data).toEqual(answer.data);
      expect((await usageOf(server.deps.db, server.tokenId)).ses.used).toBe(before.ses.used + 1);
      expect((await signer.call("GET", "signing/state")).data).toEqual({ status: "FINISHED", code: null });
      await judge(await signedFile(sent), 1);
    },
  );

  it.skipIf(!judges)(
    "[S-142] [S-147] [T-009] two advanced signers press at the same instant: one SIGNED, one FINISHED, both valid outside",
    async () => {
      const phones = [freshPhone(), freshPhone()];
      const sent = await send(server, {
        signers: phones.map((phone, n) => ({
          type: "a_signature" as const,
          first_name: n === 0 ? "Ada" : "Łucja",
          phone,
        })),
      });
      const pressed = await Promise.all(
        phones.map(async (phone, n) => {
          const signer = await logIn(server, sent, n);
          await confirmAll(signer);
          return { signer, body: { ...(await codeFor(signer, phone)), ip: "1.2.3.4", files: [] } };
        }),
      );
      const answers = await Promise.all(
        pressed.map(({ signer, body }) => signer.call("POST", "signing/signWorkflow", body)),
      );
      expect(answers.map((answer) => resultOf(answer).status).sort()).toEqual(["FINISHED", "SIGNED"]);
      await judge(await signedFile(sent), 2);
      // What the payload claims about the caller's address is a claim; the trail has what the server saw.
      const events = await server.deps.db.selectFrom("audit_event_details").select("details").execute();
      expect(JSON.stringify(events)).not.toContain("1.2.3.4");
    },
  );

  it("[T-010] fifty identical calls over HTTP get one answer", async () => {
    const phone = freshPhone();
    const sent = await send(server, { signers: [{ type: "a_signature", phone }] });
    const signer = await logIn(server, sent);
    await confirmAll(signer);
    const code = await codeFor(signer, phone);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => signer.call("POST", "signing/signWorkflow", code)),
    );
    expect(
      new Set(answers.map((answer) => `${answer.status} ${answer.code} ${JSON.stringify(answer.data)}`)).size,
    ).toBe(1);
    expect(answers[0]).toMatchObject({
      status: 200,
      code: "SUCCESS_SIGNING",
      data: { status: "FINISHED", auth_token: code.auth_token },
    });
    expect((await signer.call("POST", "signing/signWithoutAuth", {})).status).toBe(200);
  });

  it("refuses a wrong code with its own code and status, and a code where none belongs", async () => {
    const phone = freshPhone();
    const sent = await send(server, { signers: [{ type: "a_signature", phone }] });
    const signer = await logIn(server, sent);
    await confirmAll(signer);
    const code = await codeFor(signer, phone);
    const otp = code.otp === "000000" ? "000001" : "000000";
    expect(await signer.call("POST", "signing/signWorkflow", { ...code, otp })).toMatchObject({
      status: 403,
      code: "CHECK_SMS_PIN_WRONG",
    });
    expect(await signer.call("POST", "signing/signWorkflow", { ...code, otp: "12" })).toMatchObject({
      status: 400,
      code: "INVALID_REQUEST",
    });
    expect(await signer.call("POST", "signing/signWithoutAuth", {})).toMatchObject({
      status: 403,
      code: "WRONG_SIGNER_TYPE",
    });
  });

  it.skipIf(!judges)(
    "seals an audit report that outside tools accept, the same bytes at every question, in both languages",
    async () => {
      const sent = await send(server, {
        signers: [{ type: "s_signature", first_name: "Łucja", last_name: "Berg" }],
        documents: [{ name: "Vertrag.pdf", bytes: plainPdf() }],
      });
      const signer = await logIn(server, sent);
      await confirmAll(signer);
      await signer.call("POST", "signing/signWithoutAuth", {});
      const path = `/api/v1/workflows/${sent.workflowId}/audit-report`;
      const german = await download(`${path}?language=de`, "de.pdf");
      const english = await download(`${path}?language=en`, "en.pdf");
      await judge(german, 1);
      expect(await run("cmp", german, await download(`${path}?language=de`, "again.pdf"))).toBe("");
      const text = await run("pdftotext", "-layout", german, "-");
      for (const said of ["Prüfprotokoll", "Łucja Berg", "Einfach", "Vertrag.pdf", "Hat die Unterschrift freigegeben"])
        expect(text).toContain(said);
      // Every event is told in words, none by its type.
      expect(text).not.toMatch(/\b(workflow|signer|code|document|signing|message)\.[a-z-]+\b/);
      expect(await run("pdftotext", "-layout", english, "-")).toContain("Approved the signature");
    },
  );
});
