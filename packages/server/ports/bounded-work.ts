import type { Sha256Hex } from "./blobs.ts";

/**
 * Work on foreign bytes, done where it can harm nobody: each task has a limit of time and of memory, and what dies of one
 * takes nothing else with it. Tasks and outcomes are copied there and back (structured clone).
 */
export type BoundedWork<Task, Outcome> = {
  /** Does one task in its turn. @throws WorkExceeded, MachineBusy, WorkerDied, TooMuchWork, the reason of the turn's signal, or the fault that the task threw */
  readonly run: (task: Task, turn: Turn<Outcome>) => Promise<Outcome>;
  /** How much is done and waits right now, and why workers ended so far. */
  readonly figures: () => WorkFigures;
  /** Ends all work; what is under way is rejected. */
  readonly close: () => Promise<void>;
};

/**
 * For whom a task is done, the widest name first: where many wait, these take turns at each place. `left` is aborted when nobody waits for
 * the outcome any more: what has not begun is not done then. `known` is asked when the turn comes: another may have had it done meanwhile.
 */
export type Turn<Outcome> = {
  readonly names: readonly string[];
  readonly left?: AbortSignal | undefined;
  readonly known?: (() => Outcome | undefined) | undefined;
};

/** A task on one document of the store. */
export type OnDocument<Task> = { readonly sha256: Sha256Hex; readonly task: Task };

/** Tasks that are done and that wait, and workers that ended in the middle of a task, by reason. */
export type WorkFigures = {
  readonly busy: number;
  readonly waiting: number;
  readonly ended: Readonly<Record<WorkExceeded["limit"] | "busy" | "crash", number>>;
};

/** A task that was ended at a limit: it takes more processor time or memory than any task may. */
export class WorkExceeded extends Error {
  override readonly name = "WorkExceeded";
  readonly limit: "time" | "memory";
  constructor(limit: WorkExceeded["limit"], message: string) {
    super(message);
    this.limit = limit;
  }
}

/** A worker ended in the middle of a task and no limit says why: a fault of ours or of the machine, and the task may be tried again. */
export class WorkerDied extends Error {
  override readonly name = "WorkerDied";
  constructor(ending: string, lastWords: string) {
    super(`a worker ended with ${ending}; its last words: ${lastWords === "" ? "none" : lastWords}`);
  }
}

/**
 * A task that was ended although it had processor time left: the machine gave it too little. That says nothing about its file, so the
 * same task may be tried again after `retryAfterS` seconds.
 */
export class MachineBusy extends Error {
  override readonly name = "MachineBusy";
  readonly retryAfterS = 30;
}

/** More tasks wait than can be done soon; the same one may be tried again after `retryAfterS` seconds. */
export class TooMuchWork extends Error {
  override readonly name = "TooMuchWork";
  readonly retryAfterS: number;
  constructor(retryAfterS: number) {
    super("too many tasks wait");
    this.retryAfterS = retryAfterS;
  }
}
