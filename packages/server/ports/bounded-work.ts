/**
 * Work on foreign octets, done where it can harm nobody: each task has a limit of time and of memory, and what dies of one
 * takes nothing else with it. Tasks and outcomes are copied there and back (structured clone).
 */
export type BoundedWork<Task, Outcome> = {
  /** Does one task for `sender`: where many wait, senders take turns. @throws WorkExceeded, TooMuchWork, or the fault that the task threw */
  readonly run: (task: Task, sender: string) => Promise<Outcome>;
  /** Ends all work; what is under way is rejected. */
  readonly close: () => Promise<void>;
};

/** A task that was ended at a limit, or that its worker died of. */
export class WorkExceeded extends Error {
  override readonly name = "WorkExceeded";
  readonly limit: "time" | "memory" | "crash";
  constructor(limit: WorkExceeded["limit"], message: string) {
    super(message);
    this.limit = limit;
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
