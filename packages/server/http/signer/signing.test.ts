import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import type { PlacedField } from "@siegel/contract/calls/sending.ts";
import type { SigningResult } from "@siegel/contract/calls/signing.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plainPdf } from "../../../../fixtures/documents.ts";
import { judge, textOf } from "../../../../fixtures/judge-pdf.ts";
import { hasTools } from "../../../../fixtures/outside-tool.ts";
import { confirmFiles, receiveCode } from "../../../../fixtures/signer-client.ts";
import { usageOf } from "../../rooms/accounts/accounts.ts";
import { logIn, type Sent, send } from "../../test/sent-workflow.ts";
import { type RunningSandbox, useSandbox } from "../../test/start-sandbox.ts";
import { useTestDatabase } from "../../test/test-database.ts";
import { startTestServer, type TestServer } from "../../test/test-server.ts";

const database = useTestDatabase();
const sandboxProcess = useSandbox();
let server: TestServer;
let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = sandboxProcess.current();
  server = await startTestServer(database.current().url, {
    SIEGEL_TWILIO_URL: sandbox.url,
    SIEGEL_SMTP_URL: sandbox.smtpUrl,
  });
});
afterAll(async () => {
  await server.close();
});

const resultOf = (answer: { data: unknown }): SigningResult => answer.data as SigningResult;

async function signedFile(sent: Sent): Promise<Buffer> {
  return await download(`/api/v1/workflows/${sent.workflowId}/documents/${sent.fileIds[0] ?? ""}`);
}

async function download(path: string): Promise<Buffer> {
  const answer = await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${server.apiKey}` } });
  expect(answer.status, path).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

const judges = hasTools("pdfsig", "qpdf", "pdftotext");

function expectSigned(pdf: Uint8Array, signatures: number): void {
  const verdict = judge(pdf);
  expect(verdict.qpdf).toBe(0);
  expect(verdict.signatures.filter((said) => said === "Signature is Valid.")).toHaveLength(signatures);
}

describe("signing over HTTP", () => {
  it.skipIf(!judges)(
    "[T-044] shows a signature that nobody placed: name, kind, time in the organisation's zone, reference, in the workflow's language",
    async () => {
      const signers = [
        { type: "s_signature", reference: "a", language: "en" },
        { type: "s_signature", reference: "b" },
      ] as const;
      const db = server.deps.db;
      const shown = async (signing: readonly (typeof signers)[number][]): Promise<string> => {
        const sent = await send(server, { signers: signing, language: "de" });
        for (const position of signing.keys()) {
          const signer = await logIn(server, sent, position);
          await confirmFiles(signer);
          expect((await signer.call("POST", "signing/signWithoutAuth", {})).status).toBe(200);
        }
        const pdf = await signedFile(sent);
        expectSigned(pdf, signing.length);
        return textOf(pdf);
      };
      await db.updateTable("organisation").set({ time_zone: "America/Sao_Paulo" }).execute();
      const inMargin = await shown(signers);
      expect(inMargin.match(/Einfache elektronische Signatur/g)).toHaveLength(2);
      expect(inMargin.match(/\d\d:\d\d:\d\d GMT-3/g)).toHaveLength(2);
      expect(inMargin.match(/Referenz \w{4}-\w{4}/g)).toHaveLength(2);
      expect(inMargin).not.toContain("Unterschriften");
      // The organisation's setting, and what a workflow says before it.
      await db.updateTable("organisation").set({ mark: "page", time_zone: null }).execute();
      const onPage = await shown(signers.slice(1));
      expect(onPage).toMatch(/Unterschriften\s+Vertrag\.pdf\s+Vorgang \w{26}/);
      expect(onPage.match(/Einfache elektronische Signatur/g)).toHaveLength(1);
      const [file] = (
        await (await logIn(server, await send(server, { signers, mark: "none" }))).call("GET", "files/getWorkflowFiles")
      ).data as WorkflowFile[];
      expect([file?.pages, file?.xfdf_signatures]).toEqual([1, []]);
      await db.updateTable("organisation").set({ mark: "auto" }).execute();
    },
    60_000,
  );

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
      await confirmFiles(signer);
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
      expectSigned(await signedFile(sent), 1);
    },
  );

  it("signWithoutAuth is bound to the values the page showed: changed meanwhile, the signer looks again", async () => {
    const city: PlacedField = {
      document: "Vertrag.pdf",
      kind: "text",
      page: 1,
      rect: [72, 300, 200, 24],
      name: "city",
    };
    const signers = [{ type: "s_signature" as const, fields: [city] }];
    const sent = await send(server, { signers });
    const signer = await logIn(server, sent);
    const [file] = (await signer.call("GET", "files/getWorkflowFiles")).data as WorkflowFile[];
    const holding = (value: string) => [
      { id: file?.id, completed: true, xfdf_annotations: [{ annotation_id: `${sent.signerIds[0]}.city`, value }] },
    ];
    await signer.call("PUT", "files/updateXFDF/", { files: holding("Kiel") });
    // Another tab of the same person.
    await signer.call("PUT", "files/updateXFDF/", { files: holding("Köln") });
    const sign = (files: unknown) => signer.call("POST", "signing/signWithoutAuth", { files });
    expect(await sign(holding("Kiel"))).toMatchObject({ status: 409, code: "WORKFLOW_CHANGED" });
    expect((await signer.call("GET", "signing/state")).data).toEqual({ status: "NONE", code: null });
    expect(await sign(holding("Köln"))).toMatchObject({ status: 200, data: { status: "FINISHED" } });
  });

  it.skipIf(!judges)(
    "[S-142] [S-147] [T-009] two advanced signers press at the same instant: one SIGNED, one FINISHED, both valid outside",
    async () => {
      const sent = await send(server, { signers: [{ first_name: "Ada" }, { first_name: "Łucja" }] });
      const pressed = await Promise.all(
        sent.signerIds.map(async (_, n) => {
          const signer = await logIn(server, sent, n);
          await confirmFiles(signer);
          return { signer, body: { ...(await receiveCode(sandbox.url, signer)), ip: "1.2.3.4", files: [] } };
        }),
      );
      const answers = await Promise.all(
        pressed.map(({ signer, body }) => signer.call("POST", "signing/signWorkflow", body)),
      );
      expect(answers.map((answer) => resultOf(answer).status).sort()).toEqual(["FINISHED", "SIGNED"]);
      expectSigned(await signedFile(sent), 2);
      // What the payload claims about the caller's address is a claim; the trail has what the server saw.
      const events = await server.deps.db.selectFrom("audit_event_details").select("details").execute();
      expect(JSON.stringify(events)).not.toContain("1.2.3.4");
    },
  );

  it("[T-010] fifty identical calls over HTTP get one answer", async () => {
    const sent = await send(server);
    const signer = await logIn(server, sent);
    await confirmFiles(signer);
    const code = await receiveCode(sandbox.url, signer);
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
    const sent = await send(server);
    const signer = await logIn(server, sent);
    await confirmFiles(signer);
    const code = await receiveCode(sandbox.url, signer);
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
      await confirmFiles(signer);
      await signer.call("POST", "signing/signWithoutAuth", {});
      const path = `/api/v1/workflows/${sent.workflowId}/audit-report`;
      const german = await download(`${path}?language=de`);
      const english = await download(`${path}?language=en`);
      expectSigned(german, 1);
      expect(german.equals(await download(`${path}?language=de`))).toBe(true);
      const text = textOf(german);
      for (const said of ["Prüfprotokoll", "Łucja Berg", "Einfache", "Vertrag.pdf", "Hat die Unterschrift bestätigt"])
        expect(text).toContain(said);
      // Every event is told in words, none by its type.
      expect(text).not.toMatch(/\b(workflow|signer|code|document|signing|message)\.[a-z-]+\b/);
      expect(textOf(english)).toContain("Confirmed the signature");
    },
  );
});
