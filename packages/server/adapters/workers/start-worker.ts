/** One worker of a pool: a process that does one task at a time, without our environment, and is ended at its limits. */
import { type ChildProcess, type ForkOptions, fork } from "node:child_process";
import { MachineBusy, WorkExceeded, WorkerDied } from "../../ports/bounded-work.ts";
import { permissionArguments, type WorkerFiles } from "./worker-permissions.ts";

/**
 * What one task may cost. `timeMs` is processor time of the process: on a busy machine a task gets less of it in a second, and is not
 * blamed for that. A task that has not ended after six times as long ends as MachineBusy. The heap limit counts JavaScript's objects, not the bytes of buffers. `memoryMb` is all that the process
 * may hold at any time, `keptMb` (`heapMb`) what it may hold and be given another task. `isNative`: it loads native code.
 */
export type WorkerLimits = {
  readonly timeMs: number;
  readonly heapMb: number;
  readonly memoryMb?: number;
  readonly keptMb?: number;
  readonly isNative?: boolean;
};

/** A worker that is ready. `perform` takes one task at a time; one that is not fit any more is to be ended: `end` resolves once it is gone. */
export type Worker = {
  readonly perform: (task: unknown) => Promise<unknown>;
  readonly isFit: () => boolean;
  readonly end: () => Promise<void>;
};

/** What a worker says; the first time without a task that it is ready. */
export type WorkerAnswer =
  | { readonly kind: "ready" }
  | { readonly kind: "done"; readonly outcome: unknown; readonly memoryMb: number }
  | { readonly kind: "failed"; readonly fault: unknown; readonly memoryMb: number };

const start_ms = 30_000;
/** How much longer than its processor time a task may last before it is ended. */
const wall_times = 6;

/**
 * How a worker is started. Whoever got to run JavaScript in there finds no secret of ours: the environment is empty, and of
 * files it may read our code and what is lent to workers. It is the same user, who may still end processes of ours.
 */
export const workerOptions = (
  { heapMb, isNative = false }: Pick<WorkerLimits, "heapMb" | "isNative">,
  files: WorkerFiles,
): ForkOptions => ({
  execArgv: [
    `--max-old-space-size=${heapMb}`,
    "--disable-warning=ExperimentalWarning",
    "--disable-warning=PERM0006",
    ...permissionArguments({ ...files, isNative }),
  ],
  serialization: "advanced",
  // What draws would load the fonts of this machine, and the same page be another picture on another one.
  env: isNative ? { DISABLE_SYSTEM_FONTS_LOAD: "1" } : {},
  stdio: ["ignore", "ignore", "pipe", "ipc"],
});

/** Starts a worker and waits until it is ready. @throws when it does not get there, which is a fault of ours */
export async function startWorker(entry: URL, limits: WorkerLimits, files: WorkerFiles): Promise<Worker> {
  const { memoryMb = Number.POSITIVE_INFINITY, timeMs } = limits;
  const child = fork(entry, [String(memoryMb), String(timeMs)], workerOptions(limits, files));
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const lastWords = keepLastWords(child);
  const hears = (timeMs: number) => nextAnswer(child, timeMs, lastWords);
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
    end: async () => {
      child.ref();
      child.kill("SIGKILL");
      await gone;
    },
    perform: async (task) => {
      child.ref();
      child.channel?.ref();
      const answer = hears(wall_times * timeMs).catch((fault: unknown) => {
        isOver = true;
        throw fault;
      });
      child.send(task as Parameters<typeof child.send>[0], () => {});
      try {
        const said = await answer;
        isLarge = said.kind !== "ready" && said.memoryMb > (limits.keptMb ?? limits.heapMb);
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
async function nextAnswer(child: ChildProcess, timeMs: number, lastWords: () => string): Promise<WorkerAnswer> {
  return await new Promise<WorkerAnswer>((resolve, reject) => {
    const settle = (end: () => void): void => {
      clearTimeout(patience);
      child.off("message", heard);
      child.off("close", ended);
      child.off("error", failed);
      end();
    };
    const heard = (answer: unknown) => settle(() => resolve(answer as WorkerAnswer));
    const failed = (fault: Error) => settle(() => reject(fault));
    const ended = (code: number | null, signal: NodeJS.Signals | null) =>
      settle(() => reject(deathOf(signal ?? String(code), lastWords())));
    const patience = setTimeout(() => {
      child.kill("SIGKILL");
      settle(() => reject(new MachineBusy(`it had not ended after ${timeMs} ms, with processor time left`)));
    }, timeMs);
    child.on("message", heard);
    // Not "exit": its last words may come after that.
    child.on("close", ended);
    child.on("error", failed);
  });
}

/** V8 aborts at the end of its heap, and says so, and so does a worker at the end of its memory or of its processor time. Of any other death, the system's for want of memory too, no task is to blame. */
function deathOf(ending: string, lastWords: string): WorkExceeded | WorkerDied {
  // Where there are no signals, their number is in the code.
  const overTime = /out of time: (more than \d+ ms)/.exec(lastWords);
  if (overTime !== null) return new WorkExceeded("time", `it took ${overTime[1]} of processor time`);
  const isAborted = (ending === "SIGABRT" || ending === "134") && /out of memory/.test(lastWords);
  const isOutOfMemory = isAborted || /out of memory: more than \d+ MB/.test(lastWords);
  return isOutOfMemory ? new WorkExceeded("memory", `it ended with ${ending}`) : new WorkerDied(ending, lastWords);
}

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
