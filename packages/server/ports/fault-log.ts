/** A fault that a room caught: its work waits or continues, so no caller sees the fault. */
export type LivedFault = {
  /** The room's name. */
  readonly room: string;
  /** What could not be done because of the fault, in a few words. */
  readonly undone: string;
  /** The signing act it happened in; the id gives no access. */
  readonly actId: string;
  readonly fault: unknown;
  /** Whether it is an expected outage, for which the work waits. Anything else may be a bug or an attack. */
  readonly outage: boolean;
};

/** Called for each fault at once. The log keeps name, stack and causes without personal data; never throws. */
export type OnFault = (lived: LivedFault) => void;
