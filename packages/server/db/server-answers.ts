/** What the database server itself says: that it is there, its time, its version. */
import type pg from "pg";

/** @throws when it does not answer */
export async function checkAnswers(pool: pg.Pool): Promise<void> {
  await pool.query("select 1");
}

/** What the database's clock shows. @throws when it cannot be asked */
export async function readDatabaseTime(pool: pg.Pool): Promise<Date> {
  const answer = await pool.query<{ now: Date }>("select clock_timestamp() as now");
  const now = answer.rows[0]?.now;
  if (now === undefined) throw new Error("the database tells no time");
  return now;
}

/** PostgreSQL's `server_version_num`: 150004 is 15.4. @throws when it cannot be asked */
export async function readServerVersion(pool: pg.Pool): Promise<number> {
  const answer = await pool.query<{ n: number }>("select current_setting('server_version_num')::integer as n");
  return answer.rows[0]?.n ?? 0;
}
