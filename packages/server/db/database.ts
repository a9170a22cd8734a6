/** The connection to PostgreSQL (15 or newer). */
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { withPlannedStatements } from "./planned-statements.ts";
import type { Tables } from "./tables.ts";

/** The database, or a transaction of it: what every store takes as its first argument. */
export type Db = Kysely<Tables>;

/** An open pool with its typed face; `close` waits for what is running. */
export type Database = { readonly db: Db; readonly pool: pg.Pool; readonly close: () => Promise<void> };

/**
 * Opens a pool; the first query connects. `onIdleError` hears of connections that die while idle
 * (the pool replaces them, so this is a note for the log and nothing more).
 */
export function openDatabase(
  url: string,
  options: { max?: number; onIdleError?: (error: Error) => void } = {},
): Database {
  const pool = new pg.Pool({ connectionString: url, max: options.max ?? 20, connectionTimeoutMillis: 5_000 });
  pool.on("error", options.onIdleError ?? (() => undefined));
  // The pool listens to idle connections only. One that dies in the middle of a transaction also fails its query, which
  // says all there is to say; without a listener of its own it would end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withPlannedStatements(pool) }) });
  return { db, pool, close: () => db.destroy() };
}
