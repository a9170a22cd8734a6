/** One transaction, tried again when PostgreSQL says that only its timing was at fault. */

import { setTimeout as sleep } from "node:timers/promises";
import type { ErrorCode } from "@siegel/contract/codes.ts";
import type { Db } from "./database.ts";
import { isOutdatedPlan } from "./planned-statements.ts";

// PostgreSQL appendix A, class 40: the same work done again is expected to succeed.
const retryable = new Set(["40001", "40P01"]);
const triesMax = 6;

/**
 * Runs `work` in a transaction and repeats it on serialization_failure and deadlock_detected (40001, 40P01), and where a
 * newer process has just migrated a table it reads.
 * Inside a transaction it just runs: only the outermost may be repeated. `work` must have no effect outside the database.
 */
export async function inTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db);
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (fault) {
      if (attempt >= triesMax || !isRetryable(fault)) throw fault;
      await sleep(5 * 2 ** attempt);
    }
  }
}

const lastAbout = new Map<string, Promise<unknown>>();

/**
 * `inTransaction` for what many do about one thing at the same moment, and which waits for a lock of it: the signers of a workflow, whose
 * audit chain has one writer at a time. One after the other in this process, so that those who wait hold no connection: fifty of one
 * workflow would take all there are, and other workflows answer 503.
 */
export async function inTransactionAbout<T>(db: Db, about: string, work: (trx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db);
  const begin = () => inTransaction(db, work);
  const own = (lastAbout.get(about) ?? Promise.resolve()).then(begin, begin);
  lastAbout.set(about, own);
  try {
    return await own;
  } finally {
    if (lastAbout.get(about) === own) lastAbout.delete(about);
  }
}

function isRetryable(fault: unknown): boolean {
  if (isOutdatedPlan(fault)) return true;
  return fault instanceof Error && "code" in fault && typeof fault.code === "string" && retryable.has(fault.code);
}

/** Undoes the transaction it is thrown in, with the code to answer: a refusal that was found under the row locks. */
export class Undone extends Error {
  override readonly name = "Undone";
  readonly code: ErrorCode;
  constructor(code: ErrorCode) {
    super(code);
    this.code = code;
  }
}
