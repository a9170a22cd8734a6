/** Rows of the store's mark (rows-of-each-schema.ts). */
import type { SchemaRows } from "./schema-rows.ts";

/** By name of the migration. */
export const rowsOfBlobStore: Readonly<Record<string, SchemaRows>> = {
  "0035_blob-store": { rows: [["blob_store", { only_one: true, store_id: "5e".repeat(16) }]] },
  "0036_blob-store-claim": {
    rows: [],
    changes: [{ table: "blob_store", where: { only_one: true }, to: { claimed: true } }],
  },
};
