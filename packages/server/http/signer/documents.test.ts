import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { formPdf, plainPdf } from "../../../../fixtures/documents.ts";
import { plainField } from "../../../../fixtures/plain-field.ts";
import { confirmFiles, filesOf, type SignerClient } from "../../../../fixtures/signer-client.ts";
import { logIn, type Sent, send } from "../../test/sent-workflow.ts";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer();
const nowhere = "00000000000000000000000000";
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const nested = (bytes: ArrayBuffer) => Buffer.from(bytes);

describe("files of one signer", () => {
  let sent: Sent;
  let alice: SignerClient;
  let bob: SignerClient;
  beforeEach(async () => {
    const documents = [
      { name: "Miete & Co.pdf", bytes: formPdf() },
      { name: "Anhang.pdf", bytes: plainPdf() },
    ];
    const field = {
      document: "Anhang.pdf",
      kind: "signature" as const,
      page: 1,
      rect: [50, 600, 200, 60] as [number, number, number, number],
    };
    sent = await send(server.current(), {
      documents,
      signers: [{ reference: "alice", fields: [field] }, { reference: "alice2" }],
    });
    alice = await logIn(server.current(), sent, 0);
    bob = await logIn(server.current(), sent, 1);
  });

  it("[S-102] [S-105] [S-106] lists files with own fields, values and XFDF, and nothing of others", async () => {
    const files = await filesOf(alice);
    expect(files).toMatchObject([
      {
        id: sent.fileIds[0],
        name: "Miete & Co.pdf",
        pages: 1,
        completed: false,
        changed_since_confirmed: false,
        attachment_signed: false,
        sha256: sha256(formPdf()),
      },
      { id: sent.fileIds[1], name: "Anhang.pdf", pages: 1, completed: false, sha256: sha256(plainPdf()) },
    ]);
    const own = ["agree", "city", "name"].map((name) => `${alice.signerId}.${name}`);
    expect(files[0]?.xfdf_annotations).toEqual(own.map((annotation_id) => ({ annotation_id, value: "" })));
    expect(files[0]?.fields).toContainEqual({
      annotation_id: own[2],
      kind: "text",
      label: "Name",
      page: 1,
      rect: [72, 600, 272, 620],
      required: true,
      ...{ ...plainField, chars_max: 40 },
    });
    const nested = `<field name="${alice.signerId}"><field name="agree"><value>Off</value></field><field name="city">`;
    expect(files[0]?.xfdf).toContain(`<f href="Miete &amp; Co.pdf"/><fields>${nested}`);
    expect(files[1]?.fields).toEqual([
      {
        annotation_id: `Sig_${alice.signerId}`,
        kind: "signature",
        label: "Erika Mustermann",
        page: 1,
        rect: [50, 182, 250, 242],
        required: false,
        ...plainField,
      },
    ]);
    expect(files[1]?.xfdf_signatures).toHaveLength(1);
    expect(files[1]?.xfdf_signatures[0]?.xfdf).toContain(`rect="50,182,250,242" name="Sig_${alice.signerId}"`);
    expect(JSON.stringify(files)).not.toContain(bob.signerId);
  });

  it("[S-104] answers the files to sign to their signer only", async () => {
    expect((await alice.call("GET", `files/getFileToSign/${alice.signerId}`)).data).toEqual(await filesOf(alice));
    for (const id of [bob.signerId, nowhere, "x"]) {
      expect(await alice.call("GET", `files/getFileToSign/${id}`)).toMatchObject({ status: 403, code: "FORBIDDEN" });
    }
  });

  it("[S-097] [S-101] [S-107] stores values and confirmations and answers the files as stored", async () => {
    const name = `${alice.signerId}.name`;
    const [id] = sent.fileIds;
    const first = await alice.call("PUT", "files/updateXFDF/", {
      files: [{ id, xfdf_annotations: [{ annotation_id: name, value: "Ada & <Co>" }] }],
    });
    expect(first.status).toBe(200);
    expect(first.data).toEqual(await filesOf(alice));
    expect((await filesOf(alice))[0]).toMatchObject({
      completed: false,
      xfdf_annotations: [{ value: "" }, { value: "" }, { annotation_id: name, value: "Ada & <Co>" }],
    });
    expect((await filesOf(alice))[0]?.xfdf).toContain("<value>Ada &amp; &lt;Co&gt;</value>");
    await alice.call("PUT", "files/updateXFDF/", {
      files: [{ id, completed: true, xfdf_annotations: [{ annotation_id: name, value: "Eva" }] }],
    });
    expect((await filesOf(alice)).map(({ completed }) => completed)).toEqual([true, false]);
    expect((await filesOf(alice))[0]?.xfdf_annotations[2]).toEqual({ annotation_id: name, value: "Eva" });
    expect((await filesOf(bob))[0]).toMatchObject({
      completed: false,
      xfdf_annotations: [{ annotation_id: `${bob.signerId}.city`, value: "" }],
    });
  });

  it("[S-096] [S-108] [A-142] refuses other signers' fields and unknown files, and then stores nothing at all", async () => {
    const [id, second] = sent.fileIds;
    const other = await send(server.current());
    const good = { annotation_id: `${alice.signerId}.name`, value: "kept?" };
    const change = (bad: unknown) =>
      alice.call("PUT", "files/updateXFDF/", { files: [{ id: second, completed: true }, bad] });
    const value = (annotation_id: string, text = "x") => ({ id, xfdf_annotations: [{ annotation_id, value: text }] });
    const cases: Array<[unknown, number, string]> = [
      [value(`${bob.signerId}.city`), 403, "FIELD_NOT_YOURS"],
      [value(`${alice.signerId}x.city`), 403, "FIELD_NOT_YOURS"],
      [value(`${alice.signerId}.nothing`), 403, "FIELD_NOT_YOURS"],
      [value(`${alice.signerId}.agree`), 400, "FIELD_VALUE_INVALID"],
      [value(`Sig_${alice.signerId}`), 403, "FIELD_NOT_YOURS"],
      [value("notes"), 403, "FIELD_NOT_YOURS"],
      [value(good.annotation_id, "x".repeat(41)), 400, "FIELD_VALUE_INVALID"],
      [value(good.annotation_id, "two\nlines"), 400, "FIELD_VALUE_INVALID"],
      [value(good.annotation_id, "by 🖋"), 400, "FIELD_CHARACTERS_UNKNOWN"],
      [{ id, xfdf_annotations: [good, good] }, 400, "INVALID_REQUEST"],
      [{ id: second, xfdf_annotations: [] }, 400, "INVALID_REQUEST"],
      [{ id: other.fileIds[0], completed: true }, 404, "WORKFLOW_FILES_NOT_FOUND"],
      [{ id: nowhere, completed: true }, 404, "WORKFLOW_FILES_NOT_FOUND"],
      [{ id: "audit_report", completed: true }, 404, "WORKFLOW_FILES_NOT_FOUND"],
    ];
    for (const [bad, status, code] of cases) expect(await change(bad)).toMatchObject({ status, code, success: false });
    const nothing = { completed: false, xfdf_annotations: [{ value: "" }, { value: "" }, { value: "" }] };
    expect(await filesOf(alice)).toMatchObject([nothing, { completed: false }]);
  });

  it("[S-103] streams the exact bytes with Range and entity tag", async () => {
    const path = `files/getFile/${sent.fileIds[0]}`;
    const whole = await alice.fetch(path);
    const bytes = nested(await whole.arrayBuffer());
    expect(whole.status).toBe(200);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-length": String(bytes.length),
      "accept-ranges": "bytes",
      "x-content-type-options": "nosniff",
      etag: `"${sha256(bytes)}"`,
      "content-disposition": `attachment; filename="Miete & Co.pdf"; filename*=UTF-8''Miete%20%26%20Co.pdf`,
    });
    expect(bytes.length).toBe((await filesOf(alice))[0]?.size);
    expect(bytes.subarray(0, formPdf().length)).toEqual(Buffer.from(formPdf()));
    const part = await alice.fetch(path, { range: "bytes=10-19", "if-range": whole.headers.get("etag") ?? "" });
    expect([part.status, part.headers.get("content-range"), part.headers.get("content-length")]).toEqual([
      206,
      `bytes 10-19/${bytes.length}`,
      "10",
    ]);
    expect(nested(await part.arrayBuffer())).toEqual(bytes.subarray(10, 20));
    const tail = await alice.fetch(path, { range: "bytes=-7" });
    expect(nested(await tail.arrayBuffer())).toEqual(bytes.subarray(-7));
    const stale = await alice.fetch(path, { range: "bytes=10-19", "if-range": '"old"' });
    expect([stale.status, (await stale.arrayBuffer()).byteLength]).toEqual([200, bytes.length]);
    const beyond = await alice.fetch(path, { range: `bytes=${bytes.length}-` });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${bytes.length}`]);
    expect(await beyond.json()).toMatchObject({ success: false, code: "INVALID_REQUEST" });
    const known = await alice.fetch(path, { "if-none-match": whole.headers.get("etag") ?? "" });
    expect([known.status, (await known.arrayBuffer()).byteLength]).toEqual([304, 0]);
  });

  it("[T-012] hands out no revision that does not begin with what its signer approves", async () => {
    const [id] = sent.fileIds;
    const path = `files/getFile/${id}`;
    const { db } = server.current().deps;
    const foreign = await db
      .selectFrom("file")
      .selectAll()
      .where("file_id", "=", sent.fileIds[1] as never)
      .executeTakeFirstOrThrow();
    const put = (latest_sha256: typeof foreign.latest_sha256) =>
      db
        .updateTable("file")
        .set({ latest_sha256 })
        .where("file_id", "=", id as never)
        .execute();
    const { latest_sha256 } = await db
      .selectFrom("file")
      .selectAll()
      .where("file_id", "=", id as never)
      .executeTakeFirstOrThrow();
    await put(foreign.latest_sha256);
    expect(await alice.call("GET", path)).toMatchObject({ status: 503, code: "SERVICE_ERROR" });
    await put(latest_sha256);
    expect((await alice.fetch(path)).status).toBe(200);
  });

  it("[S-103] [S-105] answers the old JSON form where Accept asks for it", async () => {
    const path = `files/getFile/${sent.fileIds[1]}`;
    const streamed = nested(await (await alice.fetch(path)).arrayBuffer());
    const { data } = await alice.call("GET", path, undefined, { accept: "application/json" });
    expect(data).toEqual({ id: sent.fileIds[1], name: "Anhang.pdf", file: streamed.toString("base64") });
  });

  it("[S-103] answers a long file in the JSON form piece by piece, whole and as long as announced", async () => {
    // Longer than several pieces of the store, and no multiple of three: base64 must not be padded in the middle.
    const long = Buffer.concat([plainPdf(), Buffer.from(`%${"x".repeat(400_000)}\n%%EOF\n`)]);
    const other = await send(server.current(), { documents: [{ name: 'L"ong.pdf', bytes: long }] });
    const reader = await logIn(server.current(), other, 0);
    const path = `files/getFile/${other.fileIds[0]}`;
    const streamed = nested(await (await reader.fetch(path)).arrayBuffer());
    const response = await reader.fetch(path, { accept: "application/json" });
    const text = await response.text();
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(response.headers.get("content-length")).toBe(String(Buffer.byteLength(text)));
    const data = { id: other.fileIds[0], name: 'L"ong.pdf', file: streamed.toString("base64") };
    expect(JSON.parse(text)).toEqual({ success: true, data });
  });

  it("[A-142] knows no file of another workflow, and none without a session", async () => {
    const other = await send(server.current());
    for (const id of [other.fileIds[0], nowhere, "x", "..%2f..%2fetc%2fpasswd"]) {
      expect(await alice.call("GET", `files/getFile/${id}`)).toMatchObject({
        status: 404,
        code: "WORKFLOW_FILES_NOT_FOUND",
      });
    }
    for (const id of ["a%00b", "audit_report%00"])
      expect(await alice.call("GET", `files/getFile/${id}`)).toMatchObject({ status: 400, code: "INVALID_REQUEST" });
    const stranger = await fetch(`${server.current().url}/api/files/getFile/${sent.fileIds[0]}`);
    expect(stranger.status).toBe(401);
  });

  it("[S-163] shows no summary before this signer has signed", async () => {
    expect(await alice.call("GET", "files/getSummaryFiles")).toMatchObject({ status: 409, code: "NOT_SIGNED_YET" });
    expect(await alice.call("GET", "files/getFile/audit_report")).toMatchObject({
      status: 409,
      code: "NOT_SIGNED_YET",
    });
  });
});

describe("signing and the files", () => {
  const sending = () =>
    send(server.current(), {
      documents: [{ name: "Form.pdf", bytes: formPdf() }],
      signers: [{ reference: "alice", type: "s_signature" }],
    });

  it("[S-109] is refused before required fields are filled and all files are confirmed", async () => {
    const signer = await logIn(server.current(), await sending());
    const [file] = await filesOf(signer);
    const sign = () => signer.call("POST", "signing/signWithoutAuth", {});
    expect(await sign()).toMatchObject({ status: 409, code: "FIELD_REQUIRED" });
    await signer.call("PUT", "files/updateXFDF/", {
      files: [{ id: file?.id, xfdf_annotations: [{ annotation_id: `${signer.signerId}.name`, value: "Ada" }] }],
    });
    expect(await sign()).toMatchObject({ status: 409, code: "FILES_NOT_CONFIRMED" });
    await confirmFiles(signer);
    expect(await sign()).toMatchObject({ status: 200, code: "SUCCESS_SIGNING", data: { status: "FINISHED" } });
  });

  it("[S-163] [S-164] lists the signed documents and the report afterwards, and nothing can be changed any more", async () => {
    const sent = await sending();
    const signer = await logIn(server.current(), sent);
    const [before] = await filesOf(signer);
    const annotation = { annotation_id: `${signer.signerId}.name`, value: "Ada" };
    await signer.call("PUT", "files/updateXFDF/", {
      files: [{ id: before?.id, completed: true, xfdf_annotations: [annotation] }],
    });
    const shown = nested(await (await signer.fetch(`files/getFile/${before?.id}`)).arrayBuffer());
    expect(await signer.call("POST", "signing/signWithoutAuth", {})).toMatchObject({ success: true });
    const { data } = await signer.call("GET", "files/getSummaryFiles");
    expect(data).toMatchObject([{ id: before?.id, name: "Form.pdf", pages: before?.pages }, { id: "audit_report" }]);
    await signer.fetch("files/getFile/audit_report");
    const { data: later } = await signer.call("GET", "files/getSummaryFiles");
    for (const { id, size } of later as Array<{ id: string; size: number }>) {
      const pdf = nested(await (await signer.fetch(`files/getFile/${id}`)).arrayBuffer());
      expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
      expect(pdf.length).toBe(size);
      const json = await signer.call("GET", `files/getFile/${id}`, undefined, { accept: "application/json" });
      expect(json.data).toMatchObject({ id, file: pdf.toString("base64") });
      // What is signed begins with what was seen.
      if (id === before?.id) expect(pdf.subarray(0, shown.length)).toEqual(shown);
    }
    const late = await signer.call("PUT", "files/updateXFDF/", { files: [{ id: before?.id, completed: true }] });
    expect([late.status, late.code]).toEqual([409, "WORKFLOW_FINISHED"]);
  });

  it("[S-163] shows the documents and the report of a refused workflow to the cookie alone", async () => {
    const sent = await sending();
    const signer = await logIn(server.current(), sent);
    const refused = await signer.call("POST", `signing/revokeWorkflow/${sent.workflowId}/${signer.signerId}`, {
      msg: "Nein.",
    });
    expect(refused).toMatchObject({ success: true });
    const visitor = await logIn(server.current(), sent);
    const { data } = await visitor.call("GET", "files/getSummaryFiles");
    // The list waits for no report: its first download makes it, and then its size is known.
    const size = expect.any(Number);
    expect(data).toMatchObject([
      { id: sent.fileIds[0], size },
      { id: "audit_report", size: null },
    ]);
    expect((await visitor.fetch("files/getFile/audit_report")).status).toBe(200);
    const { data: later } = await visitor.call("GET", "files/getSummaryFiles");
    expect(later).toMatchObject([{ id: sent.fileIds[0] }, { id: "audit_report", size }]);
    expect((await visitor.call("GET", "files/getWorkflowFiles")).status).not.toBe(200);
  });
});
