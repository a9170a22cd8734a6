/** Rows of attachments (rows-of-each-schema.ts). */
import { at, hash, type SchemaRows } from "./schema-rows.ts";

/** By name of the migration. */
export const rowsOfAttachments: Readonly<Record<string, SchemaRows>> = {
  "0027_attachments": {
    changes: [
      ...["file", "mended"].map((file_id) => ({
        table: "file",
        where: { file_id },
        to: { is_signed: true, attachment_of: null },
      })),
      ...["failed", "signed", "second", "authentic"].map((act_id) => ({
        table: "signing_act",
        where: { act_id },
        to: { shown: [] },
      })),
    ],
    // House rules that are shown with a contract and not signed.
    rows: [
      [
        "file",
        {
          file_id: "rules",
          workflow_id: "open",
          position: 7,
          name: "Rules.pdf",
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
          is_signed: false,
          attachment_of: "file",
        },
      ],
    ],
  },
};
