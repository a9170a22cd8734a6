/** SQL of which store of documents this database speaks of. */
import { sql } from "kysely";
import type { Sha256Hex } from "../ports/blobs.ts";
import { blobColumns } from "./blob-columns.ts";
import type { Db } from "./database.ts";

/** The mark of the store, or null before the first start with one. */
export async function readStoreId(db: Db): Promise<string | null> {
  const row = await db.selectFrom("blob_store").select("store_id").executeTakeFirst();
  return row?.store_id ?? null;
}

/** Keeps the mark of the store for ever, unless another process has kept one; answers the one that is kept. */
export async function keepStoreId(db: Db, storeId: string): Promise<string> {
  const kept = db.insertInto("blob_store").values({ store_id: storeId });
  await kept.onConflict((conflict) => conflict.column("only_one").doNothing()).execute();
  return (await readStoreId(db)) ?? storeId;
}

/** Another store holds the documents now: they were brought back there. */
export async function replaceStoreId(db: Db, storeId: string): Promise<void> {
  const kept = db.insertInto("blob_store").values({ store_id: storeId });
  await kept.onConflict((conflict) => conflict.column("only_one").doUpdateSet({ store_id: storeId })).execute();
}

/** Some blobs that are named for good: none where there are no documents yet. */
export async function someNamedBlobs(db: Db, limit: number): Promise<Sha256Hex[]> {
  const names = blobColumns
    .filter(({ lasts }) => lasts)
    .map(
      ({ table, column }) =>
        sql`(select ${sql.ref(column)} as sha256 from ${sql.table(table)} where ${sql.ref(column)} is not null limit ${limit})`,
    );
  const { rows } = await sql<{ sha256: Sha256Hex }>`
    select distinct sha256 from (${sql.join(names, sql` union all `)}) as name limit ${limit}`.execute(db);
  return rows.map(({ sha256 }) => sha256);
}
