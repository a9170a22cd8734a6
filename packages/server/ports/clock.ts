/** The current time, in UTC. Rooms use no other source of time. Never throws. */
export type Clock = { readonly now: () => Date };

/** Milliseconds since some moment in the past. It cannot be set, so it reveals when the clock was set. Never throws, never decreases. */
export type MonotonicClock = { readonly elapsedMs: () => number };

/**
 * Time for evidence (ETSI EN 319 421 TIS-7.7.2-03 to -06): timestamps, and decisions that cannot be undone. For a mere deadline `Clock`
 * is enough.
 */
export type TrustedTime = {
  /** The current time, in UTC, correct to a second. @throws TimeNotTrusted while no reference confirms the machine's clock, or one contradicts it */
  readonly attest: () => Date;
};

/**
 * Why a clock is not trusted. `jumped`: it was set, or runs at another rate than the monotonic clock.
 * `differs-from-database`, `differs-from-time-servers`: a reference shows another time. `no-reference`: no time server has confirmed
 * it for too long, or yet. `leap-second`: a leap second is passing, which may be counted twice or not at all.
 */
export type ClockDoubt =
  | "jumped"
  | "differs-from-database"
  | "differs-from-time-servers"
  | "no-reference"
  | "leap-second";

/** The machine's clock is not trusted now. */
export class TimeNotTrusted extends Error {
  override readonly name = "TimeNotTrusted";
  readonly doubt: ClockDoubt;
  constructor(doubt: ClockDoubt) {
    super(`the clock is not trusted: ${doubt}`);
    this.doubt = doubt;
  }
}
