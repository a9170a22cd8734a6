import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { useTestDatabase } from "../test/test-database.ts";
import { blobColumns } from "./blob-columns.ts";

const database = useTestDatabase();

describe("the columns that name blobs", () => {
  it("are all that the schema calls so, but the one that remembers blobs without a name", async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and column_name like '%sha256'`.execute(database.current().db);
    const listed = [...blobColumns.map(({ table, column }) => `${table}.${column}`), "pending_blob.sha256"];
    expect(listed.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });

  it("hold whatever in the schema can hold a blob's name: no other text column of a file, report or act has one", async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and (column_name ~ 'blob|content|digest' or column_name = 'revision')`.execute(
      database.current().db,
    );
    expect(rows).toEqual([]);
  });
});
