/** How much one address, and all strangers together, may ask of what is open to everybody, so that signing is not starved by it. */
import { pki_at_once_max, pki_at_once_of_one_max, pki_burst_max, pki_per_second_max } from "@siegel/contract/limits.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../../ports/clock.ts";
import { networkOf } from "./network-of.ts";

/** What an address has left of its burst, and when that was true. */
type Allowance = { left: number; atMs: number };

// An address that is forgotten begins with a full burst again: that is harmless, and memory stays bounded for any number of addresses.
const addresses_max = 10_000;

/** What each address gets: `burst` requests in a row, and `perSecond` a second once they are used. */
export type Bounds = { readonly burst: number; readonly perSecond: number };

/**
 * Counts a request of an address, or of anybody else by an id: 0, or the whole seconds that it has to wait. `amount` is what it costs
 * where requests cost different amounts; one that costs more than is left is let in, and what it owes is regained first.
 */
export function allowanceOf(clock: Clock, bounds: Bounds): (ip: string, amount?: number) => number {
  const allowances = new Map<string, Allowance>();
  return (ip, amount = 1) => take(allowances, networkOf(ip), { ...bounds, amount, nowMs: clock.now().getTime() });
}

/** A hook that answers 429 with `Retry-After` to an address that asks too often. */
export function boundAddresses(clock: Clock) {
  const waitOf = allowanceOf(clock, { burst: pki_burst_max, perSecond: pki_per_second_max });
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const waitS = waitOf(request.ip);
    return waitS === 0 ? undefined : reply.code(429).header("retry-after", String(waitS)).send();
  };
}

/** Answers 0 and takes one, or the whole seconds to wait for the next. */
function take(
  allowances: Map<string, Allowance>,
  address: string,
  { burst, perSecond, amount, nowMs }: Bounds & { readonly amount: number; readonly nowMs: number },
): number {
  const before = allowances.get(address) ?? { left: burst, atMs: nowMs };
  const regained = (Math.max(0, nowMs - before.atMs) / 1_000) * perSecond;
  const left = Math.min(burst, before.left + regained);
  const taken = left >= 1 ? amount : 0;
  // Moved to the end: the first in the map is who has not asked for the longest time.
  allowances.delete(address);
  allowances.set(address, { left: left - taken, atMs: nowMs });
  const oldest = allowances.size > addresses_max ? allowances.keys().next().value : undefined;
  if (oldest !== undefined) allowances.delete(oldest);
  return left >= 1 ? 0 : Math.max(1, Math.ceil((1 - left) / perSecond));
}

/** Does work for strangers; `busy` when it finds no room in time. */
export type BoundWork = <T>(address: string, work: () => Promise<T>) => Promise<T | "busy">;

type Waiter = { readonly network: string; readonly call: () => void };

const waiting_ms = 2_000;
const waiting_of_one_max = 16;
const waiting_max = 256;

/**
 * Limits the pieces of work at once, and those of one network to half of them. A request that finds no room waits a moment; the network
 * with the fewest has the next turn: a client that asks a hundred times waits behind its own requests, not in front of others.
 */
export function boundWork(): BoundWork {
  const atWork = new Map<string, number>();
  const waiters = new Set<Waiter>();
  let taken = 0;

  const of = (network: string): number => atWork.get(network) ?? 0;
  const isFree = (network: string): boolean => taken < pki_at_once_max && of(network) < pki_at_once_of_one_max;
  const count = (network: string, by: 1 | -1): void => {
    taken += by;
    if (of(network) + by === 0) atWork.delete(network);
    else atWork.set(network, of(network) + by);
  };
  const end = (network: string): void => {
    count(network, -1);
    const [next] = [...waiters].filter((one) => isFree(one.network)).toSorted((a, b) => of(a.network) - of(b.network));
    if (next === undefined) return;
    waiters.delete(next);
    count(next.network, 1);
    next.call();
  };
  const hasTurn = async (network: string): Promise<boolean> => {
    const ofOne = [...waiters].filter((one) => one.network === network).length;
    if (waiters.size >= waiting_max || ofOne >= waiting_of_one_max) return false;
    return await new Promise<boolean>((resolve) => {
      const patience = setTimeout(() => {
        waiters.delete(waiter);
        resolve(false);
      }, waiting_ms);
      const call = (): void => {
        clearTimeout(patience);
        resolve(true);
      };
      const waiter: Waiter = { network, call };
      waiters.add(waiter);
    });
  };
  return async (address, work) => {
    const network = networkOf(address);
    if (isFree(network)) count(network, 1);
    else if (!(await hasTurn(network))) return "busy";
    try {
      return await work();
    } finally {
      end(network);
    }
  };
}
