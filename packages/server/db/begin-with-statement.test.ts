import { sql } from "kysely";
import type pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { useTestDatabase } from "../test/test-database.ts";
import { askBeginning, begin } from "./begin-with-statement.ts";
import type { Database, Db } from "./database.ts";

const database = useTestDatabase();

/** A table of its own for a test, and its rows as others see them. */
async function emptyTable(name: string) {
  const { db } = database.current();
  const table = sql.table(name);
  await sql`create table ${table} (n integer check (n > 0))`.execute(db);
  const insert = (trx: Db, n: number) => sql`insert into ${table} values (${n})`.execute(trx);
  const rows = async () =>
    (await sql<{ n: number }>`select n from ${table} order by n`.execute(db)).rows.map(({ n }) => n);
  return { db, insert, rows };
}

/** How often a database says that it is ready for more: once a way to it and back. */
function countWays({ pool }: Database) {
  const counted = { ways: 0 };
  const count = (client: pg.PoolClient) => {
    const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
    connection.on("readyForQuery", () => (counted.ways += 1));
  };
  pool.on("acquire", count);
  onTestFinished(() => void pool.off("acquire", count));
  return counted;
}

it("goes one way to the database less for each transaction", async () => {
  const { db, insert, rows } = await emptyTable("ways");
  await db.connection().execute(async (one) => {
    await one.transaction().execute((trx) => insert(trx, 1));
  });
  const counted = countWays(database.current());
  await db.transaction().execute((trx) => insert(trx, 2));
  expect(counted.ways).toBe(2);
  expect(await rows()).toEqual([1, 2]);
});

it("asks nothing for a transaction in which nothing is asked", async () => {
  const { db } = database.current();
  await db.transaction().execute((trx) => sql`select ${1}::int`.execute(trx));
  const counted = countWays(database.current());
  await db.transaction().execute(async () => undefined);
  expect(counted.ways).toBe(0);
  await expect(
    db.transaction().execute(async () => {
      throw new Error("changed its mind");
    }),
  ).rejects.toThrow("changed its mind");
});

it("undoes all of it where the first statement or a later one is refused", async () => {
  const { db, insert, rows } = await emptyTable("undone");
  for (const numbers of [[0], [3, 0], [0], [4, 5, 0]])
    await expect(
      db.transaction().execute(async (trx) => {
        for (const n of numbers) await insert(trx, n);
      }),
    ).rejects.toThrow("violates check constraint");
  expect(await rows()).toEqual([]);
  await db.transaction().execute((trx) => insert(trx, 6));
  expect(await rows()).toEqual([6]);
});

it("shows others nothing before it ends, whatever its first statement is", async () => {
  const { db, insert, rows } = await emptyTable("hidden");
  for (let n = 1; n <= 3; n += 1)
    await db.transaction().execute(async (trx) => {
      // One without parameters is sent in another way.
      if (n === 2) await sql`select 1`.execute(trx);
      await insert(trx, n);
      expect(await rows()).toHaveLength(n - 1);
    });
  expect(await rows()).toEqual([1, 2, 3]);
});

it("keeps a transaction of another isolation level as it is", async () => {
  const { db } = database.current();
  const level = await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(
      async (trx) => (await sql<{ transaction_isolation: string }>`show transaction_isolation`.execute(trx)).rows,
    );
  expect(level).toEqual([{ transaction_isolation: "repeatable read" }]);
});

it("does not do a statement whose transaction could not begin", async () => {
  const { rows } = await emptyTable("refused");
  const client = await database.current().pool.connect();
  const insert = (n: number) => ({ name: "insert_refused", text: "insert into refused values ($1)", values: [n] });
  try {
    await client.query(begin);
    await client.query("rollback");
    await client.query("deallocate begin");
    await expect(askBeginning(client, insert(1))).rejects.toThrow('"begin" does not exist');
    expect(client.getTransactionStatus()).toBe("I");
    expect(await rows()).toEqual([]);
    // The connection goes on as it was.
    await client.query(insert(2));
    expect(await rows()).toEqual([2]);
  } finally {
    client.release(true);
  }
});
