import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { useTestDatabase } from "../test/test-database.ts";
import { inTransaction } from "./transaction.ts";

const database = useTestDatabase();

describe("inTransaction", () => {
  it("repeats the work when two transactions deadlock", async () => {
    const { db } = database.current();
    await sql`create table pair (id integer primary key, n integer not null)`.execute(db);
    await sql`insert into pair values (1, 0), (2, 0)`.execute(db);
    const add = (first: number, second: number) =>
      inTransaction(db, async (trx) => {
        await sql`update pair set n = n + 1 where id = ${first}`.execute(trx);
        await sql`select pg_sleep(0.2)`.execute(trx);
        await sql`update pair set n = n + 1 where id = ${second}`.execute(trx);
      });
    await Promise.all([add(1, 2), add(2, 1)]);
    const rows = await sql<{ n: number }>`select n from pair order by id`.execute(db);
    expect(rows.rows).toEqual([{ n: 2 }, { n: 2 }]);
  });

  it("gives any other fault to the caller and undoes the work", async () => {
    const { db } = database.current();
    await sql`create table single (n integer)`.execute(db);
    let runs = 0;
    const work = inTransaction(db, async (trx) => {
      runs += 1;
      await sql`insert into single values (1)`.execute(trx);
      throw new Error("no");
    });
    await expect(work).rejects.toThrow("no");
    expect(runs).toBe(1);
    expect((await sql`select * from single`.execute(db)).rows).toEqual([]);
  });
});

describe("a connection that dies in the middle of a transaction", () => {
  it("fails that transaction and nothing else", async () => {
    const { db } = database.current();
    await sql`create table lasting (n integer)`.execute(db);
    const uncaught: unknown[] = [];
    const note = (fault: unknown) => uncaught.push(fault);
    process.on("uncaughtException", note);
    try {
      const work = db.transaction().execute(async (trx) => {
        await sql`insert into lasting values (1)`.execute(trx);
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
        await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
        await new Promise((resolve) => setTimeout(resolve, 100));
        await sql`insert into lasting values (2)`.execute(trx);
      });
      await expect(work).rejects.toThrow();
      expect((await sql`select * from lasting`.execute(db)).rows).toEqual([]);
      expect(uncaught).toEqual([]);
    } finally {
      process.off("uncaughtException", note);
    }
  });
});
