/** Invitations, and when a join key was renewed (rows-of-each-schema.ts). */
import { organisation } from "./rows-of-sending.ts";
import type { SchemaRows } from "./schema-rows.ts";

const at = new Date("2026-11-26T19:00:00Z");

/** By name of the migration. */
export const rowsOfInvitations: Readonly<Record<string, SchemaRows>> = {
  "0046_invitations": {
    changes: [
      ...["org", "seeded", "newcomer", "set", "with-data"].map((organisation_id) => ({
        table: "organisation",
        where: { organisation_id },
        to: { join_key_at: null },
      })),
      ...["frauke", "invited"].map((administrator_id) => ({
        table: "administrator",
        where: { administrator_id },
        to: { invited_by: null },
      })),
    ],
    rows: [
      [
        "organisation",
        {
          organisation_id: "with-renewed-key",
          ...organisation,
          demo: false,
          time_zone: null,
          logo_dark: null,
          mark: "auto",
          message: null,
          mail_logo: null,
          look_version: 1,
          sales_tax_number: null,
          contact_person: null,
          version: 1,
          join_key_mac: "22".repeat(32),
          join_key_sealed: Buffer.from("sealed"),
          join_key_at: at,
        },
      ],
      [
        "administrator",
        {
          administrator_id: "invited-by-frauke",
          organisation_id: "org",
          state: "invited",
          role: "admin",
          first_name: "",
          last_name: "",
          email: "mirjam@hafenwerk.example",
          phone: null,
          language: "de",
          password_hash: null,
          created_at: at,
          last_login_at: null,
          version: 1,
          invited_by: "frauke",
        },
      ],
    ],
  },
};
