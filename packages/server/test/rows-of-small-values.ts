/** Rows of values that are set in small letters (rows-of-each-schema.ts). */
import { at, type SchemaRows } from "./schema-rows.ts";

/** By name of the migration. */
export const rowsOfSmallValues: Readonly<Record<string, SchemaRows>> = {
  "0034_small-values": {
    changes: [{ table: "field_value", where: { full_name: "one.Ort" }, to: { is_small: false } }],
    rows: [
      [
        "field_value",
        {
          ...{ file_id: "file", full_name: "one.Rand", signer_id: "one", updated_at: at },
          ...{ value: "Am Sandtorkai 4, Hinterhaus, dritter Aufgang, 20457 Hamburg", is_small: true },
        },
      ],
    ],
  },
};
