/** SQL of the queue's own table: whether work that names certain rows is still to be done. */
import { sql } from "kysely";
import type { JobName } from "../ports/queue.ts";
import type { Db } from "./database.ts";

/** Names of jobs whose payload has one of these ids under `key` and which have not ended; a database without a queue has none. */
export async function hasUnfinishedJob(
  db: Db,
  job: JobName,
  { key, ids }: { readonly key: string; readonly ids: readonly string[] },
): Promise<boolean> {
  const { rows: found } = await sql<{ found: boolean }>`select to_regclass('pgboss.job') is not null as found`.execute(
    db,
  );
  if (found[0]?.found !== true) return false;
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from pgboss.job
                    where name = ${job} and state < 'completed' and data ->> ${key}::text = any(${ids}::text[])) as waits`.execute(
    db,
  );
  return rows[0]?.waits === true;
}
