/** Rows of confirmations that a change took back (rows-of-each-schema.ts). */
import { at, type SchemaRows } from "./schema-rows.ts";

/** By name of the migration. */
export const rowsOfConfirmations: Readonly<Record<string, SchemaRows>> = {
  "0028_changed-after-confirming": {
    changes: [{ table: "file_signer", where: { file_id: "file", signer_id: "one" }, to: { changed_at: null } }],
    rows: [
      ["file_signer", { file_id: "rules", signer_id: "one", workflow_id: "open", confirmed_at: null, changed_at: at }],
    ],
  },
};
