/** What it costs others when a signer stores as much as one call takes, over HTTP; how values are laid out is tested in kernel/forms. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { expect, it, vi } from "vitest";
import { plainPdf } from "../../../../fixtures/documents.ts";
import { type SignerClient, sessionHeaders } from "../../../../fixtures/signer-client.ts";
import { MachineBusy, TooMuchWork, WorkExceeded } from "../../ports/bounded-work.ts";
import { logIn, send } from "../../test/sent-workflow.ts";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer();

const count = 300;
const placed = Array.from({ length: count }, (_, n) => ({
  document: "a.pdf",
  kind: "text" as const,
  page: 1,
  rect: [20, 20, 550, 800] as [number, number, number, number],
  name: `f${n}`,
  multiline: true,
}));

async function signersOf(signers: number): Promise<{ readonly clients: SignerClient[]; readonly id: string }> {
  const sent = await send(server.current(), {
    documents: [{ name: "a.pdf", bytes: plainPdf() }],
    signers: Array.from({ length: signers }, (_, n) => ({
      reference: `s${n}`,
      type: "s_signature" as const,
      fields: n === 0 ? placed : [],
    })),
  });
  const clients = await Promise.all(Array.from({ length: signers }, (_, n) => logIn(server.current(), sent, n)));
  return { clients, id: sent.fileIds[0] ?? "" };
}

/** Ten thousand characters without a space: the dearest text of its length. */
const longValue = (n: number): string => `${n}abcdefghijklmnopqrstuvwxyz`.repeat(400).slice(0, 10_000);

const values = (signer: SignerClient, id: string, value: (n: number) => string, many = count) => ({
  files: [
    {
      id,
      xfdf_annotations: Array.from({ length: many }, (_, n) => ({
        annotation_id: `${signer.signerId}.f${n}`,
        value: value(n),
      })),
    },
  ],
});

const path = "files/updateXFDF/";

it("[T-048] lays the most that one call takes out elsewhere, ends that with the connection, and answers everybody else", async () => {
  const { clients, id } = await signersOf(2);
  const [alice, bob] = clients as [SignerClient, SignerClient];
  const work = server.current().deps.valueWork;
  const leaving = new AbortController();
  const heavy = fetch(`${server.current().url}/api/${path}`, {
    method: "PUT",
    headers: { ...sessionHeaders(alice.session), "content-type": "application/json" },
    body: JSON.stringify(values(alice, id, longValue)),
    signal: leaving.signal,
  }).catch((fault: unknown) => fault);
  await vi.waitFor(() => expect(work.figures().busy).toBe(1), { timeout: 30_000 });
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  expect((await bob.fetch(`files/getFile/${id}`)).status).toBe(200);
  // The same signer owes what that call costs: a second one is told when to come again.
  const again = await alice.call("PUT", path, values(alice, id, longValue, 1));
  expect(again).toMatchObject({ status: 429, code: "TOO_MANY_REQUESTS" });
  expect(Number(again.headers.get("retry-after"))).toBeGreaterThan(60);
  delay.disable();
  // Its own turns, apart from what else this machine does: the layout of one such value alone took seconds.
  expect(delay.percentile(50) / 1e6).toBeLessThan(50);
  leaving.abort();
  expect(await heavy).toMatchObject({ name: "AbortError" });
  await vi.waitFor(() => expect(work.figures()).toMatchObject({ busy: 0, waiting: 0 }), { timeout: 20_000 });
  expect(work.figures().ended).toEqual({ time: 0, memory: 0, busy: 0, crash: 0 });
  // Once it has been paid for, values are stored as before: nothing of the call that was ended is left.
  server.current().clock.move(600);
  const stored = await alice.call(
    "PUT",
    path,
    values(alice, id, (n) => `value ${n}`),
  );
  expect(stored).toMatchObject({ status: 200 });
}, 180_000);

it.each([
  ["what takes longer to lay out than one call may", new WorkExceeded("time", "played"), 400, "INVALID_REQUEST", null],
  ["what finds too much waiting", new TooMuchWork(7), 429, "TOO_MANY_REQUESTS", "7"],
  ["what a busy machine could not finish", new MachineBusy("played"), 503, "SERVICE_ERROR", "30"],
])("[T-048] refuses %s, and says what to do", async (_what, fault, status, code, retryAfter) => {
  server.current().clock.move(600);
  const { clients, id } = await signersOf(1);
  const [alice] = clients as [SignerClient];
  vi.spyOn(server.current().deps.valueWork, "run").mockRejectedValueOnce(fault);
  const answer = await alice.call("PUT", path, values(alice, id, longValue, 1));
  expect(answer).toMatchObject({ status, code });
  expect(answer.headers.get("retry-after")).toBe(retryAfter);
});
