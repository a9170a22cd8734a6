/**
 * Addresses of a name that somebody else chose. The system's own lookup (getaddrinfo) holds one of libuv's four threads for as long as a
 * name server is silent, and the owner of a name can silence its server: files and passwords would wait behind four such names. So DNS is
 * asked over sockets of our own, with an end.
 */
import { lookup, Resolver } from "node:dns/promises";

/** A resolved address. */
export type Resolved = { readonly address: string; readonly family: number };

/** How long a name server is waited for at first, and how often it is asked; all of it lasts three times as long at most. */
const dns_timeout_ms = 2_000;
const dns_tries = 2;

/**
 * Looks names up in DNS, both families. `asksSystem`: a name that DNS does not know is looked for where the machine knows others from (its
 * hosts file, the search list), as an operator's own network needs; one at a time, so that it holds one thread at most.
 */
export function addressesByName({
  asksSystem,
  resolver = new Resolver({ timeout: dns_timeout_ms, tries: dns_tries }),
}: {
  readonly asksSystem: boolean;
  readonly resolver?: Pick<Resolver, "resolve4" | "resolve6">;
}): (host: string, signal: AbortSignal) => Promise<readonly Resolved[]> {
  return async (host, signal) => {
    const bySystem = () => inTurn(signal, () => lookup(host, { all: true }));
    if (asksSystem && isOfThisMachine(host)) return await bySystem();
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = [...ofFamily(four, 4), ...ofFamily(six, 6)];
    if (found.length > 0) return found;
    if (asksSystem) return await bySystem();
    throw [four, six].find((one) => one.status === "rejected")?.reason ?? new Error("the name has no address");
  };
}

/** RFC 6761 §6.3: DNS is not asked for it. */
const isOfThisMachine = (host: string): boolean => /(^|\.)localhost\.?$/.test(host);

const ofFamily = (asked: PromiseSettledResult<string[]>, family: number): Resolved[] =>
  asked.status === "fulfilled" ? asked.value.map((address) => ({ address, family })) : [];

let last: Promise<unknown> = Promise.resolve();

/** One after the other in this process; who gave up meanwhile is not asked for. */
async function inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const own = last.then(async () => {
    signal.throwIfAborted();
    return await work();
  });
  last = own.catch(() => undefined);
  return await own;
}
