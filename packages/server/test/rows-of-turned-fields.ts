/** Rows of fields that are turned (rows-of-each-schema.ts). */
import type { SchemaRows } from "./schema-rows.ts";

/** By name of the migration. */
export const rowsOfTurnedFields: Readonly<Record<string, SchemaRows>> = {
  "0030_turned-fields": {
    changes: [{ full_name: "one.Ort" }, { full_name: "one.Rate", widget: 0 }, { full_name: "one.Rate", widget: 1 }].map(
      (where) => ({ table: "file_field", where, to: { is_turned: null } }),
    ),
    rows: [
      [
        "file_field",
        {
          file_id: "file",
          full_name: "one.Rand",
          widget: 0,
          signer_id: "one",
          kind: "text",
          label: "Rand",
          page: 1,
          rect: [10, 50, 20, 160],
          is_turned: true,
          required: false,
          multiline: false,
          chars_max: null,
          initial_value: "",
          comb: false,
          editable: false,
          clearable: true,
          options: [],
        },
      ],
    ],
  },
};
