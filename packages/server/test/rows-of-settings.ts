/** What organisations and workflows had before they could set things for all their workflows (rows-of-each-schema.ts). */
import { organisation } from "./rows-of-sending.ts";
import type { SchemaRows } from "./schema-rows.ts";

const unset = { time_zone: null, logo_dark: null, mark: "auto", message: null };

/** By name of the migration. */
export const rowsOfSettings: Readonly<Record<string, SchemaRows>> = {
  "0040_organisation-settings": {
    changes: [
      ...["org", "seeded", "newcomer"].map((organisation_id) => ({
        table: "organisation",
        where: { organisation_id },
        to: unset,
      })),
      ...["open", "refused"].map((workflow_id) => ({
        table: "workflow",
        where: { workflow_id },
        to: { message: null },
      })),
    ],
    rows: [
      [
        "organisation",
        {
          organisation_id: "set",
          ...organisation,
          demo: false,
          time_zone: "America/Sao_Paulo",
          logo_dark: "data:image/svg+xml;base64,PHN2Zy8+",
          mark: "page",
          message: "Bitte bis Freitag",
        },
      ],
    ],
  },
};
