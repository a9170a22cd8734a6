import type { Sha256Hex } from "./blobs.ts";

/**
 * Work on foreign bytes in other processes. Each task has a limit of time and of memory; a task that exceeds one ends only its own
 * process. Tasks and outcomes are copied (structured clone).
 */
export type BoundedWork<Task, Outcome> = {
  /** Does one task in its turn. @throws WorkExceeded, MachineBusy, WorkerDied, TooMuchWork, the reason of the turn's signal, or the fault that the task threw */
  readonly run: (task: Task, turn: Turn<Outcome>) => Promise<Outcome>;
  /** How many tasks run and wait now, and why workers ended so far. */
  readonly figures: () => WorkFigures;
  /** Ends all work; running tasks are rejected. */
  readonly close: () => Promise<void>;
};

/**
 * Who a task is for, the widest name first (organisation, workflow, reader): waiting names take turns at each level. When `left` is
 * aborted, the caller no longer waits, and a task that has not begun is dropped. `known` is called when the turn comes, in case another
 * task has produced the outcome meanwhile.
 */
export type Turn<Outcome> = {
  readonly names: readonly string[];
  readonly left?: AbortSignal | undefined;
  readonly known?: (() => Outcome | undefined) | undefined;
};

/** A task on one document of the store. */
export type OnDocument<Task> = { readonly sha256: Sha256Hex; readonly task: Task };

/** Tasks that run and wait, and workers that ended during a task, by reason. */
export type WorkFigures = {
  readonly busy: number;
  readonly waiting: number;
  readonly ended: Readonly<Record<WorkExceeded["limit"] | "busy" | "crash", number>>;
};

/** A task was ended because it took more processor time or memory than allowed. */
export class WorkExceeded extends Error {
  override readonly name = "WorkExceeded";
  readonly limit: "time" | "memory";
  constructor(limit: WorkExceeded["limit"], message: string) {
    super(message);
    this.limit = limit;
  }
}

/** A worker ended during a task without exceeding a limit: a fault of ours or of the machine. The task may be tried again. */
export class WorkerDied extends Error {
  override readonly name = "WorkerDied";
  constructor(ending: string, lastWords: string) {
    super(`a worker ended with ${ending}; its last words: ${lastWords === "" ? "none" : lastWords}`);
  }
}

/**
 * A task was ended because the machine gave it too little processor time. That says nothing about the file: the same task may be tried
 * again after `retryAfterS` seconds.
 */
export class MachineBusy extends Error {
  override readonly name = "MachineBusy";
  readonly retryAfterS = 30;
}

/** Too many tasks wait; the same one may be tried again after `retryAfterS` seconds. */
export class TooMuchWork extends Error {
  override readonly name = "TooMuchWork";
  readonly retryAfterS: number;
  constructor(retryAfterS: number) {
    super("too many tasks wait");
    this.retryAfterS = retryAfterS;
  }
}
