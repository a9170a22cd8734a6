/** Rows of codes by the network that asked for them (rows-of-each-schema.ts). */
import { at, type SchemaRows } from "./schema-rows.ts";

/** By name of the migration. */
export const rowsOfCodeNetworks: Readonly<Record<string, SchemaRows>> = {
  "0033_code-networks": {
    // The column has another name and holds what it held.
    changes: [
      { table: "code_delivery", where: { attempt_id: "attempt" }, to: { ip: undefined, network: "192.0.2.1" } },
    ],
    rows: [
      [
        "code_delivery",
        {
          attempt_id: "from-ipv6",
          challenge_id: "challenge",
          signer_id: "one",
          channel: "sms",
          phone: "+4915123456789",
          network: "2001:db8:0:7",
          sealed_code: null,
          created_at: at,
          updated_at: at,
        },
      ],
    ],
  },
};
