/**
 * Work on foreign octets, done where it can harm nobody: each task has a limit of time and of memory, and what dies of one
 * takes nothing else with it. Tasks and outcomes are copied there and back (structured clone).
 */
export type BoundedWork<Task, Outcome> = {
  /** Does one task for `sender`: where many wait, senders take turns. @throws WorkExceeded, WorkerDied, TooMuchWork, or the fault that the task threw */
  readonly run: (task: Task, sender: string) => Promise<Outcome>;
  /** How much is done and waits right now, and why workers ended so far. */
  readonly figures: () => WorkFigures;
  /** Ends all work; what is under way is rejected. */
  readonly close: () => Promise<void>;
};

/** Tasks that are done and that wait, and workers that ended in the middle of a task, by reason. */
export type WorkFigures = {
  readonly busy: number;
  readonly waiting: number;
  readonly ended: Readonly<Record<WorkExceeded["limit"] | "crash", number>>;
};

/** A task that was ended at a limit: it takes more than any task may. */
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

/** More tasks wait than can be done soon; the same one may be tried again after `retryAfterS` seconds. */
export class TooMuchWork extends Error {
  override readonly name = "TooMuchWork";
  readonly retryAfterS: number;
  constructor(retryAfterS: number) {
    super("too many tasks wait");
    this.retryAfterS = retryAfterS;
  }
}
