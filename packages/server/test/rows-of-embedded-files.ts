/** Rows of files within documents (rows-of-each-schema.ts). */
import { at, hash, type SchemaRows } from "./schema-rows.ts";

/** By name of the migration. */
export const rowsOfEmbeddedFiles: Readonly<Record<string, SchemaRows>> = {
  "0031_embedded-files": {
    changes: ["file", "mended", "rules"].map((file_id) => ({
      table: "file",
      where: { file_id },
      to: { embedded: [] },
    })),
    // An invoice with its figures, and with something nobody could unpack.
    rows: [
      [
        "file",
        {
          file_id: "invoice",
          workflow_id: "open",
          position: 8,
          name: "Invoice.pdf",
          pages: 1,
          original_sha256: hash("a"),
          original_size: "100",
          intake_sha256: hash("a"),
          intake_size: "100",
          notices: [],
          created_at: at,
          latest_number: 0,
          latest_sha256: hash("a"),
          latest_size: "100",
          is_signed: true,
          attachment_of: null,
          embedded: [
            { name: "factur-x.xml", size: 1_234, sha256: hash("b") },
            { name: "", size: null, sha256: null },
          ],
        },
      ],
    ],
  },
  "0032_embedded-total": {
    changes: [
      ...["file", "mended", "rules"].map((file_id) => ({
        table: "file",
        where: { file_id },
        to: { embedded_total: 0 },
      })),
      { table: "file", where: { file_id: "invoice" }, to: { embedded_total: 2 } },
    ],
    rows: [],
  },
};
