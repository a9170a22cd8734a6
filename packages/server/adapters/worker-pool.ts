/**
 * Bounded work on processes of its own. Not on threads: V8 ends the whole process, all threads with it, when one allocation
 * (a map that grows, a long array) does not fit the heap limit of a thread. A process dies alone.
 */
import { availableParallelism } from "node:os";
import type { BoundedWork } from "../ports/bounded-work.ts";
import { fairTurns, type TurnLimits } from "./fair-turns.ts";
import { startWorker, type Worker, type WorkerLimits } from "./start-worker.ts";

/** What one task may cost, how much is done at once, how much may wait, and for how long. */
export type PoolLimits = WorkerLimits & TurnLimits;

/** decisions 0009: what one foreign file may cost, and as many files at once as there are cores. */
export const defaultPoolLimits: PoolLimits = {
  timeMs: 10_000,
  heapMb: 256,
  workersMax: availableParallelism(),
  waitingMax: 256,
  waitingOfOneMax: 64,
  waitingMs: 30_000,
};

/** A pool of workers that run `entry`, which calls `serveTasks`. The first is started with the first task; one is kept warm. */
export function workerPool<Task, Outcome>(
  entry: URL,
  limits: PoolLimits = defaultPoolLimits,
): BoundedWork<Task, Outcome> {
  const turns = fairTurns(limits);
  const idle: Worker[] = [];
  const alive = new Set<Worker>();
  let closed = false;

  const takeWorker = async (): Promise<Worker> => {
    const warm = idle.pop();
    if (warm?.isFit()) return warm;
    const started = await startWorker(entry, limits);
    if (closed) started.end();
    else alive.add(started);
    return started;
  };
  const giveBack = (worker: Worker): void => {
    // The others cost memory only; the next burst starts them again.
    if (worker.isFit() && !closed && (turns.areWaiting() || idle.length === 0)) idle.push(worker);
    else {
      alive.delete(worker);
      worker.end();
    }
  };
  return {
    run: async (task, sender) => {
      if (closed) throw new Error("the pool is closed");
      await turns.take(sender);
      try {
        const worker = await takeWorker();
        try {
          return (await worker.perform(task)) as Outcome;
        } catch (fault) {
          throw closed ? new Error("the pool was closed", { cause: fault }) : fault;
        } finally {
          giveBack(worker);
        }
      } finally {
        turns.give();
      }
    },
    close: async () => {
      closed = true;
      for (const worker of alive) worker.end();
    },
  };
}
