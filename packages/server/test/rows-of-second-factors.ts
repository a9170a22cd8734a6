/** Second factors, and a new address that is waited for (rows-of-each-schema.ts). */
import type { SchemaRows } from "./schema-rows.ts";

const at = new Date("2026-11-26T20:00:00Z");

/** By name of the migration. */
export const rowsOfSecondFactors: Readonly<Record<string, SchemaRows>> = {
  "0047_second-factors": {
    changes: ["frauke", "invited", "invited-by-frauke"].map((administrator_id) => ({
      table: "administrator",
      where: { administrator_id },
      to: { password_changed_at: null, pending_email: null },
    })),
    rows: [
      [
        "administrator",
        {
          administrator_id: "with-factor",
          organisation_id: "org",
          state: "active",
          role: "user",
          first_name: "Rahel",
          last_name: "Kiewitt",
          email: "rahel@hafenwerk.example",
          phone: null,
          language: "de",
          password_hash: "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$dGFn",
          created_at: at,
          last_login_at: null,
          version: 1,
          invited_by: null,
          password_changed_at: at,
          pending_email: "kiewitt@hafenwerk.example",
        },
      ],
      [
        "administrator_totp",
        {
          administrator_id: "with-factor",
          secret_sealed: Buffer.from("sealed"),
          since: at,
          last_step: "59790000",
          last_used_at: at,
          pending_sealed: Buffer.from("waiting"),
          pending_at: at,
        },
      ],
      [
        "administrator_recovery_code",
        { administrator_id: "with-factor", code_mac: "33".repeat(32), made_at: at, used_at: null },
      ],
      [
        "mailed_link",
        {
          link_id: "new-email",
          purpose: "new_email",
          administrator_id: "with-factor",
          registration_id: null,
          created_at: at,
          expires_at: at,
          used_at: null,
          ended_at: null,
        },
      ],
    ],
  },
};
