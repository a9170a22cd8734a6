/** What an organisation keeps of itself (rows-of-each-schema.ts). */
import { organisation } from "./rows-of-sending.ts";
import type { SchemaRows } from "./schema-rows.ts";

const at = new Date("2026-11-26T08:00:00Z");
const unset = { mail_logo: null, look_version: 1, sales_tax_number: null, contact_person: null, version: 1 };

/** By name of the migration. */
export const rowsOfOrganisationData: Readonly<Record<string, SchemaRows>> = {
  "0045_organisation-data": {
    changes: ["org", "seeded", "newcomer", "set"].map((organisation_id) => ({
      table: "organisation",
      where: { organisation_id },
      to: unset,
    })),
    rows: [
      [
        "organisation",
        {
          organisation_id: "with-data",
          ...organisation,
          demo: false,
          time_zone: null,
          logo_dark: null,
          mark: "auto",
          message: null,
          mail_logo: "data:image/png;base64,iVBORw0KGgo=",
          look_version: 4,
          sales_tax_number: "27/148/20519",
          contact_person: "Anneke Petersen",
          version: 2,
        },
      ],
      [
        "organisation_address",
        {
          address_id: "billing",
          organisation_id: "with-data",
          address_type: "billing address",
          street_name: "Am Sandtorkai",
          street_number: "30",
          additional_line: null,
          zip_code: "20457",
          city: "Hamburg",
          country: "Deutschland",
          contact_person: "Anneke Petersen",
          created_at: at,
          version: 3,
        },
      ],
    ],
  },
};
