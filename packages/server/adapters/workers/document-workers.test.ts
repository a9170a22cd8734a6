import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { eventually } from "../../../../fixtures/eventually.ts";
import { TooMuchWork, type WorkExceeded } from "../../ports/bounded-work.ts";
import type { DocumentPlay } from "../../test/playing-document-worker.ts";
import { isAlive } from "../database/live-pid.ts";
import { fileBlobs } from "../store/file-blobs.ts";
import { type DocumentLimits, defaultDocumentLimits, documentWorkers } from "./document-workers.ts";

const entry = new URL("../../test/playing-document-worker.ts", import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "siegel-documents-"));
const blobs = fileBlobs(folder);
const closings: Array<() => Promise<void>> = [];
afterAll(async () => {
  for (const close of closings) await close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(limits: Partial<DocumentLimits> = {}) {
  const [one, other] = await Promise.all(
    ["one", "other"].map(async (text) => (await blobs.put([Buffer.from(text)])).sha256),
  );
  if (one === undefined || other === undefined) throw new Error("two were put");
  const workers = documentWorkers<DocumentPlay, unknown>(entry, blobs, { ...defaultDocumentLimits, ...limits });
  closings.push(workers.close);
  const play = (sha256: typeof one, task: DocumentPlay, names = ["a", "workflow", "reader"], left?: AbortSignal) =>
    workers.run({ sha256, task }, { names, left });
  const more = async (text: string) => (await blobs.put([Buffer.from(text)])).sha256;
  return { one, other, play, workers, more };
}

const exceeded = (limit: WorkExceeded["limit"]) => expect.objectContaining({ name: "WorkExceeded", limit });

describe("documentWorkers", () => {
  it("keeps a process for a document, and never gives it another one", async () => {
    const { one, other, play } = await open();
    const first = await play(one, { play: "pid" });
    expect(await play(one, { play: "pid" })).toBe(first);
    const second = await play(other, { play: "pid" });
    expect(second).not.toBe(first);
    expect(await play(other, { play: "own document" })).toBe("other");
    expect(await play(one, { play: "pid" })).toBe(first);
  });

  it("ends who waits longest where another document needs the room", async () => {
    const { one, other, play } = await open({ workersMax: 1 });
    const first = Number(await play(one, { play: "pid" }));
    await play(other, { play: "pid" });
    await eventually(() => (isAlive(first) ? undefined : true));
    expect(await play(one, { play: "pid" })).not.toBe(first);
  });

  it("has never more processes than it may, however many documents are opened at once", async () => {
    const { play, more } = await open({ workersMax: 2 });
    const pids: unknown[] = [];
    for (const texts of [
      ["a", "b"],
      ["c", "d"],
    ])
      pids.push(
        ...(await Promise.all(texts.map(async (text) => play(await more(text), { play: "pid" }, ["a", text, "b"])))),
      );
    await eventually(() => (pids.slice(0, 2).some((pid) => isAlive(Number(pid))) ? undefined : true));
    expect(pids.slice(2).every((pid) => isAlive(Number(pid)))).toBe(true);
  });

  it("ends who has nothing to do", async () => {
    const { one, play } = await open({ keptMs: 50 });
    const pid = Number(await play(one, { play: "pid" }));
    await eventually(() => (isAlive(pid) ? undefined : true));
  });

  it("gives a file back once nobody has it open: an ended process is gone by then", async () => {
    const [closed, pids]: [boolean[], number[]] = [[], []];
    const asFile: typeof blobs.asFile = async (sha256) => {
      const lent = await blobs.asFile(sha256);
      const close = async () => {
        closed.push(pids.some(isAlive));
        await lent.close();
      };
      return { ...lent, close };
    };
    const { one } = await open();
    const workers = documentWorkers<DocumentPlay, unknown>(entry, { asFile }, { ...defaultDocumentLimits, keptMs: 50 });
    closings.push(workers.close);
    const play = { sha256: one, task: { play: "pid" } } as const;
    pids.push(Number(await workers.run(play, { names: ["a", "workflow", "reader"] })));
    await eventually(() => (closed.length > 0 ? true : undefined));
    expect(closed).toEqual([false]);
  });

  it("shows a process its own document, and no other file; it changes none, and loads no native code any more", async () => {
    const { one, other, play } = await open();
    expect(await play(one, { play: "own document" })).toBe("one");
    const path = join(folder, other.slice(0, 2), other.slice(2));
    for (const task of [{ play: "read", path }, { play: "write" }, { play: "native code" }] as const)
      await expect(play(one, task), task.play).rejects.toThrow(/restricted|disabled/);
  });

  it("[T-014] ends what takes too long, or memory that is in no heap, and goes on", async () => {
    const large = await open({ timeMs: 60_000, memoryMb: 300 });
    await expect(large.play(large.one, { play: "buffers" })).rejects.toEqual(exceeded("memory"));
    expect(await large.play(large.one, { play: "own document" })).toBe("one");
    expect(large.workers.figures().ended).toEqual({ time: 0, memory: 1, busy: 0, crash: 0 });
    const slow = await open({ timeMs: 3_000 });
    await expect(slow.play(slow.one, { play: "loop" })).rejects.toEqual(exceeded("time"));
    expect(await slow.play(slow.one, { play: "own document" })).toBe("one");
    expect(slow.workers.figures().ended).toEqual({ time: 1, memory: 0, busy: 0, crash: 0 });
  }, 120_000);

  it("lets one reader have a few in the queue, and the others theirs", async () => {
    const ofOne = [{ waitingMax: 9 }, { waitingMax: 9 }, { waitingMax: 1 }];
    const { one, play, workers } = await open({ workersMax: 1, ofOne, timeMs: 4_000 });
    const loop = expect(play(one, { play: "loop" })).rejects.toEqual(exceeded("time"));
    const waits = play(one, { play: "own document" });
    await expect(play(one, { play: "own document" })).rejects.toBeInstanceOf(TooMuchWork);
    const another = play(one, { play: "own document" }, ["a", "workflow", "another reader"]);
    expect(workers.figures()).toMatchObject({ busy: 1, waiting: 2 });
    await loop;
    expect(await Promise.all([waits, another])).toEqual(["one", "one"]);
  });

  it("[T-014] has one process left for everybody else, however many readers a heavy document has", async () => {
    const { one, other, play, workers } = await open({ timeMs: 20_000 });
    const readers = ["first", "second", "third"];
    const heavy = readers.map((reader) => play(one, { play: "loop" }, ["a", "heavy", reader]).catch(() => "ended"));
    expect(workers.figures()).toMatchObject({ busy: 1, waiting: 2 });
    expect(await play(other, { play: "own document" }, ["a", "light", "reader"])).toBe("other");
    expect(workers.figures()).toMatchObject({ busy: 1, waiting: 2 });
    await workers.close();
    expect(await Promise.all(heavy)).toEqual(["ended", "ended", "ended"]);
  }, 60_000);

  it("does nothing for whoever has left: not in the queue, and not once a process has started", async () => {
    const { one, play, workers } = await open({ timeMs: 20_000 });
    const [leaving, leftWaiting] = [new AbortController(), new AbortController()];
    const [loop, waits] = [leaving, leftWaiting].map(({ signal }) => play(one, { play: "loop" }, undefined, signal));
    leftWaiting.abort();
    await expect(waits).rejects.toMatchObject({ name: "AbortError" });
    expect(workers.figures()).toMatchObject({ busy: 1, waiting: 0 });
    leaving.abort();
    await expect(loop).rejects.toMatchObject({ name: "AbortError" });
    expect(await play(one, { play: "own document" })).toBe("one");
    expect(workers.figures()).toEqual({ busy: 0, waiting: 0, ended: { time: 0, memory: 0, busy: 0, crash: 0 } });
  }, 60_000);

  it("[T-014] gives who waits for a document another process when the one that reads it dies", async () => {
    const { one, play, workers } = await open();
    const pid = Number(await play(one, { play: "pid" }));
    const loop = expect(play(one, { play: "loop" })).rejects.toMatchObject({ name: "WorkerDied" });
    const waits = play(one, { play: "own document" });
    process.kill(pid, "SIGKILL");
    await loop;
    expect(await waits).toBe("one");
    expect(workers.figures()).toEqual({ busy: 0, waiting: 0, ended: { time: 0, memory: 0, busy: 0, crash: 1 } });
  }, 60_000);
});
