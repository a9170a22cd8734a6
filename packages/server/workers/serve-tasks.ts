/** The inside of a worker (adapters/worker-pool.ts): does tasks as they come, and goes when its parent does. */
import { Worker } from "node:worker_threads";
import { giveUpRights } from "../adapters/give-up-rights.ts";
import type { WorkerAnswer } from "../adapters/start-worker.ts";

// A thread, since a task that never ends lets nothing else in this process have its turn. What buffers and native code hold is in no
// heap: where the process has a limit, it is ended over it as V8 ends one.
const watch = `
const { workerData: { parent, memoryMbMax } } = require("node:worker_threads");
const { writeSync } = require("node:fs");
const look = () => {
  if (process.ppid !== parent) process.kill(process.pid, "SIGKILL");
  if (process.memoryUsage.rss() <= memoryMbMax * 1_048_576) return;
  writeSync(2, "out of memory: more than " + memoryMbMax + " MB");
  process.kill(process.pid, "SIGABRT");
};
setInterval(look, memoryMbMax === Infinity ? 1_000 : 100);
`;

/** Answers each task with what `perform` makes of it, or comes to, or with the fault that it throws. */
export function serveTasks<Task>(perform: (task: Task) => unknown): void {
  const say = (answer: WorkerAnswer): void => void process.send?.(answer);
  process.on("message", async (task) => {
    try {
      say({ kind: "done", outcome: await perform(task as Task), memoryMb: memoryMb() });
    } catch (fault) {
      say({ kind: "failed", fault, memoryMb: memoryMb() });
    }
  });
  process.on("disconnect", () => process.exit());
  // A key at the terminal reaches the whole group; the parent decides when its tasks end.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
  const memoryMbMax = Number(process.argv[2] ?? Number.POSITIVE_INFINITY);
  new Worker(watch, { eval: true, workerData: { parent: process.ppid, memoryMbMax } }).unref();
  giveUpRights();
  say({ kind: "ready" });
}

const memoryMb = (): number => process.memoryUsage.rss() / 1_048_576;
