/** Rows of passwords that were tried (rows-of-each-schema.ts). */
import { at, type SchemaRows } from "./schema-rows.ts";

/** By name of the migration. */
export const rowsOfPasswordTries: Readonly<Record<string, SchemaRows>> = {
  "0029_password-tries": {
    rows: [["password_try", { workflow_id: "open", signer_id: "one", network: "2001:db8:0:7", tried_at: at }]],
  },
};
