import { describe, expect, it, onTestFinished } from "vitest";
import { plainPdf } from "../../../../fixtures/documents.ts";
import { hostileFiles } from "../../../../fixtures/hostile.ts";
import { intake, openWorkersWithin } from "../../test/take-in.ts";

function hostile(begin: string): Uint8Array {
  const found = hostileFiles.find(({ name }) => name.startsWith(begin));
  if (found === undefined) throw new Error(`no hostile file is called ${begin}`);
  return found.make();
}

function openWorkers(limits: Parameters<typeof openWorkersWithin>[0]) {
  const work = openWorkersWithin(limits);
  onTestFinished(() => work.close());
  return work;
}

describe("intake over a limit", () => {
  it("[T-014] of time: the file is refused, and the next one is taken", async () => {
    const work = openWorkers({ timeMs: 1_000 });
    const refused = await intake(hostile("100 MB of the word obj"), undefined, { work });
    expect(refused).toMatchObject({ ok: false, code: "FILE_TOO_COMPLEX" });
    expect(refused.ok ? "" : refused.message).toBe(
      "a.pdf: Reading the file takes too much time or memory. Make it smaller or split it; if nobody has signed it yet, printing it to PDF may help. (it took more than 1000 ms of processor time)",
    );
    // Sound files take a fraction of a second; this machine may have much else to do.
    const patient = openWorkers({ timeMs: 20_000 });
    expect(await intake(plainPdf(), undefined, { work: patient })).toMatchObject({ ok: true });
  }, 60_000);

  it("[T-014] of memory: the worker dies, the file is refused, and the next one is taken", async () => {
    const work = openWorkers({ heapMb: 40, timeMs: 60_000 });
    const refused = await intake(hostile("400,000 objects that belong together"), undefined, { work });
    expect(refused).toMatchObject({ ok: false, code: "FILE_TOO_COMPLEX" });
    expect(refused.ok ? "" : refused.message).toContain("SIGABRT");
    expect(await intake(plainPdf(), undefined, { work })).toMatchObject({ ok: true });
  }, 90_000);

  it("of work at once: the sender is told when to come again", async () => {
    const work = openWorkers({ workersMax: 1, waitingMax: 0, waitingMs: 5_000 });
    const answers = await Promise.all([1, 2].map(() => intake(plainPdf(), undefined, { work })));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ code: "TOO_MANY_REQUESTS", retryAfterS: 5 });
  });
});
