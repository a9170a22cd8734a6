/** Rows of revisions that sessions loaded (rows-of-each-schema.ts). */
import { at, type SchemaRows } from "./schema-rows.ts";

/** By name of the migration. */
export const rowsOfLoadedRevisions: Readonly<Record<string, SchemaRows>> = {
  "0038_loaded-revisions": {
    rows: [
      [
        "loaded_revision",
        {
          ...{ session_id: "session", file_id: "file", signer_id: "one", number: 0 },
          ...{ drawn_by: "", viewer: "Siegel viewer 1.0.0, pdf.js 6.5.438", user_agent: "Mozilla/5.0", loaded_at: at },
        },
      ],
    ],
  },
};
