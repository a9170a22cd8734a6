/** The inside of a worker (adapters/worker-pool.ts): does tasks as they come, and goes when its parent does. */
import { Worker } from "node:worker_threads";
import { giveUpRights } from "../adapters/give-up-rights.ts";
import type { WorkerAnswer } from "../adapters/start-worker.ts";

// A thread, since a task that never ends lets nothing else in this process have its turn.
const watch = `
const { workerData: parent } = require("node:worker_threads");
setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, "SIGKILL"); }, 1_000);
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
  new Worker(watch, { eval: true, workerData: process.ppid }).unref();
  giveUpRights();
  say({ kind: "ready" });
}

const memoryMb = (): number => process.memoryUsage.rss() / 1_048_576;
