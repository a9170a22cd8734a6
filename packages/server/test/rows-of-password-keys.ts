/** Keys under a password, and activation data that were used (rows-of-each-schema.ts). */
import { at, bytes, later, type SchemaRows } from "./schema-rows.ts";

const key = { wrapped: bytes("wrapped"), subject_public_key_info: bytes("spki"), created_at: at };

/** By name of the migration. */
export const rowsOfPasswordKeys: Readonly<Record<string, SchemaRows>> = {
  "0058_password-keys": {
    rows: [
      ["password_key", { ...key, key_id: "fresh", tried_at: [], locked_at: null }],
      ["password_key", { ...key, key_id: "locked", tried_at: [at, later], locked_at: later }],
    ],
  },
  "0059_activation-nonces": { rows: [["activation_nonce", { nonce: "ff", not_after: later }]] },
};
