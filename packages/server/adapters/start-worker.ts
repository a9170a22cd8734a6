/** One worker of a pool: a process that does one task at a time, without our environment, and is ended at its limits. */
import { type ChildProcess, type ForkOptions, fork } from "node:child_process";
import { WorkExceeded } from "../ports/bounded-work.ts";

/** What one task may cost; the heap limit counts JavaScript's objects, not the octets of buffers. */
export type WorkerLimits = { readonly timeMs: number; readonly heapMb: number };

/** A worker that is ready. `perform` takes one task at a time; one that is not fit any more is to be ended. */
export type Worker = {
  readonly perform: (task: unknown) => Promise<unknown>;
  readonly isFit: () => boolean;
  readonly end: () => void;
};

/** What a worker says; the first time without a task that it is ready. */
export type WorkerAnswer =
  | { readonly kind: "ready" }
  | { readonly kind: "done"; readonly outcome: unknown; readonly memoryMb: number }
  | { readonly kind: "failed"; readonly fault: unknown; readonly memoryMb: number };

const start_ms = 30_000;

/** How a worker is started. Whoever got to run code in there finds no secret of ours. */
export const workerOptions = ({ heapMb }: Pick<WorkerLimits, "heapMb">): ForkOptions => ({
  execArgv: [`--max-old-space-size=${heapMb}`, "--disable-warning=ExperimentalWarning"],
  serialization: "advanced",
  env: {},
  stdio: ["ignore", "ignore", "pipe", "ipc"],
});

/** Starts a worker and waits until it is ready. @throws when it does not get there, which is a fault of ours */
export async function startWorker(entry: URL, limits: WorkerLimits): Promise<Worker> {
  const child = fork(entry, workerOptions(limits));
  const lastWords = keepLastWords(child);
  const hears = (timeMs: number) => nextAnswer(child, timeMs);
  const first = await hears(start_ms).catch((cause: unknown) => {
    child.kill("SIGKILL");
    throw new Error(`a worker did not start: ${lastWords()}`, { cause });
  });
  if (first.kind !== "ready") throw new Error("a worker answered before it was ready");
  rest(child);
  // What a large file made it take, it would keep: a new one costs less.
  let isLarge = false;
  // Killed, it still looks alive until the system has ended it.
  let isOver = false;
  return {
    isFit: () => !isLarge && !isOver && child.connected && child.exitCode === null && child.signalCode === null,
    end: () => child.kill("SIGKILL"),
    perform: async (task) => {
      child.ref();
      child.channel?.ref();
      const answer = hears(limits.timeMs).catch((fault: unknown) => {
        isOver = true;
        throw fault;
      });
      child.send(task as Parameters<typeof child.send>[0], () => {});
      try {
        const said = await answer;
        isLarge = said.kind !== "ready" && said.memoryMb > limits.heapMb;
        if (said.kind === "failed") throw said.fault;
        return said.kind === "done" ? said.outcome : undefined;
      } finally {
        rest(child);
      }
    },
  };
}

/** An idle worker keeps nobody from ending. */
function rest(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

/** What the worker says next, unless it takes too long or dies; then it is ended for good. */
async function nextAnswer(child: ChildProcess, timeMs: number): Promise<WorkerAnswer> {
  return await new Promise<WorkerAnswer>((resolve, reject) => {
    const settle = (end: () => void): void => {
      clearTimeout(patience);
      child.off("message", heard);
      child.off("exit", ended);
      child.off("error", failed);
      end();
    };
    const heard = (answer: unknown) => settle(() => resolve(answer as WorkerAnswer));
    const failed = (fault: Error) => settle(() => reject(fault));
    const ended = (code: number | null, signal: NodeJS.Signals | null) =>
      settle(() =>
        reject(new WorkExceeded(isOutOfMemory(code, signal) ? "memory" : "crash", `it ended with ${signal ?? code}`)),
      );
    const patience = setTimeout(() => {
      child.kill("SIGKILL");
      settle(() => reject(new WorkExceeded("time", `it took more than ${timeMs} ms`)));
    }, timeMs);
    child.on("message", heard);
    child.on("exit", ended);
    child.on("error", failed);
  });
}

/** V8 aborts at the end of its heap; where there are no signals, with their number in the code. */
const isOutOfMemory = (code: number | null, signal: string | null): boolean => signal === "SIGABRT" || code === 134;

function keepLastWords(child: ChildProcess): () => string {
  let words = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    words = (words + text).slice(-2_000);
  });
  // A pipe that is read would keep this process awake.
  const pipe = child.stderr as { unref?: () => void } | null;
  pipe?.unref?.();
  return () => words;
}
