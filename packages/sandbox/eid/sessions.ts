/** Sessions of the sandbox's eID-Server: opened by a service, settled by whoever reads the card, told once. */
import type { CardData } from "./card-data.ts";

/** What came of a session; `minor`: TR-03130-1 §3.4, as a URI. */
export type SessionResult =
  | { readonly kind: "card"; readonly card: CardData }
  | { readonly kind: "refused"; readonly minor: string };

/** One session. */
export type EidSession = {
  readonly id: string;
  /** Identity of the pre-shared key, by which a client names the session; the key in hex. */
  readonly pskId: string;
  readonly psk: string;
  readonly transactionInfo: string;
  /** What the service asked for, by name: REQUIRED, ALLOWED or PROHIBITED. */
  readonly operations: ReadonlyMap<string, string>;
};

/** What a service is told: the result with what was asked for, or why there is none. */
export type Told =
  | (SessionResult & Pick<EidSession, "operations">)
  | { readonly kind: "noResultYet" | "invalidSession" | "invalidCounter" };

/** All of them. */
export type EidSessions = {
  readonly open: (wish: Pick<EidSession, "transactionInfo" | "operations">) => EidSession;
  /** The one that a client names and that has no result yet. */
  readonly pendingOf: (pskId: string) => EidSession | null;
  /** The first result counts. */
  readonly settle: (pskId: string, result: SessionResult) => void;
  /** §3.3: with each question a greater counter; the result once. */
  readonly tell: (id: string, counter: number) => Told;
};

/** Longer than a person takes. */
const session_lasts_ms = 600_000;

type Kept = EidSession & { readonly until: number; counter: number; result: SessionResult | null };

/** Starts without any. `randomHex`: 16 bytes. */
export function openEidSessions(deps: { readonly now: () => Date; readonly randomHex: () => string }): EidSessions {
  const kept = new Map<string, Kept>();
  const alive = (is: (session: Kept) => boolean): Kept | undefined => {
    const nowMs = deps.now().getTime();
    for (const [id, session] of kept) if (session.until <= nowMs) kept.delete(id);
    return [...kept.values()].find(is);
  };
  return {
    open: (wish) => {
      const id = deps.randomHex();
      const session = {
        ...{ ...wish, id, pskId: deps.randomHex(), psk: deps.randomHex() + deps.randomHex() },
        ...{ until: deps.now().getTime() + session_lasts_ms, counter: 0, result: null },
      };
      kept.set(id, session);
      return session;
    },
    pendingOf: (pskId) => alive((session) => session.pskId === pskId && session.result === null) ?? null,
    settle: (pskId, result) => {
      const session = alive((one) => one.pskId === pskId);
      if (session !== undefined) session.result ??= result;
    },
    tell: (id, counter) => {
      const session = alive((one) => one.id === id);
      if (session === undefined) return { kind: "invalidSession" };
      if (!(counter > session.counter)) return { kind: "invalidCounter" };
      session.counter = counter;
      if (session.result === null) return { kind: "noResultYet" };
      kept.delete(id);
      return { ...session.result, operations: session.operations };
    },
  };
}
