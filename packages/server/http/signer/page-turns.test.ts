/** What many readers of one heavy document do to others: nothing. In which order pages are drawn is tested in adapters/workers/fair-turns.test.ts. */
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { plainPdf } from "../../../../fixtures/documents.ts";
import { packed } from "../../../../fixtures/drawn-page.ts";
import { makePdf } from "../../../../fixtures/make-pdf.ts";
import { type SignerClient, sessionHeaders } from "../../../../fixtures/signer-client.ts";
import { logIn, send } from "../../test/sent-workflow.ts";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer();

/** Ten pages, each of which takes a while. */
const heavyPdf = (): Uint8Array =>
  makePdf({
    objects: [
      "<< /Type /Catalog /Pages 2 0 R >>",
      `<< /Type /Pages /Kids [${Array.from({ length: 10 }, (_, n) => `${4 + n} 0 R`).join(" ")}] /Count 10 /MediaBox [0 0 595 842] >>`,
      packed(Buffer.from("0 0 m 500 800 l S ".repeat(3_000))),
      ...Array.from({ length: 10 }, () => "<< /Type /Page /Parent 2 0 R /Contents 3 0 R >>"),
    ],
  });

/** A workflow about this document, and how its readers ask for a page's picture. */
async function readersOf(bytes: Uint8Array, references: readonly string[]) {
  const signers = references.map((reference) => ({ reference, type: "s_signature" as const }));
  const sent = await send(server.current(), { documents: [{ name: "a.pdf", bytes }], signers });
  const readers = await Promise.all(signers.map((_, position) => logIn(server.current(), sent, position)));
  const ask = async (
    reader: SignerClient,
    page: number,
    { width = 160, signal = new AbortController().signal } = {},
  ) => {
    const path = `files/getFile/${sent.fileIds[0]}/pages/${page}/picture?width=${width}`;
    const headers = sessionHeaders(reader.session);
    const answer = await fetch(`${server.current().url}/api/${path}`, { headers, signal });
    await answer.arrayBuffer();
    return { status: answer.status, isToldWhen: answer.headers.has("retry-after") };
  };
  return { readers, ask };
}

const figures = () => server.current().deps.pageDrawing?.figures();
const pages = Array.from({ length: 10 }, (_, n) => n + 1);

describe("while three signers look at every page of a heavy document at once", () => {
  it("[T-014] another workflow's page is drawn, and each of theirs is, or they are told when to ask again", async () => {
    const heavy = await readersOf(heavyPdf(), ["alice", "bob", "carol"]);
    const small = await readersOf(plainPdf(), ["dora"]);
    let answered = 0;
    const burst = heavy.readers.flatMap((reader) =>
      pages.map(async (page) => {
        const answer = await heavy.ask(reader, page);
        if (answer.status === 200) answered += 1;
        return answer;
      }),
    );
    await vi.waitFor(() => expect(figures()?.waiting).toBeGreaterThan(10), { timeout: 20_000 });
    expect(figures()?.busy).toBe(1);
    const answeredBefore = answered;
    const [dora] = small.readers;
    if (dora === undefined) throw new Error("she logged in");
    expect((await small.ask(dora, 1)).status).toBe(200);
    // Of what waited before her most waits still.
    expect(answered - answeredBefore).toBeLessThan(10);
    const answers = await Promise.all(burst);
    expect(answers.every(({ status, isToldWhen }) => status === 200 || (status === 429 && isToldWhen))).toBe(true);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(figures()).toEqual({ busy: 0, waiting: 0, ended: { time: 0, memory: 0, busy: 0, crash: 0 } });
  }, 120_000);

  it("who goes leaves the queue, and those that stay are answered", async () => {
    const { readers, ask } = await readersOf(heavyPdf(), ["alice", "bob"]);
    const [alice, bob] = readers;
    if (alice === undefined || bob === undefined) throw new Error("they logged in");
    const going = new AbortController();
    onTestFinished(() => going.abort());
    const gone = pages.map((page) => ask(alice, page, { width: 480, signal: going.signal }).catch(() => "gone"));
    await vi.waitFor(() => expect(figures()?.waiting).toBeGreaterThan(4), { timeout: 20_000 });
    const stays = ask(bob, 10, { width: 800 });
    going.abort();
    expect(await Promise.all(gone)).toContain("gone");
    await vi.waitFor(() => expect(figures()?.waiting).toBeLessThanOrEqual(1), { timeout: 2_000 });
    expect((await stays).status).toBe(200);
    expect(figures()).toMatchObject({ busy: 0, waiting: 0 });
  }, 120_000);
});
