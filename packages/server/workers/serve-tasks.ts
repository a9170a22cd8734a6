/** The inside of a worker (adapters/workers/worker-pool.ts): does tasks as they come, and goes when its parent does. */
import { Worker } from "node:worker_threads";
import { giveUpRights } from "../adapters/workers/give-up-rights.ts";
import type { WorkerAnswer } from "../adapters/workers/start-worker.ts";

// A thread, since a task that never ends lets nothing else in this process have its turn. What buffers and native code hold is in no
// heap: where the process has a limit, it is ended over it as V8 ends one. The system counts the processor time of the whole process,
// so a task costs the same on a busy machine as on a quiet one; `ends` says at which count the task under way is over.
const watch = `
const { workerData: { parent, memoryMbMax, timeMsMax, ends } } = require("node:worker_threads");
const { writeSync } = require("node:fs");
const end = (lastWords) => {
  writeSync(2, lastWords);
  process.kill(process.pid, "SIGABRT");
};
const look = () => {
  if (process.ppid !== parent) process.kill(process.pid, "SIGKILL");
  const { user, system } = process.cpuUsage();
  const endsAt = Atomics.load(ends, 0);
  if (endsAt !== 0n && BigInt(user + system) > endsAt) end("out of time: more than " + timeMsMax + " ms");
  if (process.memoryUsage.rss() > memoryMbMax * 1_048_576) end("out of memory: more than " + memoryMbMax + " MB");
};
setInterval(look, 100);
`;

/** Answers each task with what `perform` makes of it, or comes to, or with the fault that it throws. */
export function serveTasks<Task>(perform: (task: Task) => unknown): void {
  const say = (answer: WorkerAnswer): void => void process.send?.(answer);
  const memoryMbMax = Number(process.argv[2] ?? Number.POSITIVE_INFINITY);
  const timeMsMax = Number(process.argv[3] ?? Number.POSITIVE_INFINITY);
  // The processor time, in microseconds, at which the task under way is over; 0: there is none, or no limit.
  const ends = new BigInt64Array(new SharedArrayBuffer(8));
  const mayEndAt = (): bigint =>
    timeMsMax === Number.POSITIVE_INFINITY ? 0n : BigInt(processorUs() + timeMsMax * 1_000);
  process.on("message", async (task) => {
    Atomics.store(ends, 0, mayEndAt());
    try {
      say({ kind: "done", outcome: await perform(task as Task), memoryMb: memoryMb() });
    } catch (fault) {
      say({ kind: "failed", fault, memoryMb: memoryMb() });
    } finally {
      Atomics.store(ends, 0, 0n);
    }
  });
  process.on("disconnect", () => process.exit());
  // A key at the terminal reaches the whole group; the parent decides when its tasks end.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
  const workerData = { parent: process.ppid, memoryMbMax, timeMsMax, ends };
  new Worker(watch, { eval: true, workerData }).unref();
  giveUpRights();
  say({ kind: "ready" });
}

const memoryMb = (): number => process.memoryUsage.rss() / 1_048_576;

function processorUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
