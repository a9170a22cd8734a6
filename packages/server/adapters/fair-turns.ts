/**
 * Turns at something that only so many can do at once. Who waits is asked for a name: the named take turns, one each, so
 * that a hundred of one's wait behind one another and not in front of somebody else's first.
 */
import { TooMuchWork } from "../ports/bounded-work.ts";

/** How many have a turn at once, how many may wait, in all and of one name, and for how long. */
export type TurnLimits = {
  readonly workersMax: number;
  readonly waitingMax: number;
  readonly waitingOfOneMax: number;
  readonly waitingMs: number;
};

/** `take` comes back when it is one's turn, which `give` ends. */
export type Turns = {
  /** @throws TooMuchWork where too many wait, of this name or in all, and for who waited too long */
  readonly take: (name: string) => Promise<void>;
  readonly give: () => void;
  readonly counts: () => { readonly taken: number; readonly waiting: number };
};

/** Turns of which none is taken. */
export function fairTurns({ workersMax, waitingMax, waitingOfOneMax, waitingMs }: TurnLimits): Turns {
  // The names are in the order of their next turns: whoever had one goes to the end.
  const queues = new Map<string, Set<() => void>>();
  let waiting = 0;
  let taken = 0;
  const tooMuch = (): TooMuchWork => new TooMuchWork(Math.ceil(waitingMs / 1_000));

  function leave(name: string, called: () => void): void {
    const queue = queues.get(name);
    if (queue?.delete(called)) waiting -= 1;
    if (queue?.size === 0) queues.delete(name);
  }
  async function wait(name: string): Promise<void> {
    const queue = queues.get(name) ?? new Set();
    if (waiting >= waitingMax || queue.size >= waitingOfOneMax) throw tooMuch();
    await new Promise<void>((resolve, reject) => {
      const called = () => {
        clearTimeout(patience);
        resolve();
      };
      const patience = setTimeout(() => {
        leave(name, called);
        reject(tooMuch());
      }, waitingMs);
      queues.set(name, queue.add(called));
      waiting += 1;
    });
  }
  return {
    counts: () => ({ taken, waiting }),
    take: async (name) => {
      if (taken >= workersMax) await wait(name);
      else taken += 1;
    },
    give: () => {
      const [next] = queues;
      const [called] = next?.[1] ?? [];
      if (next === undefined || called === undefined) {
        taken -= 1;
        return;
      }
      // The turn goes over, so that nobody who comes now gets in between.
      const [name, queue] = next;
      leave(name, called);
      if (queues.delete(name)) queues.set(name, queue);
      called();
    },
  };
}
