import { sql } from "kysely";
import { expect, it } from "vitest";
import { useTestDatabase } from "../test/test-database.ts";
import type { Db } from "./database.ts";
import { inTransaction } from "./transaction.ts";

const database = useTestDatabase();

const planned = (db: Db) =>
  sql<{
    statement: string;
  }>`select statement from pg_prepared_statements where statement like ${"select * from thing%"}`.execute(db);
const things = async (db: Db, n: number) => (await sql`select * from thing where n = ${n}`.execute(db)).rows;

it("plans a statement once a connection, and one without parameters not at all", async () => {
  const { db } = database.current();
  await sql`create table thing (n integer)`.execute(db);
  await db.connection().execute(async (one) => {
    for (const n of [1, 2, 3]) await things(one, n);
    await sql`select * from thing`.execute(one);
    expect((await planned(one)).rows).toEqual([{ statement: "select * from thing where n = $1" }]);
  });
});

it("answers as before when a migration gives a table that is read another column", async () => {
  const { db } = database.current();
  await sql`create table if not exists thing (n integer)`.execute(db);
  await sql`insert into thing values (7)`.execute(db);
  await db.connection().execute(async (one) => {
    await things(one, 7);
    await sql`alter table thing add column word text default 'new'`.execute(db);
    expect(await things(one, 7)).toEqual([{ n: 7, word: "new" }]);
  });
});

it("repeats a transaction that a migration met", async () => {
  const { db } = database.current();
  await sql`create table other (n integer)`.execute(db);
  await sql`insert into other values (1)`.execute(db);
  const read = async (trx: Db) => (await sql`select * from other where n = ${1}`.execute(trx)).rows;
  await inTransaction(db, read);
  await sql`alter table other add column word text default 'new'`.execute(db);
  expect(await inTransaction(db, read)).toEqual([{ n: 1, word: "new" }]);
});

it("gives no name to a statement of thousands of parameters", async () => {
  const { db } = database.current();
  await db.connection().execute(async (one) => {
    const many = Array.from({ length: 1_500 }, (_, i) => i);
    await sql`select 1 as long where 1 in (${sql.join(many)})`.execute(one);
    const { rows } =
      await sql`select 1 from pg_prepared_statements where statement like ${"select 1 as long%"}`.execute(one);
    expect(rows).toEqual([]);
  });
});
