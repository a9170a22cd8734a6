/** Passkeys (rows-of-each-schema.ts). */
import type { SchemaRows } from "./schema-rows.ts";

const at = new Date("2026-11-26T21:00:00Z");

/** By name of the migration. */
export const rowsOfPasskeys: Readonly<Record<string, SchemaRows>> = {
  "0050_passkeys": {
    rows: [
      [
        "administrator_passkey",
        {
          passkey_id: "passkey-of-frauke",
          administrator_id: "frauke",
          public_key: Buffer.from("key"),
          counter: "7",
          transports: ["internal", "hybrid"],
          name: "Laptop",
          created_at: at,
          last_used_at: at,
        },
      ],
      [
        "passkey_challenge",
        { challenge_id: "asked", administrator_id: null, challenge: "c29tZXRoaW5n", expires_at: at },
      ],
    ],
  },
};
