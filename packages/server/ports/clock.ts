/** What time it is, in UTC. The only source of time for rooms; never throws. */
export type Clock = { readonly now: () => Date };

/** Milliseconds since some moment in the past. Nobody can set it, so a clock that is set shows against it; never throws, never falls. */
export type MonotonicClock = { readonly elapsedMs: () => number };

/**
 * Time that others may rely on (ETSI EN 319 421 TIS-7.7.2-03 to -06): for whoever puts a time into evidence. Where the time of a
 * mere deadline is meant, `Clock` is enough.
 */
export type TrustedTime = {
  /** Now, in UTC, within a second. @throws TimeNotTrusted while nothing vouches for the machine's clock, or something speaks against it */
  readonly attest: () => Date;
};

/**
 * What speaks against a clock. `jumped`: it was set, or runs at another pace than the machine's monotonic clock.
 * `differs-from-database`, `differs-from-time-servers`: a reference shows another time. `no-reference`: no time server has confirmed
 * it for too long, or none has yet. `leap-second`: the second that may be counted twice or not at all is passing.
 */
export type ClockDoubt =
  | "jumped"
  | "differs-from-database"
  | "differs-from-time-servers"
  | "no-reference"
  | "leap-second";

/** The machine's clock is not to be relied on now. */
export class TimeNotTrusted extends Error {
  override readonly name = "TimeNotTrusted";
  readonly doubt: ClockDoubt;
  constructor(doubt: ClockDoubt) {
    super(`the clock is not trusted: ${doubt}`);
    this.doubt = doubt;
  }
}
