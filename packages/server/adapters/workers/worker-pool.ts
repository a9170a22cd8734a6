/**
 * Bounded work on processes of its own. Not on threads: V8 ends the whole process, all threads with it, when one allocation
 * (a map that grows, a long array) does not fit the heap limit of a thread. A process dies alone.
 */
import { availableParallelism } from "node:os";
import { type BoundedWork, MachineBusy, WorkExceeded, WorkerDied } from "../../ports/bounded-work.ts";
import { fairTurns, type TurnLimits } from "./fair-turns.ts";
import { startWorker, type Worker, type WorkerLimits } from "./start-worker.ts";
import { noFiles, type WorkerFiles } from "./worker-permissions.ts";

/**
 * What one task may cost, how much is done at once, how much may wait, and for how long. `endsWithCaller`: a task that has begun is
 * ended, too, when nobody waits for it any more.
 */
export type PoolLimits = WorkerLimits & TurnLimits & { readonly endsWithCaller?: boolean };

/**
 * decisions 0009: what one foreign file may cost of processor time, and as many files at once as there are cores. A worker that a large file
 * made grow is kept up to `keptMb`: a new one starts cold, and its first files cost twice as much.
 */
export const defaultPoolLimits: PoolLimits = {
  timeMs: 10_000,
  heapMb: 256,
  workersMax: availableParallelism(),
  keptMb: 384,
  waitingMax: 256,
  waitingMs: 30_000,
  ofOne: [{ waitingMax: 64 }],
};

/**
 * A pool of workers that run `entry`, which calls `serveTasks`; besides our code they see `files`. The first is started with
 * the first task; one is kept warm.
 */
export function workerPool<Task, Outcome>(
  entry: URL,
  limits: PoolLimits = defaultPoolLimits,
  files: WorkerFiles = noFiles,
): BoundedWork<Task, Outcome> {
  const turns = fairTurns(limits);
  const idle: Worker[] = [];
  const alive = new Set<Worker>();
  const starting = new Set<Promise<Worker>>();
  const ended = { time: 0, memory: 0, busy: 0, crash: 0 };
  let closed = false;

  const start = async (): Promise<Worker> => {
    const started = await startWorker(entry, limits, files);
    alive.add(started);
    return started;
  };
  const takeWorker = async (): Promise<Worker> => {
    const warm = idle.pop();
    if (warm?.isFit()) return warm;
    const begun = start();
    starting.add(begun);
    return await begun.finally(() => starting.delete(begun));
  };
  const openWorker = async (): Promise<Worker> => {
    const worker = closed ? undefined : await takeWorker();
    // An ended worker would never answer; `close` ends this one.
    if (worker === undefined || closed) throw new Error("the pool was closed");
    return worker;
  };
  const giveBack = (worker: Worker): void => {
    // The others cost memory only; the next burst starts them again.
    if (worker.isFit() && !closed && (turns.counts().waiting > 0 || idle.length === 0)) idle.push(worker);
    else {
      alive.delete(worker);
      void worker.end();
    }
  };
  return {
    run: async (task, turn) => {
      if (closed) throw new Error("the pool is closed");
      return await turns.have(turn, async () => {
        const worker = await openWorker();
        const left = limits.endsWithCaller === true ? turn.left : undefined;
        const leave = (): void => void worker.end();
        left?.addEventListener("abort", leave);
        try {
          left?.throwIfAborted();
          return (await worker.perform(task)) as Outcome;
        } catch (fault) {
          // What was ended then, was ended by us.
          left?.throwIfAborted();
          if (!closed) countEnding(ended, fault);
          throw closed ? new Error("the pool was closed", { cause: fault }) : fault;
        } finally {
          left?.removeEventListener("abort", leave);
          giveBack(worker);
        }
      });
    },
    figures: () => ({ busy: turns.counts().taken, waiting: turns.counts().waiting, ended }),
    close: async () => {
      closed = true;
      // Whoever is just being started ends too; one that does not start has ended already.
      await Promise.allSettled(starting);
      await Promise.all([...alive].map((worker) => worker.end()));
    },
  };
}

/** Counts why a worker ended; what a task itself threw ended none. */
export function countEnding(ended: Record<"time" | "memory" | "busy" | "crash", number>, fault: unknown): void {
  if (fault instanceof WorkExceeded) ended[fault.limit] += 1;
  if (fault instanceof MachineBusy) ended.busy += 1;
  if (fault instanceof WorkerDied) ended.crash += 1;
}
