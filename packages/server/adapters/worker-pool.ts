/**
 * Bounded work on processes of its own. Not on threads: V8 ends the whole process, all threads with it, when one allocation
 * (a map that grows, a long array) does not fit the heap limit of a thread. A process dies alone.
 */
import { availableParallelism } from "node:os";
import { type BoundedWork, TooMuchWork } from "../ports/bounded-work.ts";
import { startWorker, type Worker, type WorkerLimits } from "./start-worker.ts";

/** How much is done at once, how much may wait, and for how long. */
export type PoolLimits = WorkerLimits & {
  readonly workersMax: number;
  readonly waitingMax: number;
  readonly waitingMs: number;
};

/** decisions 0009: what one foreign file may cost, and as many files at once as there are cores. */
export const defaultPoolLimits: PoolLimits = {
  timeMs: 10_000,
  heapMb: 256,
  workersMax: availableParallelism(),
  waitingMax: 256,
  waitingMs: 30_000,
};

/** A pool of workers that run `entry`, which calls `serveTasks`. The first is started with the first task; one is kept warm. */
export function workerPool<Task, Outcome>(
  entry: URL,
  limits: PoolLimits = defaultPoolLimits,
): BoundedWork<Task, Outcome> {
  const turns = openTurns(limits);
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
    run: async (task) => {
      if (closed) throw new Error("the pool is closed");
      await turns.take();
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

type Turns = { readonly take: () => Promise<void>; readonly give: () => void; readonly areWaiting: () => boolean };

/** First come, first served; whoever comes when too many wait, or waited too long, is sent away. */
function openTurns({ workersMax, waitingMax, waitingMs }: PoolLimits): Turns {
  const waiting = new Set<() => void>();
  let taken = 0;
  return {
    areWaiting: () => waiting.size > 0,
    take: async () => {
      if (taken < workersMax) {
        taken += 1;
        return;
      }
      if (waiting.size >= waitingMax) throw new TooMuchWork(Math.ceil(waitingMs / 1_000));
      await new Promise<void>((resolve, reject) => {
        const called = () => {
          clearTimeout(patience);
          resolve();
        };
        const patience = setTimeout(() => {
          waiting.delete(called);
          reject(new TooMuchWork(Math.ceil(waitingMs / 1_000)));
        }, waitingMs);
        waiting.add(called);
      });
    },
    give: () => {
      const [next] = waiting;
      if (next === undefined) {
        taken -= 1;
        return;
      }
      // The turn goes over, so that nobody who comes now gets in between.
      waiting.delete(next);
      next();
    },
  };
}
