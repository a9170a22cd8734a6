/** How the authority is, for who looks after it: lists and responders of each CA, and what ends when. Signs nothing. */
import type { UnitRole } from "../../db/authority-tables.ts";
import type { Db } from "../../db/database.ts";
import type { AuthorityDeps } from "./authority-deps.ts";
import {
  arlEveryMs,
  type CaRole,
  caRoles,
  ceremonyAheadMs,
  crlEveryMs,
  keyUseEnd,
  noNextUpdate,
  responderOf,
  rootListWarningMs,
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

/** A CA, its list and who answers for it; null: no responder does, which is a fault if the CA's key is here. */
type CaState = {
  readonly name: string;
  readonly role: CaRole;
  readonly active: boolean;
  /** False: a root that is kept outside, which has no responder. */
  readonly keyIsHere: boolean;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly list: ListState | null;
  readonly responder: {
    readonly name: string;
    readonly notAfter: Date;
    readonly state: "ok" | "late" | "ended";
  } | null;
};

/** What ends. `renewsAt`: when a successor is due; null: none is. `isByHand`: it is not made by itself. */
type Ending = {
  readonly name: string;
  readonly role: UnitRole;
  /** The CA of a responder; null: it is none. */
  readonly answersFor: { readonly name: string; readonly role: UnitRole } | null;
  readonly beginsAt: Date;
  readonly endsAt: Date;
  readonly renewsAt: Date | null;
  readonly isByHand: boolean;
  readonly state: "ok" | "late" | "manual";
};

/** All of it. `rootIsExposed`: production's root has its key in the running system. */
export type AuthorityState = {
  readonly authorities: readonly CaState[];
  readonly ends: readonly Ending[];
  readonly rootIsExposed: boolean;
};

/** Reads how the authority is now. */
export async function authorityState({
  db,
  clock,
  authority,
}: Pick<AuthorityDeps, "db" | "clock" | "authority">): Promise<AuthorityState> {
  const now = clock.now();
  const units = await readUnits(db);
  const active = new Set(units.filter((unit) => unit.active).map(({ name }) => name));
  const authorities: CaState[] = [];
  const rootsFirst = (await readAuthorities(db)).toSorted(
    (a, b) => Number(b.role === "root") - Number(a.role === "root"),
  );
  for (const ca of rootsFirst) {
    const { name, role, notBefore, notAfter } = ca;
    const keyIsHere = ca.keyId !== null;
    const [list, responder] = [await listOf(db, ca, now), await responderState(db, ca, now)];
    authorities.push({ name, role, active: active.has(name), keyIsHere, notBefore, notAfter, list, responder });
  }
  const root = authorities.find((one) => one.role === "root" && one.active);
  const rootIsOutside = root?.keyIsHere === false;
  const ends = units
    .flatMap((unit) => endingOf(unit, { units, rootIsOutside, now }))
    .sort((a, b) => a.endsAt.getTime() - b.endsAt.getTime());
  return { authorities, ends, rootIsExposed: root?.keyIsHere === true && !authority.development };
}

// The upkeep comes every ten minutes; what is due for an hour is not being done.
const grace_ms = 3_600_000;
// A revocation is in the list within seconds.
const on_its_way_ms = 60_000;

async function listOf(db: Db, { name, role, keyId }: Authority, now: Date): Promise<ListState | null> {
  const head = await readListHead(db, name);
  if (head === null) return null;
  const { number, thisUpdate, nextUpdate, entries } = head;
  const revoked = await countRevoked(db, name, new Date(now.getTime() - on_its_way_ms));
  const missing = Math.max(0, revoked - (entries ?? 0));
  const isLast = nextUpdate.getTime() === noNextUpdate.getTime();
  const everyMs = role === "root" ? arlEveryMs : crlEveryMs;
  // The next one of a root outside is a ceremony.
  const isDue =
    keyId === null
      ? nextUpdate.getTime() - rootListWarningMs <= now.getTime()
      : thisUpdate.getTime() + everyMs + grace_ms <= now.getTime();
  const isLate = missing > 0 || (!isLast && isDue);
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

type Among = { readonly units: readonly UnitAtWork[]; readonly rootIsOutside: boolean; readonly now: Date };

/** A unit at work; or a CA with a successor, which goes on with lists and a responder. */
function endingOf(unit: UnitAtWork, { units, rootIsOutside, now }: Among): readonly Ending[] {
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
    return [
      {
        ...begun,
        renewsAt: null,
        isByHand: true,
        state: endsAt.getTime() - year_ms <= now.getTime() ? "manual" : "ok",
      },
    ];
  if (!active) return [{ ...begun, renewsAt: null, isByHand: false, state: "ok" }];
  const renewsAt = new Date(notAfter.getTime() - renewBeforeMs);
  if (isCa && rootIsOutside) {
    const isSoon = renewsAt.getTime() - ceremonyAheadMs <= now.getTime();
    return [{ ...begun, renewsAt, isByHand: true, state: isSoon ? "manual" : "ok" }];
  }
  return [
    { ...begun, renewsAt, isByHand: false, state: renewsAt.getTime() + grace_ms <= now.getTime() ? "late" : "ok" },
  ];
}

const day = (at: Date): string => at.toISOString().slice(0, 10);

/** A sentence for each thing that only a ceremony with a root outside puts right; nothing if the root is here. */
export function ceremoniesDue({ authorities, ends }: AuthorityState): readonly string[] {
  const lists = authorities.flatMap(({ name, active, keyIsHere, list }) =>
    active && !keyIsHere && list?.nextUpdate && list.state !== "ok"
      ? [`The list of ${name} ends on ${day(list.nextUpdate)}: the root has to sign the next one`]
      : [],
  );
  const successors = ends.flatMap(({ name, role, isByHand, renewsAt, state }) =>
    role !== "root" && isByHand && renewsAt !== null && state === "manual"
      ? [`${name} needs a successor from the root by ${day(renewsAt)}`]
      : [],
  );
  return [...lists, ...successors];
}
