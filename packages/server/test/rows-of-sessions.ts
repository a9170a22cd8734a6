/** Rows of sessions and what they were shown (rows-of-each-schema.ts). */
import type { SchemaRows } from "./schema-rows.ts";

/** By name of the migration. */
export const rowsOfSessions: Readonly<Record<string, SchemaRows>> = {
  "0037_shown-to-session": {
    rows: [],
    changes: ["session", "again"].map((session_id) => ({
      table: "signer_session",
      where: { session_id },
      to: { shown_hash: null, shown_image: null },
    })),
  },
};
