import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { rowsWrittenAt } from "../test/rows-of-each-schema.ts";
import type { Row } from "../test/schema-rows.ts";
import { useTestDatabase } from "../test/test-database.ts";
import { type Database, openDatabase } from "./database.ts";
import { appliedMigrations, DatabaseNewer, migrate, migrationNames } from "./migrations.ts";
import { withStartLock } from "./start-lock.ts";

const [stepwise, shared, newer] = [
  useTestDatabase({ empty: true }),
  useTestDatabase({ empty: true }),
  useTestDatabase({ empty: true }),
];

async function columnsOf({ pool }: Database): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ name: string; type: string }>(
    "select table_name || '.' || column_name as name, data_type as type from information_schema.columns where table_schema = 'public'",
  );
  return new Map(rows.map((row) => [row.name, row.type]));
}

async function insert(database: Database, table: string, row: Row): Promise<void> {
  const types = await columnsOf(database);
  const values = Object.entries(row).map(([column, value]) =>
    types.get(`${table}.${column}`) === "jsonb" ? JSON.stringify(value) : value,
  );
  const places = values.map((_, n) => `$${n + 1}`).join(", ");
  await database.pool.query(`insert into ${table} (${Object.keys(row).join(", ")}) values (${places})`, values);
}

/** Every row of the table, reduced to the columns that this one was written with. */
async function readBack({ pool }: Database, table: string, row: Row): Promise<Row[]> {
  const { rows } = await pool.query<Row>(`select * from ${table}`);
  return rows.map((now) => Object.fromEntries(Object.keys(row).map((column) => [column, now[column]])));
}

const matches = (row: Row, where: Row) => Object.entries(where).every(([column, value]) => row[column] === value);

describe("migrations", () => {
  it("each have rows of their schema, so that the one after meets data", () => {
    expect(Object.keys(rowsWrittenAt)).toEqual(migrationNames);
  });

  it("run one by one over what the schema before held, and change nothing but what they say", async () => {
    const database = stepwise.current();
    const written: Array<{ table: string; row: Row }> = [];
    for (const [n, name] of migrationNames.entries()) {
      expect(await migrate(database.db, migrationNames.slice(0, n + 1))).toEqual([name]);
      for (const { table, where, to } of rowsWrittenAt[name]?.changes ?? []) {
        const found = written.filter((one) => one.table === table && matches(one.row, where));
        expect(found, `${name} changes one row of ${table}`).toHaveLength(1);
        for (const one of found) one.row = { ...one.row, ...to };
      }
      for (const [table, row] of rowsWrittenAt[name]?.made ?? []) written.push({ table, row });
      for (const { table, row } of written)
        expect(await readBack(database, table, row), `${table} after ${name}`).toContainEqual(row);
      for (const [table, row] of rowsWrittenAt[name]?.rows ?? []) {
        await insert(database, table, row);
        written.push({ table, row });
      }
    }
    const tables = await sql<{ name: string; rows: string }>`
      select table_name as name, (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I', table_name), false, true, '')))[1]::text as rows
        from information_schema.tables where table_schema = 'public' and table_name not like 'kysely%'`.execute(
      database.db,
    );
    const counted = Object.fromEntries(tables.rows.map(({ name, rows }) => [name, Number(rows)]));
    const expected: Record<string, number> = {};
    for (const { table } of written) expected[table] = (expected[table] ?? 0) + 1;
    expect(counted).toEqual(expected);
  }, 120_000);

  it("are run by one of several processes that start together; the others wait and find them done", async () => {
    const { url } = shared.current();
    const processes = Array.from({ length: 4 }, () => openDatabase(url, { max: 3 }));
    let inside = 0;
    const runs = await Promise.all(
      processes.map(({ db, pool }) =>
        withStartLock(pool, async () => {
          inside += 1;
          expect(inside).toBe(1);
          const done = await migrate(db);
          inside -= 1;
          return done.length;
        }),
      ),
    );
    expect(runs.toSorted((a, b) => a - b)).toEqual([0, 0, 0, migrationNames.length]);
    await Promise.all(processes.map((one) => one.close()));
  });

  it("let the next process in when the one with the lock fails or dies", async () => {
    const { url } = shared.current();
    const [first, second] = [openDatabase(url, { max: 2 }), openDatabase(url, { max: 2 })];
    await expect(withStartLock(first.pool, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    const dies = withStartLock(first.pool, async () => {
      await second.pool.query(
        "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
      );
    });
    await expect(dies).rejects.toThrow();
    expect(await withStartLock(second.pool, async () => "in")).toBe("in");
    await Promise.all([first.close(), second.close()]);
  });

  it("refuse a database that a newer program migrated", async () => {
    const { db } = newer.current();
    await migrate(db);
    expect(await appliedMigrations(db)).toEqual(migrationNames);
    await sql`insert into kysely_migration values ('9999_future', now()::text)`.execute(db);
    await expect(migrate(db)).rejects.toThrow(DatabaseNewer);
    await expect(migrate(db)).rejects.toThrow(/newer Siegel \(9999_future\); this one knows up to \d{4}_/);
  });
});
