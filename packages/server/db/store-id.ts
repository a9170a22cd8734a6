/** SQL of which store of documents this database speaks of. */
import { sql } from "kysely";
import type { Sha256Hex } from "../ports/blobs.ts";
import { blobColumns } from "./blob-columns.ts";
import type { Db } from "./database.ts";

/** The mark of the store; `claimed`: it has been seen in a folder, and stands for the documents from then on. */
export type KnownStore = { readonly storeId: string; readonly claimed: boolean };

/** What the database knows of its store, or null before the first start. */
export async function readStore(db: Db): Promise<KnownStore | null> {
  const row = await db.selectFrom("blob_store").select(["store_id as storeId", "claimed"]).executeTakeFirst();
  return row ?? null;
}

/** Keeps `storeId` as the mark of the store for ever, unless another process has kept one; answers what is kept. */
export async function keepStore(db: Db, storeId: string): Promise<KnownStore> {
  const kept = db.insertInto("blob_store").values({ store_id: storeId, claimed: false });
  await kept.onConflict((conflict) => conflict.column("only_one").doNothing()).execute();
  return (await readStore(db)) ?? { storeId, claimed: false };
}

/** A folder bears the mark now. */
export async function saveStoreClaimed(db: Db): Promise<void> {
  await db.updateTable("blob_store").set({ claimed: true }).execute();
}

const lastingColumns = blobColumns.filter(({ lasts }) => lasts);

/** Some blobs that are named for good: none where there are no documents yet. */
export async function someNamedBlobs(db: Db, limit: number): Promise<Sha256Hex[]> {
  const names = lastingColumns.map(
    ({ table, column }) =>
      sql`(select ${sql.ref(column)} as sha256 from ${sql.table(table)} where ${sql.ref(column)} is not null limit ${limit})`,
  );
  const { rows } = await sql<{ sha256: Sha256Hex }>`
    select distinct sha256 from (${sql.join(names, sql` union all `)}) as name limit ${limit}`.execute(db);
  return rows.map(({ sha256 }) => sha256);
}

/** Whether any of these blobs is named for good. */
export async function isAnyNamed(db: Db, blobs: readonly Sha256Hex[]): Promise<boolean> {
  const named = lastingColumns.map(
    ({ table, column }) =>
      sql`exists (select 1 from ${sql.table(table)} where ${sql.ref(column)} = any(${[...blobs]}::text[]))`,
  );
  const { rows } = await sql<{ named: boolean }>`select ${sql.join(named, sql` or `)} as named`.execute(db);
  return rows[0]?.named ?? false;
}
