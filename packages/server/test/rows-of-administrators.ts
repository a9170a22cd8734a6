/** People with an account, their sessions and tries (rows-of-each-schema.ts). */
import type { SchemaRows } from "./schema-rows.ts";

const at = new Date("2026-11-26T08:00:00Z");

/** By name of the migration. */
export const rowsOfAdministrators: Readonly<Record<string, SchemaRows>> = {
  "0042_administrators": {
    rows: [
      [
        "administrator",
        {
          administrator_id: "frauke",
          organisation_id: "org",
          state: "active",
          role: "admin",
          first_name: "Frauke",
          last_name: "Petersen",
          email: "Frauke.Petersen@hafenwerk.example",
          phone: null,
          language: "de",
          password_hash: "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$dGFn",
          created_at: at,
          last_login_at: at,
          version: 3,
        },
      ],
      [
        "administrator",
        {
          administrator_id: "invited",
          organisation_id: "org",
          state: "invited",
          role: "user",
          first_name: "Ole",
          last_name: "Brandvik",
          email: "frauke.petersen@hafenwerk.example.org",
          phone: "+4915123456789",
          language: "en",
          password_hash: null,
          created_at: at,
          last_login_at: null,
          version: 1,
        },
      ],
      [
        "administrator_session",
        {
          session_id: "session-of-frauke",
          administrator_id: "frauke",
          secret_hash: "00".repeat(32),
          created_at: at,
          last_seen_at: at,
          ended_at: null,
          network: "192.0.2.1",
          user_agent: "Firefox",
        },
      ],
      [
        "administrator_try",
        { address_hash: "11".repeat(32), origin: "192.0.2.1", is_known_browser: false, tried_at: at },
      ],
    ],
  },
};
