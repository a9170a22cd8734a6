/** What one sender's hostile file does to others: nothing. In which order many files are read is tested in adapters/workers/fair-turns.test.ts. */
import { describe, expect, it, vi } from "vitest";
import { plainPdf } from "../../../../fixtures/documents.ts";
import { hostileFiles } from "../../../../fixtures/hostile.ts";
import { describeFault } from "../../describe-fault.ts";
import { MachineBusy, WorkerDied } from "../../ports/bounded-work.ts";
import { call, sentWorkflow, signer, withKey } from "../../test/api-client.ts";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer({}, { ownIntake: true });

async function sendFile(bytes: Uint8Array) {
  const documents = [{ name: "a.pdf", content: Buffer.from(bytes).toString("base64") }];
  const body = await sentWorkflow({ documents, signers: [signer("alice", "s_signature")] });
  return await call(server.current(), "POST", "/api/v1/workflows", { body, headers: withKey(server.current()) });
}

const bomb = hostileFiles.find(({ name }) => name.startsWith("12 object streams of 60 MB"));

/** Sends a hostile file, and a sound one once the first is being read: whether the sound one was answered first. */
async function overtakes(): Promise<boolean> {
  const read = vi.spyOn(server.current().deps.intakeWork, "run");
  try {
    if (bomb === undefined) throw new Error("there is no such hostile file");
    let isRead = false;
    const hostile = sendFile(bomb.make()).then(({ body }) => {
      isRead = true;
      return body.code;
    });
    await vi.waitFor(() => expect(read).toHaveBeenCalled(), { timeout: 60_000 });
    const { status } = await sendFile(plainPdf());
    const isFirst = !isRead;
    expect([status, await hostile]).toEqual([201, bomb.code]);
    return isFirst;
  } finally {
    read.mockRestore();
  }
}

it("a worker that dies of no limit is no refusal: 503, its last words are for the log, and the next try is taken", async () => {
  const read = vi.spyOn(server.current().deps.intakeWork, "run");
  const death = new WorkerDied("SIGSEGV", "played the end");
  read.mockRejectedValueOnce(death);
  try {
    const answer = await sendFile(plainPdf());
    expect([answer.status, answer.body.code]).toEqual([503, "SERVICE_ERROR"]);
    expect(JSON.stringify(answer.body)).not.toContain("SIGSEGV");
    expect(describeFault(death).message).toContain("SIGSEGV; its last words: played the end");
    expect((await sendFile(plainPdf())).status).toBe(201);
  } finally {
    read.mockRestore();
  }
});

it("a machine that is too busy is no refusal of the file: 503, with the time after which the same is taken", async () => {
  const read = vi.spyOn(server.current().deps.intakeWork, "run");
  read.mockRejectedValueOnce(new MachineBusy("played"));
  try {
    const answer = await sendFile(plainPdf());
    expect([answer.status, answer.body.code]).toEqual([503, "SERVICE_ERROR"]);
    expect(answer.headers.get("retry-after")).toBe("30");
    expect(JSON.stringify(answer.body)).not.toMatch(/PDF/i);
    expect((await sendFile(plainPdf())).status).toBe(201);
  } finally {
    read.mockRestore();
  }
});

describe("while a hostile file is read", () => {
  it("[T-014] other senders are answered", async () => {
    // Both race for the same processors: where those are busy a race may be lost, but never all of them.
    for (let race = 0; race < 10; race += 1) if (await overtakes()) return;
    expect.fail("no sound file was answered before the hostile one that was sent before it");
  }, 300_000);

  it("[T-014] a sender's turn is that of their organisation", async () => {
    const read = vi.spyOn(server.current().deps.intakeWork, "run");
    await sendFile(plainPdf());
    expect(read).toHaveBeenCalledWith(expect.anything(), { names: [server.current().organisationId] });
    read.mockRestore();
  });
});
