/**
 * Statements that come again and again are parsed and planned by PostgreSQL once a connection instead of once a call (PostgreSQL
 * §55.2.3, PREPARE): for a statement of one row that is most of what it costs the database. A plan for any value knows no value:
 * what an index's own condition names (`where status = 'OPEN'`) stands in the statement as it is, `sql.lit`.
 */
import type { PostgresPool, PostgresPoolClient } from "kysely";
import type pg from "pg";

// Every connection keeps the plan of each name. Lists of any length make any number of texts: those stay without one.
const names_max = 500;
const text_chars_max = 4_000;

/** Whether a plan no longer fits its table, which a newer process migrated; only PostgreSQL's own routine tells it from other 0A000. */
export const isOutdatedPlan = (fault: unknown): boolean =>
  fault instanceof Error && "routine" in fault && fault.routine === "RevalidateCachedQuery";

/** A pool whose statements with parameters have names; everything else of it stays as it is. */
export function withPlannedStatements(pool: pg.Pool): PostgresPool {
  const names = statementNames();
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect();
      const known = clients.get(client) ?? planning(client, names);
      clients.set(client, known);
      return known;
    },
  };
}

type Names = { readonly of: (text: string) => string | undefined; readonly forget: () => void };

function statementNames(): Names {
  const known = new Map<string, string>();
  let generation = 0;
  return {
    of: (text) => {
      const name = known.get(text);
      if (name !== undefined || known.size >= names_max || text.length > text_chars_max) return name;
      const made = `s${generation}_${known.size}`;
      known.set(text, made);
      return made;
    },
    forget: () => {
      known.clear();
      generation += 1;
    },
  };
}

function planning(client: pg.PoolClient, names: Names): PostgresPoolClient {
  const ask = async (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
    const name = values.length === 0 ? undefined : names.of(text);
    if (name === undefined) return await client.query(text, [...values]);
    const alone = client.getTransactionStatus() === "I";
    try {
      return await client.query({ name, text, values: [...values] });
    } catch (fault) {
      if (!isOutdatedPlan(fault)) throw fault;
      names.forget();
      // Within a transaction nothing can be said any more: it is undone and, where it may be, done again (`inTransaction`).
      if (!alone) throw fault;
      return await client.query(text, [...values]);
    }
  };
  return {
    // The other form takes a cursor, which nobody configured.
    query: ask as unknown as PostgresPoolClient["query"],
    release: (destroy) => client.release(destroy),
  };
}
