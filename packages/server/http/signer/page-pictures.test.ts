/** Pages as pictures over HTTP; how they are drawn, and what a hostile one costs, is tested in workers/page-worker.test.ts. */
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { formPdf } from "../../../../fixtures/documents.ts";
import { page } from "../../../../fixtures/drawn-page.ts";
import { contentStream } from "../../../../fixtures/make-pdf.ts";
import { confirmFiles, type SignerClient, sessionHeaders } from "../../../../fixtures/signer-client.ts";
import { TooMuchWork, WorkExceeded } from "../../ports/bounded-work.ts";
import type { PageDrawing } from "../../ports/page-drawing.ts";
import { logIn, type Sent, send } from "../../test/sent-workflow.ts";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer();
const documents = [{ name: "Vertrag.pdf", bytes: formPdf() }];
const signers = ["alice", "alice2"].map((reference) => ({ reference, type: "s_signature" as const }));

let sent: Sent;
let alice: SignerClient;
let id: string;
beforeAll(async () => {
  sent = await send(server.current(), { documents, signers });
  alice = await logIn(server.current(), sent, 0);
  id = sent.fileIds[0] ?? "";
});
afterEach(() => {
  vi.restoreAllMocks();
});

const picture = (width: number, page = 1) => alice.fetch(`files/getFile/${id}/pages/${page}/picture?width=${width}`);

function drawing(): PageDrawing {
  const { pageDrawing } = server.current().deps;
  if (pageDrawing === null) throw new Error("it is switched on");
  return pageDrawing;
}

describe("a page as a picture", () => {
  it("is drawn once, names the bytes it was drawn of, and is kept by nobody on the way", async () => {
    const run = vi.spyOn(drawing(), "run");
    const file = await alice.fetch(`files/getFile/${id}`);
    const answer = await picture(480);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("image/webp");
    expect(answer.headers.get("etag")).toBe(`W/${file.headers.get("etag")}`);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(8, 12).toString()).toBe("WEBP");
    expect(Buffer.from(await (await picture(480)).arrayBuffer()).equals(bytes)).toBe(true);
    expect(run).toHaveBeenCalledOnce();
  }, 60_000);

  it("comes with its size, its text, and the fields of others, without their names", async () => {
    const answer = await alice.call("GET", `files/getFile/${id}/pages?first=1&count=5`);
    expect(answer.headers.get("etag")).toBe((await picture(480)).headers.get("etag"));
    expect(answer.data).toMatchObject([{ page: 1, width: 595, height: 842, transform: [1, 0, 0, -1, 0, 842] }]);
    const [page] = answer.data as { others: unknown[]; text: { text: string }[] }[];
    // Another signer's field, and their mark.
    expect(page?.others).toHaveLength(2);
    expect(page?.text.map(({ text }) => text).join()).toContain("Agreement");
    expect(JSON.stringify(answer.data)).not.toContain(sent.signerIds[1]);
  });

  it("says what it says compressed to who takes that, and as it is to others", async () => {
    const lines = Array.from(
      { length: 40 },
      (_, at) => `1 0 0 1 72 ${800 - 15 * at} Tm (Clause ${at}: the rent is due) Tj`,
    );
    const long = page(
      "/Contents 4 0 R /Resources << /Font << /F 5 0 R >> >>",
      contentStream(`BT /F 10 Tf ${lines.join(" ")} ET`),
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    );
    const other = await send(server.current(), { documents: [{ name: "Lang.pdf", bytes: long }], signers });
    const reader = await logIn(server.current(), other, 0);
    const path = `files/getFile/${other.fileIds[0]}/pages`;
    const as = (encoding: string) => reader.fetch(path, { "accept-encoding": encoding });
    const answers = await Promise.all([as("identity"), as("br"), as("gzip")]);
    const told = (name: string) => answers.map(({ headers }) => headers.get(name));
    expect(told("content-encoding")).toEqual([null, "br", "gzip"]);
    expect(told("vary")).toEqual(Array(3).fill("accept-encoding"));
    expect(new Set(told("etag")).size).toBe(1);
    const [plain = 0, packed = 0, zipped = 0] = told("content-length").map(Number);
    expect(Math.max(packed, zipped)).toBeLessThan(plain / 2);
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain("Clause 39: the rent is due");
    expect(Buffer.byteLength(texts[0] ?? "")).toBe(plain);
    const short = await reader.fetch(`${path}?first=2`, { "accept-encoding": "br" });
    expect([short.status, short.headers.get("content-encoding")]).toEqual([404, null]);
  });

  it("is nobody's who may not read the file", async () => {
    const other = await send(server.current(), { documents, signers });
    for (const under of ["pages", "pages/1/picture?width=480"]) {
      const path = `files/getFile/${other.fileIds[0]}/${under}`;
      expect(await alice.call("GET", path)).toMatchObject({ status: 404, code: "WORKFLOW_FILES_NOT_FOUND" });
      expect((await fetch(`${server.current().url}/api/${path}`)).status).toBe(401);
    }
  });

  it.each([
    ["pages/2/picture?width=480", 404, "PAGE_NOT_FOUND"],
    ["pages?first=2", 404, "PAGE_NOT_FOUND"],
    ["pages/1/picture?width=481", 400, "INVALID_REQUEST"],
    ["pages/1/picture?width=100000", 400, "INVALID_REQUEST"],
    ["pages/1/picture", 400, "INVALID_REQUEST"],
    ["pages/0/picture?width=480", 400, "INVALID_REQUEST"],
    ["pages?count=26", 400, "INVALID_REQUEST"],
  ])("%s is refused: %i %s", async (under, status, code) => {
    expect(await alice.call("GET", `files/getFile/${id}/${under}`)).toMatchObject({ status, code });
  });

  it.each([
    ["a queue that is full", new TooMuchWork(7), 429, "TOO_MANY_REQUESTS"],
    ["workers that are being closed", new Error("the workers are closed"), 503, "SERVICE_ERROR"],
    ["one that takes too long", new WorkExceeded("time", "played"), 422, "PAGE_NOT_DRAWN"],
  ])("%s", async (_what, fault, status, code) => {
    vi.spyOn(drawing(), "run").mockRejectedValue(fault);
    const answer = await alice.call("GET", `files/getFile/${id}/pages/1/picture?width=2400`);
    expect(answer).toMatchObject({ status, code });
    expect(answer.headers.get("retry-after")).toBe(status === 429 ? "7" : null);
  });

  it("that failed is refused at once, until some minutes have passed", async () => {
    const run = vi.spyOn(drawing(), "run").mockRejectedValue(new WorkExceeded("memory", "played"));
    const ask = () => alice.call("GET", `files/getFile/${id}/pages/1/picture?width=1200`);
    for (const _ of [1, 2]) expect(await ask()).toMatchObject({ status: 422, code: "PAGE_NOT_DRAWN" });
    expect(run).toHaveBeenCalledOnce();
    run.mockRestore();
    server.current().clock.move(301);
    expect((await picture(1_200)).status).toBe(200);
  }, 60_000);

  it("takes turns by organisation, workflow and reader, whoever else reads the same document", async () => {
    const run = vi.spyOn(drawing(), "run");
    await picture(1_600);
    const task = { wanted: "picture", page: 1, width: 1_600 };
    const names = [server.current().organisationId, sent.workflowId, alice.signerId];
    expect(run).toHaveBeenCalledWith(expect.objectContaining({ task }), expect.objectContaining({ names }));
  });

  it("is not drawn for who has gone", async () => {
    const run = vi.spyOn(drawing(), "run");
    const told: unknown[] = [];
    run.mockImplementation(
      async (_task, { left }) =>
        await new Promise((_resolve, reject) => {
          left?.addEventListener("abort", () => {
            told.push(left.reason);
            reject(left.reason);
          });
        }),
    );
    const going = new AbortController();
    const asked = fetch(`${server.current().url}/api/files/getFile/${id}/pages/1/picture?width=800`, {
      headers: sessionHeaders(alice.session),
      signal: going.signal,
    });
    await vi.waitFor(() => expect(run).toHaveBeenCalledOnce());
    going.abort();
    await expect(asked).rejects.toMatchObject({ name: "AbortError" });
    await vi.waitFor(() => expect(told).toMatchObject([{ name: "AbortError" }]));
    run.mockRestore();
    expect((await picture(800)).status).toBe(200);
  }, 60_000);

  it("names other bytes when another signer has signed", async () => {
    const bob = await logIn(server.current(), sent, 1);
    const before = (await picture(160)).headers.get("etag");
    await confirmFiles(bob);
    const signed = await bob.call("POST", "signing/signWithoutAuth", { files: [], gtcChecked: true });
    expect(signed).toMatchObject({ status: 200 });
    const after = await picture(160);
    expect(after.status).toBe(200);
    expect(after.headers.get("etag")).not.toBe(before);
  }, 60_000);
});
