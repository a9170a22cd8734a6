/** Logins at a provider (rows-of-each-schema.ts). */
import type { SchemaRows } from "./schema-rows.ts";

const at = new Date("2026-11-26T22:00:00Z");

/** By name of the migration. */
export const rowsOfOidc: Readonly<Record<string, SchemaRows>> = {
  "0051_oidc": {
    rows: [
      [
        "administrator_oidc",
        {
          issuer: "https://login.hafenwerk.example/",
          subject: "27d0",
          administrator_id: "frauke",
          linked_at: at,
          last_login_at: at,
        },
      ],
      [
        "oidc_attempt",
        {
          state: "c3RhdGU",
          purpose: "login",
          administrator_id: null,
          browser_hash: "0".repeat(64),
          nonce: "bm9uY2U",
          verifier: "dmVyaWZpZXI",
          expires_at: at,
          used_at: null,
        },
      ],
    ],
  },
};
