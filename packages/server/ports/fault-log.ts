/** A fault that a room lived through: its work waits or goes on, so nobody above would ever hear of it. */
export type LivedFault = {
  /** The room's name. */
  readonly room: string;
  /** What the fault kept from being done, in a few words. */
  readonly undone: string;
  /** The act it was done for; opens nothing. */
  readonly actId: string;
  readonly fault: unknown;
  /** Whether it is one of the outages that the work is made to wait for; anything else may be a bug, or somebody's doing. */
  readonly outage: boolean;
};

/** Told of each fault at once. The log keeps name, stack and causes, without what is personal; never throws. */
export type OnFault = (lived: LivedFault) => void;
