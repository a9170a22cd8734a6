/** A database of its own for one test file, cut from the migrated template. */
import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import { type Database, openDatabase } from "../db/database.ts";

/** A database that exists between `beforeAll` and `afterAll` of the file; `current()` answers it inside tests. `empty` has no tables. */
export function useTestDatabase({ empty = false } = {}): {
  readonly current: () => Database & { readonly url: string };
} {
  let database: (Database & { url: string }) | null = null;
  const name = `${inject("templateDatabase")}_${randomBytes(6).toString("hex")}`;
  beforeAll(async () => {
    const template = empty ? "template0" : inject("templateDatabase");
    await asMaintainer(`create database ${name} template ${template} strategy wal_log`);
    const url = new URL(inject("maintenanceUrl"));
    url.pathname = `/${name}`;
    database = { ...openDatabase(url.href), url: url.href };
  });
  afterAll(async () => {
    await database?.close();
    await asMaintainer(`drop database if exists ${name} with (force)`);
  });
  return {
    current: () => {
      if (!database) throw new Error("the test database exists inside tests only");
      return database;
    },
  };
}

async function asMaintainer(statement: string): Promise<void> {
  const client = new pg.Client(inject("maintenanceUrl"));
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
