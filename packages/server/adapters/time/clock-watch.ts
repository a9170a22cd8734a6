/**
 * Watches the machine's clock, so that no time is attested that it does not deserve (ETSI EN 319 421 TIS-7.7.2-03 to -06).
 * Against the monotonic clock, at every use: a clock that is set, or runs at another pace, shows at once. Against references, at least
 * every minute: the database's clock, and time servers where there are any; a majority of them must confirm it again and again.
 */
import {
  type Clock,
  type ClockDoubt,
  type MonotonicClock,
  TimeNotTrusted,
  type TrustedTime,
} from "../../ports/clock.ts";
import type { ClockOffset, TimeAnswer } from "./sntp.ts";

/** How far a clock may be off: the accuracy that our timestamps state (ETSI EN 319 422 §5.2.2). */
const accuracy_ms = 1_000;
/** How far wall and monotonic clock may part between two confirmations. NTP slews by 0.5 ms a second, 30 ms a minute. */
const parting_ms = 500;
/** Both clocks are read within this time. */
const reading_ms = 50;
/** Less than the minute that standards ask for, so that a late round is not too late. */
const round_every_ms = 30_000;
/** How long one reference may take to answer in one round; a round that hangs would hide that none follows. */
const answer_max_ms = 5_000;
/** A time server may be away this long before nothing is attested any more. */
const reference_patience_ms = 5 * 60_000;
/** Nothing is attested this close to a leap second. */
const leap_margin_ms = 2_000;

/** What a watch needs. */
export type ClockWatchDeps = {
  readonly clock: Clock;
  readonly monotonic: MonotonicClock;
  /** The database's time. */
  readonly readDatabaseTime: () => Promise<Date>;
  /** One for each configured time server. With any of them, nothing is attested that no majority has confirmed lately. */
  readonly timeServers: ReadonlyArray<() => Promise<TimeAnswer>>;
  /** Told when trust is lost, changes its reason, or comes back (null). */
  readonly onChange: (doubt: ClockDoubt | null) => void;
  /** Told when time servers announce a leap second, with the moment after it. */
  readonly onLeapAnnounced: (at: Date) => void;
};

/** Trusted time with the watch that keeps it so. */
export type ClockWatch = TrustedTime & {
  /** Compares with every reference once. Never throws: a reference that is away confirms nothing. */
  readonly compare: () => Promise<void>;
  /** Compares again and again until `stop`, which waits for the round at work. */
  readonly start: () => { readonly stop: () => Promise<void> };
};

/** Both clocks, read at one moment. */
type Moment = { readonly wallMs: number; readonly elapsedMs: number };

/** What a watch remembers. */
type Watched = {
  /** When the clock was last confirmed, or the watch began. */
  base: Moment;
  doubt: ClockDoubt | null;
  /** Monotonic time at which a majority of time servers last confirmed the clock. */
  confirmedMs: number | null;
  leapAt: number | null;
};

/** A watch that has not compared yet. */
export function watchClock(deps: ClockWatchDeps): ClockWatch {
  const state: Watched = { base: read(deps), doubt: null, confirmedMs: null, leapAt: null };
  let told: ClockDoubt | null = null;
  const tell = () => {
    const doubt = doubtAt(deps, state, read(deps));
    if (doubt !== told) deps.onChange(doubt);
    told = doubt;
  };
  const compare = async () => {
    await compareOnce(deps, state);
    tell();
  };
  return {
    attest: () => {
      const now = read(deps);
      const doubt = doubtAt(deps, state, now);
      if (doubt === null) return new Date(now.wallMs);
      tell();
      throw new TimeNotTrusted(doubt);
    },
    compare,
    start: () => repeat(compare),
  };
}

/** Both clocks at one moment: a process that is held up between the two readings reads again, or it would see a jump that was none. */
function read({ clock, monotonic }: ClockWatchDeps): Moment {
  for (let tries = 0; ; tries++) {
    const before = monotonic.elapsedMs();
    const wallMs = clock.now().getTime();
    const elapsedMs = monotonic.elapsedMs();
    if (elapsedMs - before <= reading_ms || tries === 2) return { wallMs, elapsedMs };
  }
}

const parted = (one: Moment, other: Moment): boolean =>
  Math.abs(other.wallMs - one.wallMs - (other.elapsedMs - one.elapsedMs)) > parting_ms;

function doubtAt(deps: ClockWatchDeps, state: Watched, now: Moment): ClockDoubt | null {
  // It stays until references confirm the clock again: one that jumped forth and back has not proven itself.
  if (state.doubt === null && parted(state.base, now)) state.doubt = "jumped";
  if (state.doubt !== null) return state.doubt;
  const { confirmedMs, leapAt } = state;
  const needsReference = deps.timeServers.length > 0;
  if (needsReference && (confirmedMs === null || now.elapsedMs - confirmedMs > reference_patience_ms))
    return "no-reference";
  return leapAt !== null && Math.abs(now.wallMs - leapAt) <= leap_margin_ms ? "leap-second" : null;
}

async function compareOnce(deps: ClockWatchDeps, state: Watched): Promise<void> {
  const before = read(deps);
  doubtAt(deps, state, before);
  const [database, ...servers] = await Promise.all([
    inTime(databaseOffset(deps).then(judge, silent)),
    ...deps.timeServers.map((ask) => inTime(ask().then(judged(deps, state), silent))),
  ]);
  const majority = Math.floor(servers.length / 2) + 1;
  const count = (verdict: Verdict) => servers.filter((one) => one === verdict).length;
  if (count("differs") >= majority) state.doubt = "differs-from-time-servers";
  else if (database === "differs") state.doubt = "differs-from-database";
  else if (parted(before, read(deps))) state.doubt = "jumped";
  else if (servers.length === 0 ? database === "agrees" : count("agrees") >= majority) {
    state.doubt = null;
    state.base = before;
    if (servers.length > 0) state.confirmedMs = before.elapsedMs;
  }
}

/** silent: no answer, or one too vague to decide. */
type Verdict = "agrees" | "differs" | "silent";

const silent = (): Verdict => "silent";

async function inTime(verdict: Promise<Verdict>): Promise<Verdict> {
  const { promise: late, resolve } = Promise.withResolvers<Verdict>();
  const timer = setTimeout(() => resolve("silent"), answer_max_ms);
  try {
    return await Promise.race([verdict, late]);
  } finally {
    clearTimeout(timer);
  }
}

function judge({ offsetMs, uncertaintyMs }: ClockOffset): Verdict {
  if (Math.abs(offsetMs) + uncertaintyMs <= accuracy_ms) return "agrees";
  return Math.abs(offsetMs) - uncertaintyMs > accuracy_ms ? "differs" : "silent";
}

const judged =
  (deps: ClockWatchDeps, state: Watched) =>
  (answer: TimeAnswer): Verdict => {
    if (answer.leapAnnounced) noteLeap(deps, state);
    return judge(answer);
  };

/** RFC 5905 §7.3: the leap indicator speaks of the last minute of the month. One server is enough: not attesting for four seconds harms nobody. */
function noteLeap(deps: ClockWatchDeps, state: Watched): void {
  const now = deps.clock.now();
  const at = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  if (state.leapAt === at) return;
  state.leapAt = at;
  deps.onLeapAnnounced(new Date(at));
}

async function databaseOffset(deps: ClockWatchDeps): Promise<ClockOffset> {
  const asked = read(deps);
  const answer = await deps.readDatabaseTime();
  const roundTripMs = deps.monotonic.elapsedMs() - asked.elapsedMs;
  return { offsetMs: answer.getTime() - (asked.wallMs + roundTripMs / 2), uncertaintyMs: roundTripMs / 2 };
}

function repeat(compare: () => Promise<void>): { readonly stop: () => Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  let next: NodeJS.Timeout | null = null;
  const plan = () => {
    if (stopped) return;
    next = setTimeout(() => {
      running = compare().finally(plan);
    }, round_every_ms);
  };
  plan();
  return {
    stop: async () => {
      stopped = true;
      if (next !== null) clearTimeout(next);
      await running;
    },
  };
}
