/** The newest list of each CA in memory: downloads read no database but once a second, and every process has a new list a second later. */
import { performance } from "node:perf_hooks";
import type { Db } from "../../db/database.ts";
import { readList, readListHead } from "./revocation-store.ts";

/** A list as it is published. `version` changes with its bytes. */
export type Published = { readonly der: Buffer; readonly version: string; readonly modifiedAt: Date };

type Kept = {
  list: (Published & { readonly number: number }) | null;
  lookedAt: number;
  looking: Promise<Published | null> | null;
};

const look_every_ms = 1_000;
// By pool: another database has other lists.
const keptOf = new WeakMap<Db, Map<string, Kept>>();

/** The newest list of a CA; `mayBeOlder`: or the one of a second ago. Null: it has none. Only names of CAs are asked for: each name is kept. */
export async function newestList(
  db: Db,
  issuer: string,
  { mayBeOlder }: { readonly mayBeOlder: boolean },
): Promise<Published | null> {
  const lists = keptOf.get(db) ?? new Map<string, Kept>();
  keptOf.set(db, lists);
  const kept = lists.get(issuer) ?? { list: null, lookedAt: Number.NEGATIVE_INFINITY, looking: null };
  lists.set(issuer, kept);
  if (!mayBeOlder) return await look(db, issuer, kept);
  if (kept.list !== null && performance.now() - kept.lookedAt < look_every_ms) return kept.list;
  // Those who ask at the same moment wait for one answer.
  kept.looking ??= look(db, issuer, kept).finally(() => {
    kept.looking = null;
  });
  return await kept.looking;
}

/** This process made a list: it is published at once. */
export function lookAgain(db: Db, issuer: string): void {
  const kept = keptOf.get(db)?.get(issuer);
  if (kept !== undefined) kept.lookedAt = Number.NEGATIVE_INFINITY;
}

async function look(db: Db, issuer: string, kept: Kept): Promise<Published | null> {
  const lookedAt = performance.now();
  const head = await readListHead(db, issuer);
  if (head === null) return null;
  const { number, thisUpdate } = head;
  if (kept.list?.number !== number) {
    const der = await readList(db, { issuer, number });
    kept.list = { number, der, version: `${issuer}-${number}`, modifiedAt: thisUpdate };
  }
  kept.lookedAt = lookedAt;
  return kept.list;
}
