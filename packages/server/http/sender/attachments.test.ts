/** Attachments and documents that are shown only, from the sender's call to the last download (docs/flows/documents.md). */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SentWorkflow } from "@siegel/contract/calls/sending.ts";
import { loginLink } from "@siegel/contract/login-link.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { formPdf, plainPdf, rotatedPdf } from "../../../../fixtures/documents.ts";
import { judge, textOf } from "../../../../fixtures/judge-pdf.ts";
import { hasTools } from "../../../../fixtures/outside-tool.ts";
import { confirmFiles, logIn, type SignerClient } from "../../../../fixtures/signer-client.ts";
import { type Created, call, create, sentWorkflow, signer as signerOf, withKey } from "../../test/api-client.ts";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer();
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

/** Sent in this order on purpose: an attachment before its document. */
const contents: Readonly<Record<string, Uint8Array>> = {
  "Hausordnung.pdf": plainPdf(),
  "Mietvertrag.pdf": formPdf(),
  "Hinweise.pdf": rotatedPdf(90),
  "Protokoll.pdf": rotatedPdf(180),
};
const places: Readonly<Record<string, Partial<SentWorkflow["documents"][number]>>> = {
  "Hausordnung.pdf": { attachment_of: "Mietvertrag.pdf", sign: false },
  "Hinweise.pdf": { sign: false },
  "Protokoll.pdf": { attachment_of: "Mietvertrag.pdf" },
};
const documents = Object.entries(contents).map(([name, bytes]) => ({ name, content: base64(bytes), ...places[name] }));

let created: Created;
let signer: SignerClient;
const idOf = (name: string): string => created.documents.find((one) => one.name === name)?.id ?? name;
const linkTo = ({ workflow_id, signers }: Created): string =>
  loginLink(server.current().url, { workflow_id, signer_id: signers[0]?.signer_id ?? "" }, false);

async function download(path: string): Promise<Buffer> {
  const answer = await fetch(`${server.current().url}${path}`, { headers: withKey(server.current()) });
  expect(answer.status, path).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}
const documentOf = (name: string): string => `/api/v1/workflows/${created.workflow_id}/documents/${idOf(name)}`;

beforeAll(async () => {
  const signers = [signerOf("mieter", "s_signature")];
  created = await create(server.current(), { documents, signers });
  signer = await logIn(linkTo(created));
});

describe("attachments", () => {
  it("[S-092] are listed below their document, each with what becomes of it; the sender's answer keeps the sender's order", async () => {
    expect(created.documents.map(({ name }) => name)).toEqual(Object.keys(contents));
    const files = (await signer.call("GET", "files/getWorkflowFiles")).data;
    const none = { attachment_of: null, attachment_signed: false };
    const below = { attachment_of: idOf("Mietvertrag.pdf"), attachment_signed: false };
    expect(files).toMatchObject([
      { name: "Mietvertrag.pdf", sign: true, attachment_of: null, attachment_signed: true },
      { name: "Hausordnung.pdf", sign: false, ...below, fields: [], xfdf_signatures: [] },
      { name: "Protokoll.pdf", sign: true, ...below },
      { name: "Hinweise.pdf", sign: false, ...none, fields: [] },
    ]);
  });

  it("[S-104] of the files to sign those are left out that are shown only", async () => {
    const files = (await signer.call("GET", `files/getFileToSign/${signer.signerId}`)).data;
    expect(files).toMatchObject([{ name: "Mietvertrag.pdf" }, { name: "Protokoll.pdf" }]);
  });

  it.skipIf(!hasTools("pdfsig", "qpdf", "pdftotext"))(
    "are confirmed like every document; one act signs those to sign, and the others are handed out byte for byte as they were shown",
    async () => {
      const files = (await signer.call("GET", "files/getWorkflowFiles")).data as Array<{ id: string; sign: boolean }>;
      const signed = files.filter(({ sign }) => sign).map(({ id }) => ({ id, completed: true }));
      const annotation_id = `${signer.signerId}.name`;
      const xfdf_annotations = [{ annotation_id, value: "Ada" }];
      const filled = signed.map((file) => ({
        ...file,
        ...(file.id === idOf("Mietvertrag.pdf") && { xfdf_annotations }),
      }));
      await signer.call("PUT", "files/updateXFDF/", { files: filled });
      // What is only shown is to be read as well.
      const unread = await signer.call("POST", "signing/signWithoutAuth", {});
      expect(unread).toMatchObject({ status: 409, code: "FILES_NOT_CONFIRMED" });
      await confirmFiles(signer);
      const answer = await signer.call("POST", "signing/signWithoutAuth", {});
      expect(answer).toMatchObject({ status: 200, data: { status: "FINISHED" } });

      for (const name of ["Mietvertrag.pdf", "Protokoll.pdf"])
        expect(judge(await download(documentOf(name))).signatures[0]).toBe("Signature is Valid.");
      for (const name of ["Hausordnung.pdf", "Hinweise.pdf"]) {
        expect((await download(documentOf(name))).equals(contents[name] ?? Buffer.alloc(0)), name).toBe(true);
        const own = await (await signer.fetch(`files/getFile/${idOf(name)}`)).arrayBuffer();
        expect(Buffer.from(own).equals(contents[name] ?? Buffer.alloc(0)), name).toBe(true);
      }
      expect((await signer.call("GET", "files/getSummaryFiles")).data).toMatchObject([
        { name: "Mietvertrag.pdf", sign: true, attachment_of: null },
        { name: "Hausordnung.pdf", sign: false, attachment_of: idOf("Mietvertrag.pdf") },
        { name: "Protokoll.pdf", sign: true, attachment_of: idOf("Mietvertrag.pdf") },
        { name: "Hinweise.pdf", sign: false, attachment_of: null },
        { id: "audit_report", sign: true, attachment_of: null },
      ]);
      const state = await call(server.current(), "GET", `/api/v1/workflows/${created.workflow_id}`, {
        headers: withKey(server.current()),
      });
      expect(state.body.data.documents).toMatchObject([
        { name: "Hausordnung.pdf", sign: false, attachment_of: idOf("Mietvertrag.pdf") },
        { name: "Mietvertrag.pdf", sign: true, attachment_of: null },
        { name: "Hinweise.pdf", sign: false, attachment_of: null },
        { name: "Protokoll.pdf", sign: true, attachment_of: idOf("Mietvertrag.pdf") },
      ]);
    },
  );

  it.skipIf(!hasTools("pdftotext"))(
    "are in the audit report, in either language, with what was shown and by whom",
    async () => {
      const report = `/api/v1/workflows/${created.workflow_id}/audit-report?language=`;
      const said = {
        de: [
          "Anlage zu Mietvertrag.pdf",
          "Gezeigt, nicht unterschrieben",
          "1 von 1 Unterschrift",
          "Hatte ein Dokument vor sich",
          "Dokument 1: Mietvertrag.pdf",
          "Dokument 2: Hausordnung.pdf",
        ],
        en: [
          "Attachment to Mietvertrag.pdf",
          "Shown, not signed",
          "1 of 1 signature",
          "Was shown a document",
          "Document 1: Mietvertrag.pdf",
          "Document 2: Hausordnung.pdf",
        ],
      } as const;
      for (const language of ["de", "en"] as const) {
        const text = textOf(await download(`${report}${language}`)).replace(/\s+/g, " ");
        for (const words of said[language]) expect(text).toContain(words);
      }
    },
  );

  it("shown only and changed in the store since are handed out to nobody, whole or as a reader fetches them", async () => {
    const sent = await create(server.current(), {
      documents: [
        { name: "a.pdf", content: base64(plainPdf()) },
        { name: "b.pdf", content: base64(Buffer.concat([plainPdf(), Buffer.from("% changes\n")])), sign: false },
      ],
    });
    const id = sent.documents[1]?.id ?? "";
    const reader = await logIn(linkTo(sent));
    const files = (await reader.call("GET", "files/getWorkflowFiles")).data as Array<{ id: string; sha256: string }>;
    const { sha256 = "" } = files.find((file) => file.id === id) ?? {};
    const store = join(server.current().deps.config.dataDir, "blobs", sha256.slice(0, 2), sha256.slice(2));
    writeFileSync(store, Buffer.concat([plainPdf(), Buffer.from("% Changes\n")]));
    expect((await reader.fetch(`files/getFile/${id}`, { range: "bytes=0-99" })).status).toBe(503);
    const path = `/api/v1/workflows/${sent.workflow_id}/documents/${id}`;
    const whole = await fetch(`${server.current().url}${path}`, { headers: withKey(server.current()) });
    expect(whole.status).toBe(503);
  });

  it.each([
    ["that belongs to nothing", [{}, { attachment_of: "c.pdf" }], "ATTACHMENT_INVALID"],
    ["of an attachment", [{}, { attachment_of: "a.pdf" }, { attachment_of: "b.pdf" }], "ATTACHMENT_INVALID"],
    ["and nothing to sign", [{ sign: false }, { attachment_of: "a.pdf" }], "NOTHING_TO_SIGN"],
    ["with a field, though it is shown only", [{}, { sign: false }], "DOCUMENT_NOT_SIGNED"],
  ] as const)("%s are refused by name", async (_, given, code) => {
    const names = ["a.pdf", "b.pdf", "c.pdf"];
    const list = given.map((place, n) => ({ name: names[n] ?? "", content: base64(plainPdf()), ...place }));
    const field = {
      document: "b.pdf",
      kind: "text" as const,
      page: 1,
      rect: [72, 72, 90, 20] as [number, number, number, number],
    };
    const signers = [signerOf("a", "s_signature", { fields: code === "DOCUMENT_NOT_SIGNED" ? [field] : [] })];
    const refusing = { body: await sentWorkflow({ documents: list, signers }), headers: withKey(server.current()) };
    const answer = await call(server.current(), "POST", "/api/v1/workflows", refusing);
    expect([answer.status, answer.body.code]).toEqual([400, code]);
  });
});
