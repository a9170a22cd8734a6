/** How the authority is, for who looks after it: lists and responders of each CA, and what ends when. Signs nothing. */
import type { UnitRole } from "../../db/authority-tables.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import {
  arlEveryMs,
  type CaRole,
  caRoles,
  crlEveryMs,
  keyUseEnd,
  noNextUpdate,
  responderOf,
  unitRules,
} from "./authority-rules.ts";
import { type Authority, readAuthorities, readResponder, readUnits, type UnitAtWork } from "./authority-store.ts";
import { countRevoked, readListHead } from "./revocation-store.ts";

/** The newest list of a CA. `missing`: revoked more than a minute ago and not in it; `nextUpdate` null: it is the last one. */
type ListState = {
  readonly number: number;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | null;
  readonly entries: number | null;
  readonly missing: number;
  readonly state: "ok" | "late" | "ended" | "last";
};

/** A CA, its list and who answers for it; null where there is none, which is a fault. */
type CaState = {
  readonly name: string;
  readonly role: CaRole;
  readonly active: boolean;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly list: ListState | null;
  readonly responder: {
    readonly name: string;
    readonly notAfter: Date;
    readonly state: "ok" | "late" | "ended";
  } | null;
};

/** What ends. `renewsAt`: when a successor is made by itself; null: none is. */
type Ending = {
  readonly name: string;
  readonly role: UnitRole;
  /** The CA of a responder; null: it is none. */
  readonly answersFor: { readonly name: string; readonly role: UnitRole } | null;
  readonly beginsAt: Date;
  readonly endsAt: Date;
  readonly renewsAt: Date | null;
  readonly state: "ok" | "late" | "manual";
};

/** All of it. */
export type AuthorityState = { readonly authorities: readonly CaState[]; readonly ends: readonly Ending[] };

/** Reads how the authority is now. */
export async function authorityState({
  db,
  clock,
}: {
  readonly db: Db;
  readonly clock: Clock;
}): Promise<AuthorityState> {
  const now = clock.now();
  const units = await readUnits(db);
  const active = new Set(units.filter((unit) => unit.active).map(({ name }) => name));
  const authorities: CaState[] = [];
  const rootsFirst = (await readAuthorities(db)).toSorted(
    (a, b) => Number(b.role === "root") - Number(a.role === "root"),
  );
  for (const ca of rootsFirst) {
    const { name, role, notBefore, notAfter } = ca;
    const [list, responder] = [await listOf(db, ca, now), await responderState(db, ca, now)];
    authorities.push({ name, role, active: active.has(name), notBefore, notAfter, list, responder });
  }
  const ends = units
    .flatMap((unit) => endingOf(unit, units, now))
    .sort((a, b) => a.endsAt.getTime() - b.endsAt.getTime());
  return { authorities, ends };
}

// The upkeep comes every ten minutes; what is due for an hour is not being done.
const grace_ms = 3_600_000;
// A revocation is in the list within seconds.
const on_its_way_ms = 60_000;

async function listOf(db: Db, { name, role }: Authority, now: Date): Promise<ListState | null> {
  const head = await readListHead(db, name);
  if (head === null) return null;
  const { number, thisUpdate, nextUpdate, entries } = head;
  const revoked = await countRevoked(db, name, new Date(now.getTime() - on_its_way_ms));
  const missing = Math.max(0, revoked - (entries ?? 0));
  const isLast = nextUpdate.getTime() === noNextUpdate.getTime();
  const everyMs = role === "root" ? arlEveryMs : crlEveryMs;
  const isLate = missing > 0 || (!isLast && thisUpdate.getTime() + everyMs + grace_ms <= now.getTime());
  const state = nextUpdate <= now ? "ended" : isLate ? "late" : isLast ? "last" : "ok";
  return { number, thisUpdate, nextUpdate: isLast ? null : nextUpdate, entries, missing, state };
}

async function responderState(db: Db, ca: Authority, now: Date): Promise<CaState["responder"]> {
  const found = await readResponder(db, ca);
  if (found === null) return null;
  const { name, notAfter } = found;
  const isLate = notAfter.getTime() - unitRules[found.role].renewBeforeMs + grace_ms <= now.getTime();
  return { name, notAfter, state: notAfter <= now ? "ended" : isLate ? "late" : "ok" };
}

const isResponder = (role: UnitRole): boolean => Object.values(responderOf).some((one) => one === role);

const year_ms = 365 * 24 * 3_600_000;

/** A unit at work; or a CA with a successor, which goes on with lists and a responder. */
function endingOf(unit: UnitAtWork, units: readonly UnitAtWork[], now: Date): readonly Ending[] {
  const { name, role, active, notBefore, notAfter } = unit;
  const isCa = caRoles.some((one) => one === role);
  if (!active && (!isCa || notAfter <= now)) return [];
  const endsAt = role === "tsu" ? keyUseEnd(unit) : notAfter;
  const ca = isResponder(role) ? units.find((one) => one.name === unit.issuer) : undefined;
  const answersFor = ca === undefined ? null : { name: ca.name, role: ca.role };
  const begun = { name, role, answersFor, beginsAt: notBefore, endsAt } as const;
  const { renewBeforeMs } = unitRules[role];
  // A root has no successor: everybody who trusts it has to be told.
  if (renewBeforeMs === 0)
    return [{ ...begun, renewsAt: null, state: endsAt.getTime() - year_ms <= now.getTime() ? "manual" : "ok" }];
  if (!active) return [{ ...begun, renewsAt: null, state: "ok" }];
  const renewsAt = new Date(notAfter.getTime() - renewBeforeMs);
  return [{ ...begun, renewsAt, state: renewsAt.getTime() + grace_ms <= now.getTime() ? "late" : "ok" }];
}
