/** One process at a time prepares a database: migrates it, makes the queue's schema. The others wait. */
import type pg from "pg";

const takeLock = "select pg_advisory_lock(hashtextextended('siegel start', 0))";
const releaseLock = "select pg_advisory_unlock(hashtextextended('siegel start', 0))";

/** Does `work` while no other process of ours does such work on this database. The lock falls with its connection. */
export async function withStartLock<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(takeLock);
    const result = await work();
    await client.query(releaseLock);
    client.release();
    return result;
  } catch (fault) {
    // A connection that may still hold the lock goes back to nobody.
    client.release(true);
    throw fault;
  }
}
