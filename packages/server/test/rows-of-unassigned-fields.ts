/** What becomes of files that were taken in before anybody looked for fields that no signer was given (rows-of-each-schema.ts). */
import type { SchemaRows } from "./schema-rows.ts";

/** By name of the migration. */
export const rowsOfUnassignedFields: Readonly<Record<string, SchemaRows>> = {
  "0041_unassigned-fields": {
    changes: ["file", "mended", "rules", "invoice"].map((file_id) => ({
      table: "file",
      where: { file_id },
      to: { has_unassigned_fields: false },
    })),
    rows: [],
  },
};
