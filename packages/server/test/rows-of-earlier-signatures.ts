/** What becomes of files that were taken in before their signatures were counted (rows-of-each-schema.ts). */
import type { SchemaRows } from "./schema-rows.ts";

/** By name of the migration. */
export const rowsOfEarlierSignatures: Readonly<Record<string, SchemaRows>> = {
  "0039_earlier-signatures": {
    changes: ["file", "mended", "rules", "invoice"].map((file_id) => ({
      table: "file",
      where: { file_id },
      to: { earlier_signatures: null },
    })),
    rows: [],
  },
};
