import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { eventually } from "../../../../fixtures/eventually.ts";
import { TooMuchWork, WorkExceeded } from "../../ports/bounded-work.ts";
import type { Play } from "../../test/playing-worker.ts";
import { isAlive } from "../database/live-pid.ts";
import { defaultPoolLimits, type PoolLimits, workerPool } from "./worker-pool.ts";

const entry = new URL("../../test/playing-worker.ts", import.meta.url);
const closings: Array<() => Promise<void>> = [];
afterAll(async () => {
  for (const close of closings) await close();
});

function open(limits: Partial<PoolLimits> = {}) {
  const pool = workerPool<Play, unknown>(entry, { ...defaultPoolLimits, workersMax: 2, ...limits });
  closings.push(pool.close);
  return { ...pool, run: (task: Play, sender = "a") => pool.run(task, { names: [sender] }) };
}

const exceeded = (limit: WorkExceeded["limit"]) => expect.objectContaining({ name: "WorkExceeded", limit });

describe("workerPool", () => {
  it("does a task elsewhere, without our environment, and keeps the worker for the next one", async () => {
    const pool = open();
    const value = { bytes: Uint8Array.of(1, 2), at: new Date(5), nothing: undefined };
    expect(await pool.run({ play: "answer", value })).toEqual(value);
    const pid = await pool.run({ play: "pid" });
    expect(pid).not.toBe(process.pid);
    expect(await pool.run({ play: "pid" })).toBe(pid);
    expect(await pool.run({ play: "environment" })).toEqual([]);
  });

  it.each(["thread", "program", "native code", "connection", "server", "datagram", "name"] as const)(
    "lets nobody in there have a %s",
    async (play) => {
      await expect(open().run({ play })).rejects.toThrow(/restricted|disabled|no network/);
    },
  );

  it("shows its workers the files lent to them, and no other", async () => {
    const folder = mkdtempSync(join(tmpdir(), "siegel-lent-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    for (const name of ["lent-a", "kept"]) writeFileSync(join(folder, name), "secret");
    const lent = { read: [join(folder, "lent-")], write: [join(folder, "lent-")] };
    const pool = workerPool<Play, unknown>(entry, defaultPoolLimits, lent);
    onTestFinished(pool.close);
    expect(await pool.run({ play: "read", path: join(folder, "lent-a") }, { names: ["a"] })).toBe(6);
    await pool.run({ play: "write", path: join(folder, "lent-b") }, { names: ["a"] });
    const others = [
      join(folder, "kept"),
      join(folder, "lent-a/../kept"),
      "/etc/passwd",
      `/proc/${process.pid}/environ`,
      fileURLToPath(new URL("../../../../package.json", import.meta.url)),
    ];
    for (const path of others)
      await expect(pool.run({ play: "read", path }, { names: ["a"] }), path).rejects.toThrow("has been restricted");
    for (const path of [join(folder, "kept"), fileURLToPath(import.meta.url)])
      await expect(pool.run({ play: "write", path }, { names: ["a"] }), path).rejects.toThrow("has been restricted");
  });

  it("passes on what a task throws and keeps the worker", async () => {
    const pool = open();
    const pid = await pool.run({ play: "pid" });
    const fault = await pool.run({ play: "throw" }).catch((thrown: unknown) => thrown);
    expect(fault).toBeInstanceOf(TypeError);
    expect(fault).toMatchObject({ message: "played" });
    expect(await pool.run({ play: "pid" })).toBe(pid);
  });

  it("replaces a worker that took more memory than it shall keep", async () => {
    const pool = open({ keptMb: 110 });
    const pid = await pool.run({ play: "pid" });
    expect(await pool.run({ play: "pid" })).toBe(pid);
    await pool.run({ play: "large" });
    expect(await pool.run({ play: "pid" })).not.toBe(pid);
  });

  it("[T-014] answers others while a task never ends, and our own turns come meanwhile", async () => {
    const pool = open({ timeMs: 600_000 });
    let ended = false;
    const loop = pool.run({ play: "loop" }).catch(() => {
      ended = true;
    });
    let beats = 0;
    const beat = setInterval(() => {
      beats += 1;
    }, 1);
    const others = await Promise.all([1, 2, 3].map((value) => pool.run({ play: "answer", value })));
    clearInterval(beat);
    expect(others).toEqual([1, 2, 3]);
    expect(ended).toBe(false);
    // A loop in our own process would have let none of them come.
    expect(beats).toBeGreaterThan(3);
    await pool.close();
    await loop;
  }, 60_000);

  it("ends a task that takes too long, and does the one that waited for it elsewhere", async () => {
    const pool = open({ timeMs: 3_000, workersMax: 1 });
    const loop = expect(pool.run({ play: "loop" })).rejects.toEqual(exceeded("time"));
    // At once, while the killed worker may still seem to be alive.
    expect(pool.figures()).toMatchObject({ busy: 1, waiting: 0 });
    expect(await pool.run({ play: "answer", value: 4 })).toBe(4);
    await loop;
    expect(pool.figures().ended).toEqual({ time: 1, memory: 0, busy: 0, crash: 0 });
  }, 60_000);

  it("counts a task's own processor time, and takes no task for dear that the machine gave none", async () => {
    const pool = open({ timeMs: 500 });
    expect(await pool.run({ play: "wait", ms: 1_500 })).toBe("timed-out");
    const fault = await pool.run({ play: "wait", ms: 60_000 }).catch((thrown: unknown) => thrown);
    expect(fault).toMatchObject({ name: "MachineBusy", retryAfterS: 30 });
    await expect(pool.run({ play: "loop" })).rejects.toThrow("it took more than 500 ms of processor time");
    expect(await pool.run({ play: "answer", value: 4 })).toBe(4);
    expect(pool.figures().ended).toEqual({ time: 1, memory: 0, busy: 1, crash: 0 });
  }, 60_000);

  it("[T-014] does another sender's task before the rest of one sender's many", async () => {
    const pool = open({ workersMax: 1 });
    const order: string[] = [];
    const run = async (sender: string) => {
      await pool.run({ play: "answer", value: null }, sender);
      order.push(sender);
    };
    await Promise.all([...Array<string>(20).fill("hostile"), "small"].map(run));
    expect(order.indexOf("small")).toBe(2);
  }, 60_000);

  it.each(["small objects", "one growing map", "one long array"] as const)(
    "[T-014] outlives a task that eats the heap with %s",
    async (play) => {
      const pool = open({ timeMs: 30_000, heapMb: 64 });
      await expect(pool.run({ play })).rejects.toEqual(exceeded("memory"));
      expect(await pool.run({ play: "answer", value: "still here" })).toBe("still here");
    },
    60_000,
  );

  it.each([
    ["exit", "a worker ended with 3; its last words: played the end"],
    ["kill", "a worker ended with SIGKILL; its last words: none"],
  ] as const)(
    "replaces a worker that dies (%s), says what it said last, and blames no task for it",
    async (play, words) => {
      const pool = open();
      await expect(pool.run({ play })).rejects.toEqual(expect.objectContaining({ name: "WorkerDied", message: words }));
      expect(await pool.run({ play: "answer", value: 1 })).toBe(1);
      expect(pool.figures()).toEqual({ busy: 0, waiting: 0, ended: { time: 0, memory: 0, busy: 0, crash: 1 } });
    },
  );

  it("lets no more work at once than it has workers, and sends away who would wait too long", async () => {
    const pool = open({ workersMax: 1, waitingMax: 1, waitingMs: 300 });
    const first = pool.run({ play: "loop" }).catch((fault: unknown) => fault);
    const second = pool.run({ play: "answer", value: 2 }).catch((fault: unknown) => fault);
    await expect(pool.run({ play: "answer", value: 3 })).rejects.toBeInstanceOf(TooMuchWork);
    expect(await second).toMatchObject({ name: "TooMuchWork", retryAfterS: 1 });
    await pool.close();
    expect(await first).toMatchObject({ message: "the pool was closed" });
  });

  it("ends its workers when it is closed, and takes nothing more", async () => {
    const pool = open();
    const pid = (await pool.run({ play: "pid" })) as number;
    const busy = pool.run({ play: "loop" }).catch((fault: unknown) => fault);
    await pool.close();
    expect(await busy).toMatchObject({ message: "the pool was closed" });
    await eventually(() => (isAlive(pid) ? undefined : true), "the end of the worker");
    await expect(pool.run({ play: "pid" })).rejects.toThrow("closed");
  });

  it("leaves nobody waiting when it is closed while its workers start, nor starts any for who waited", async () => {
    const pool = open({ timeMs: 600_000 });
    const asked = [1, 2, 3].map((value) => pool.run({ play: "answer", value }).catch((fault: unknown) => fault));
    await pool.close();
    for (const answer of asked) expect(await answer).toMatchObject({ message: "the pool was closed" });
    expect(pool.figures()).toEqual({ busy: 0, waiting: 0, ended: { time: 0, memory: 0, busy: 0, crash: 0 } });
  });

  it("says that a worker cannot be started: that is our fault, not the task's", async () => {
    const pool = workerPool<Play, unknown>(new URL("./no-such-worker.ts", import.meta.url));
    const fault = await pool.run({ play: "pid" }, { names: ["a"] }).catch((thrown: unknown) => thrown);
    expect(fault).not.toBeInstanceOf(WorkExceeded);
    expect(String(fault)).toContain("a worker did not start");
    expect(String(fault)).toContain("no-such-worker");
  });

  it("leaves no looping worker behind when its own process is killed", async () => {
    const script = `
      import { workerPool } from ${JSON.stringify(fileURLToPath(new URL("./worker-pool.ts", import.meta.url)))};
      const pool = workerPool(new URL(${JSON.stringify(entry.href)}));
      const pid = await pool.run({ play: "pid" }, { names: ["a"] });
      void pool.run({ play: "loop" }, { names: ["a"] });
      process.stdout.write(String(pid));
    `;
    const parent = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const pid = await new Promise<number>((resolve) => parent.stdout.once("data", (bytes) => resolve(Number(bytes))));
    expect(isAlive(pid)).toBe(true);
    parent.kill("SIGKILL");
    await eventually(() => (isAlive(pid) ? undefined : true), "the end of the worker");
  }, 30_000);
});
