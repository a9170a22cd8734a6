/** What a signer saw is on record: the revision that the server handed to their session, and the program that showed it (decisions.md §12). */
import type { WorkflowId } from "@siegel/contract/ids.ts";
import { describe, expect, it } from "vitest";
import { formPdf, plainPdf } from "../../../../fixtures/documents.ts";
import { textOf } from "../../../../fixtures/judge-pdf.ts";
import { hasTools } from "../../../../fixtures/outside-tool.ts";
import { confirmFiles, type SignerClient, sessionHeaders, sign } from "../../../../fixtures/signer-client.ts";
import { readTrail } from "../../rooms/audit-trail/audit-trail.ts";
import { withKey } from "../../test/api-client.ts";
import { logIn, type Sent, send } from "../../test/sent-workflow.ts";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer();
const viewer = "Siegel viewer 1.2.3, pdf.js 6.5.438";
const asViewer = { "siegel-viewer": viewer, "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Ada's machine" };

async function sendTwo(): Promise<Sent> {
  const documents = [
    { name: "Vertrag.pdf", bytes: formPdf() },
    { name: "Anlage.pdf", bytes: plainPdf() },
  ];
  const signers = ["alice", "bob"].map((reference) => ({ reference, type: "s_signature" as const }));
  return await send(server.current(), { documents, signers });
}

/** Loads a file, or a part of it, and answers its entity tag without the quotes. */
async function load(signer: SignerClient, path: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const answer = await signer.fetch(`files/getFile/${path}`, headers);
  await answer.arrayBuffer();
  expect([200, 206, 304]).toContain(answer.status);
  return (answer.headers.get("etag") ?? "").replace(/^W\//, "").replaceAll('"', "");
}

async function approve(signer: SignerClient): Promise<void> {
  await confirmFiles(signer);
  await sign(signer);
}

/** What the approval of a signer says that they had loaded, in the order of the files. */
async function viewedBy(sent: Sent, signer: SignerClient): Promise<unknown[]> {
  const trail = await readTrail(server.current().deps.db, sent.workflowId as WorkflowId);
  const approved = trail.find(({ type, signerId }) => type === "signing.authorised" && signerId === signer.signerId);
  return (approved?.details as { viewed: unknown[] } | undefined)?.viewed ?? [];
}

async function reportIn(sent: Sent, language: string): Promise<string> {
  const path = `/api/v1/workflows/${sent.workflowId}/audit-report?language=${language}`;
  const answer = await fetch(server.current().url + path, { headers: withKey(server.current()) });
  return textOf(new Uint8Array(await answer.arrayBuffer())).replaceAll(/\s+/g, " ");
}

describe("the revision that a signer's viewer loaded", () => {
  it("[T-042] stands in the approval and in both reports, with the viewer and its version, of every document", async () => {
    const sent = await sendTwo();
    const [contract = "", annex = ""] = sent.fileIds;
    const [alice, bob] = [await logIn(server.current(), sent, 0), await logIn(server.current(), sent, 1)];
    // Parts of it, as a viewer reads, and again, as it says that it has them.
    const first = await load(alice, contract, { ...asViewer, range: "bytes=0-99" });
    await load(alice, contract, { ...asViewer, range: "bytes=100-199" });
    expect(await load(alice, contract, { ...asViewer, "if-none-match": `"${first}"` })).toBe(first);
    const drawn = await load(alice, `${annex}/pages/1/picture?width=480`, {
      ...asViewer,
      "siegel-viewer": "Siegel viewer 1.2.3",
    });
    await load(bob, contract, asViewer);
    await approve(alice);
    const program = { viewer, userAgent: asViewer["user-agent"], drawnBy: "" };
    const inThisSession = true;
    expect(await viewedBy(sent, alice)).toMatchObject([
      { fileId: contract, loaded: { sha256: first, inThisSession, programs: [program] } },
      {
        fileId: annex,
        loaded: { sha256: drawn, inThisSession, programs: [{ viewer: "Siegel viewer 1.2.3", drawnBy: "Siegel test" }] },
      },
    ]);

    // Alice's signature came in between: Bob's viewer opens the document anew, and a program of his reads the other.
    const second = await load(bob, contract, { ...asViewer, range: "bytes=0-99" });
    expect(second).not.toBe(first);
    const read = await load(bob, annex, { "user-agent": "curl/8.5.0 (his machine)", accept: "application/json" }).then(
      async () => await load(bob, annex, { "user-agent": "curl/8.5.0 (his machine)" }),
    );
    await approve(bob);
    expect(await viewedBy(sent, bob)).toMatchObject([
      { fileId: contract, loaded: { sha256: second, programs: [program] } },
      { fileId: annex, loaded: { sha256: read, programs: [{ viewer: "", userAgent: "curl/8.5.0 (his machine)" }] } },
    ]);

    if (!hasTools("pdftotext")) return;
    const [german, english] = [await reportIn(sent, "de"), await reportIn(sent, "en")];
    for (const sha256 of [first, second, drawn, read])
      for (const half of [sha256.slice(0, 32), sha256.slice(32)])
        for (const report of [german, english]) expect(report).toContain(half);
    expect(english).toContain("Shown before the confirmation, with Siegel viewer 1.2.3, pdf.js 6.5.438. SHA-256:");
    expect(english).toContain("with Siegel viewer 1.2.3 (pages drawn by Siegel test)");
    expect(english).toContain("another program (curl/8.5.0)");
    expect(german).toContain("Vor der Bestätigung gezeigt mit Siegel viewer 1.2.3, pdf.js 6.5.438. SHA-256:");
    expect(german).toContain("(Seiten gezeichnet von Siegel test)");
    expect(german).toContain("einem anderen Programm (curl/8.5.0)");
    for (const report of [german, english]) expect(report).not.toContain("machine");
  }, 60_000);

  it("[T-042] is told as another login's where this one loaded nothing, and as not loaded where none did", async () => {
    const sent = await sendTwo();
    const [contract = "", annex = ""] = sent.fileIds;
    const earlier = await logIn(server.current(), sent, 0);
    const first = await load(earlier, contract, asViewer);
    const alice = await logIn(server.current(), sent, 0);
    // Asking for its head, or for a part that it has not, loads nothing.
    const headers = { ...sessionHeaders(alice.session), ...asViewer };
    const address = `${server.current().url}/api/files/getFile/${annex}`;
    expect((await fetch(address, { method: "HEAD", headers })).status).toBe(200);
    expect((await fetch(address, { headers: { ...headers, range: "bytes=99999999-" } })).status).toBe(416);
    await approve(alice);
    expect(await viewedBy(sent, alice)).toMatchObject([
      { fileId: contract, loaded: { sha256: first, inThisSession: false, programs: [{ viewer }] } },
      { fileId: annex, loaded: null },
    ]);
    if (!hasTools("pdftotext")) return;
    expect(await reportIn(sent, "en")).toContain("Shown on an earlier visit, with Siegel viewer 1.2.3");
    expect(await reportIn(sent, "de")).toContain("Vor der Bestätigung nicht gezeigt.");
  }, 60_000);

  it("[T-042] takes no name of a viewer that nobody could read, and fills no table with names", async () => {
    const sent = await sendTwo();
    const [contract = ""] = sent.fileIds;
    const alice = await logIn(server.current(), sent, 0);
    await load(alice, contract, { ...asViewer, "siegel-viewer": "x".repeat(121) });
    for (let n = 0; n < 110; n += 1) await load(alice, contract, { ...asViewer, "siegel-viewer": `viewer ${n}` });
    const { db } = server.current().deps;
    const rows = await db
      .selectFrom("loaded_revision")
      .select("viewer")
      .where("file_id", "=", contract as never)
      .execute();
    expect(rows).toHaveLength(100);
    expect(rows.map((row) => row.viewer)).toContain("");
  }, 60_000);
});
