/** A page that would be drawn for minutes, in a document that was taken: what it costs its signers and everybody else. */
import { expect, it, vi } from "vitest";
import { plainPdf } from "../../../../fixtures/documents.ts";
import { form, page } from "../../../../fixtures/drawn-page.ts";
import { contentStream } from "../../../../fixtures/make-pdf.ts";
import { logIn, type Sent, send } from "../../test/sent-workflow.ts";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer();

/** A form in a form in a form …, each drawn a hundred times: a hundred million rectangles. */
function endlessPage(): Uint8Array {
  const forms = Array.from({ length: 4 }, (_, n) =>
    form("/X Do ".repeat(100), `/Resources << /XObject << /X ${6 + n} 0 R >> >>`),
  );
  return page("/Contents 4 0 R", contentStream("/X Do"), ...forms, form("0 0 1 1 re f"));
}

/** Sent past the look of intake, whatever that would say of it: only what draws pages is asked here. */
async function sentAsItIs(bytes: Uint8Array): Promise<Sent> {
  const embedded = { total: 0, first: [] };
  vi.spyOn(server.current().deps.intakeWork, "run").mockResolvedValueOnce({
    ok: true,
    pages: 1,
    notices: [],
    fields: [],
    embedded,
    earlierSignatures: 0,
    unassignedFields: [],
    appended: new Uint8Array(),
    repairs: null,
  });
  const signers = ["alice", "alice2"].map((reference) => ({ reference, type: "s_signature" as const }));
  return await send(server.current(), { documents: [{ name: "Endlos.pdf", bytes }], signers });
}

it("[T-043] gives up a page that costs too much to draw, tells its signers, and lets nobody else wait", async () => {
  const heavy = await sentAsItIs(endlessPage());
  const small = await send(server.current(), { documents: [{ name: "a.pdf", bytes: plainPdf() }] });
  const [alice, bob, dora] = [
    await logIn(server.current(), heavy, 0),
    await logIn(server.current(), heavy, 1),
    await logIn(server.current(), small),
  ];
  const picture = ({ fileIds }: Sent) => `files/getFile/${fileIds[0]}/pages/1/picture?width=480`;
  let isGivenUp = false;
  // On a machine that has much else to do the reader is asked to come again, as with every page, and does.
  const askUntilTold = async (): Promise<unknown> => {
    const answer = await alice.call("GET", picture(heavy));
    return answer.status === 429 ? await askUntilTold() : answer;
  };
  const asked = askUntilTold().finally(() => {
    isGivenUp = true;
  });
  await vi.waitFor(() => expect(server.current().deps.pageDrawing?.figures().busy).toBe(1));
  // Another page is drawn before the heavy page has had its time.
  expect((await dora.fetch(picture(small))).status).toBe(200);
  expect(isGivenUp).toBe(false);
  expect(await asked).toMatchObject({ status: 422, code: "PAGE_NOT_DRAWN" });
  // Which limit is reached first depends on the machine.
  const { time = 0, memory = 0, crash } = server.current().deps.pageDrawing?.figures().ended ?? {};
  expect({ overLimit: time + memory, crash }).toEqual({ overLimit: 1, crash: 0 });
  // The next reader is told at once.
  const begun = performance.now();
  expect(await bob.call("GET", picture(heavy))).toMatchObject({ status: 422, code: "PAGE_NOT_DRAWN" });
  expect(performance.now() - begun).toBeLessThan(5_000);
  // The file itself can be read all the same.
  expect((await alice.fetch(`files/getFile/${heavy.fileIds[0]}`)).status).toBe(200);
}, 600_000);
