/**
 * Turns at something that only so many can do at once. Who waits has names, the widest first (an organisation, its workflow, a
 * reader of that): at each place the named take turns, one each, so that a hundred of one's wait behind one another and not in front of
 * somebody else's first.
 */
import { TooMuchWork, type Turn } from "../../ports/bounded-work.ts";

/** How many of one name may wait, and, where that is less than everybody together, how many may have a turn at once. */
type OneName = { readonly waitingMax: number; readonly takenMax?: number };

/** How many have a turn at once, how many may wait, and for how long; `ofOne`: of one name, for each place among a turn's names. */
export type TurnLimits = {
  readonly workersMax: number;
  readonly waitingMax: number;
  readonly waitingMs: number;
  readonly ofOne: readonly OneName[];
};

/** Turns; `have` does the work when its turn comes, unless its outcome is known by then. */
export type Turns = {
  /** @throws TooMuchWork where too many wait, of one of these names or in all, and for who waited too long; the signal's reason; what the work throws */
  readonly have: <Outcome>(turn: Turn<Outcome>, work: () => Promise<Outcome>) => Promise<Outcome>;
  readonly counts: () => { readonly taken: number; readonly waiting: number };
};

/** What there is of one name; `since` is the moment from which it counts as waiting: it began to, or had its last turn. */
type Place = { readonly key: string; readonly limits: OneName; waiting: number; taken: number; since: number };

type Waiter = { readonly places: readonly Place[]; readonly call: () => void };

/** Turns of which none is taken. */
export function fairTurns({ workersMax, waitingMax, waitingMs, ofOne }: TurnLimits): Turns {
  const known = placesUnder(ofOne, waitingMax);
  // In the order in which they came.
  const waiters = new Set<Waiter>();
  let taken = 0;
  let moments = 0;

  const isFree = (own: readonly Place[]): boolean =>
    taken < workersMax && own.every(({ taken: had, limits }) => had < (limits.takenMax ?? workersMax));
  const begin = (own: readonly Place[]): void => {
    taken += 1;
    moments += 1;
    for (const place of own) {
      place.taken += 1;
      place.since = moments;
    }
  };
  const end = (own: readonly Place[]): void => {
    taken -= 1;
    for (const place of own) place.taken -= 1;
    for (let next = firstOf(waiters, isFree); next !== undefined; next = firstOf(waiters, isFree)) {
      leave(next);
      // The turn goes over, so that nobody who comes now gets in between.
      begin(next.places);
      next.call();
    }
  };
  const enter = (waiter: Waiter): void => {
    waiters.add(waiter);
    moments += 1;
    for (const place of waiter.places) {
      if (place.waiting === 0) place.since = moments;
      place.waiting += 1;
    }
  };
  const leave = (waiter: Waiter): void => {
    waiters.delete(waiter);
    for (const place of waiter.places) place.waiting -= 1;
  };
  const wait = async (own: readonly Place[], left: AbortSignal | undefined): Promise<void> => {
    const isFull = waiters.size >= waitingMax || own.some(({ waiting, limits }) => waiting >= limits.waitingMax);
    if (isFull) throw tooMuch(waitingMs);
    await untilCalled({ waitingMs, left }, (call) => {
      const waiter = { places: own, call };
      enter(waiter);
      return () => leave(waiter);
    });
  };
  return {
    counts: () => ({ taken, waiting: waiters.size }),
    have: async ({ names, left, known: outcome }, work) => {
      left?.throwIfAborted();
      const own = known.of(names);
      try {
        if (isFree(own)) begin(own);
        else await wait(own, left);
        try {
          left?.throwIfAborted();
          return outcome?.() ?? (await work());
        } finally {
          end(own);
        }
      } finally {
        known.forget(own);
      }
    },
  };
}

const tooMuch = (waitingMs: number): TooMuchWork => new TooMuchWork(Math.ceil(waitingMs / 1_000));

/** The places of names that wait or have a turn; of others nothing is kept. */
function placesUnder(ofOne: readonly OneName[], waitingMax: number) {
  const places = new Map<string, Place>();
  const of = (names: readonly string[]): Place[] =>
    names.map((_, at) => {
      const key = JSON.stringify(names.slice(0, at + 1));
      const place = places.get(key) ?? { key, limits: ofOne[at] ?? { waitingMax }, waiting: 0, taken: 0, since: 0 };
      places.set(key, place);
      return place;
    });
  const forget = (own: readonly Place[]): void => {
    for (const { key, waiting, taken } of own) if (waiting === 0 && taken === 0) places.delete(key);
  };
  return { of, forget };
}

/** Waits until `call` is called. Who waits too long, or goes, leaves: `enter` says how. @throws TooMuchWork, the signal's reason */
async function untilCalled(
  { waitingMs, left }: { readonly waitingMs: number; readonly left: AbortSignal | undefined },
  enter: (call: () => void) => () => void,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const settle = (end: () => void): void => {
      clearTimeout(patience);
      left?.removeEventListener("abort", giveUp);
      end();
    };
    const leave = enter(() => settle(resolve));
    const go = (why: unknown): void => {
      leave();
      settle(() => reject(why));
    };
    const giveUp = (): void => go(left?.reason);
    const patience = setTimeout(() => go(tooMuch(waitingMs)), waitingMs);
    left?.addEventListener("abort", giveUp);
  });
}

/** Who is next among those that may: at the first place where names differ, the one that waits longest; of one name who came first. */
function firstOf(waiters: Iterable<Waiter>, isFree: (places: readonly Place[]) => boolean): Waiter | undefined {
  let first: Waiter | undefined;
  for (const waiter of waiters) {
    if (!isFree(waiter.places)) continue;
    if (first === undefined || goesBefore(waiter, first)) first = waiter;
  }
  return first;
}

function goesBefore(one: Waiter, other: Waiter): boolean {
  for (const [at, { since }] of one.places.entries()) {
    const difference = since - (other.places[at]?.since ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
