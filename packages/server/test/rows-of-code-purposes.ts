/** Codes of several purposes, and of people who sign nothing (rows-of-each-schema.ts). */
import { at, bytes, hash, later, type SchemaRows } from "./schema-rows.ts";

const code = { reference: "ABC234", salt: bytes("salt"), code_mac: bytes("mac"), issued_at: at, expires_at: later };

/** By name of the migration. */
export const rowsOfCodePurposes: Readonly<Record<string, SchemaRows>> = {
  "0053_code-purposes": {
    rows: [
      [
        "challenge",
        {
          ...code,
          challenge_id: "mailed",
          auth_token_hash: hash("6"),
          holder_kind: "mailbox",
          other_id: "ada@mail.example",
          signer_id: null,
          workflow_id: null,
          purpose: "revoke-mail",
          state_hash: null,
          channel: "mail",
          phone: null,
          email: "ada@mail.example",
        },
      ],
      // As a process of the version before writes it.
      [
        "challenge",
        {
          ...code,
          challenge_id: "beside",
          auth_token_hash: hash("7"),
          workflow_id: "open",
          signer_id: "two",
          purpose: "sign",
          state_hash: hash("5"),
          channel: "sms",
          phone: "+4915123456789",
        },
      ],
      [
        "code_delivery",
        {
          attempt_id: "by-mail",
          challenge_id: "mailed",
          holder_kind: "mailbox",
          other_id: "ada@mail.example",
          channel: "mail",
          email: "ada@mail.example",
          network: "192.0.2.1",
          sealed_code: bytes("sealed"),
          created_at: at,
          updated_at: later,
        },
      ],
    ],
  },
};
