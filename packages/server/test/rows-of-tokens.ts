/** Tokens as administrators see them, and fees of a licence (rows-of-each-schema.ts). */
import { organisation } from "./rows-of-sending.ts";
import { at, bytes, hash, later, type SchemaRows } from "./schema-rows.ts";

const noFees = { ses_fee_cents: 0, aes_fee_cents: 0, qes_fee_cents: 0 };

/** By name of the migration. */
export const rowsOfTokens: Readonly<Record<string, SchemaRows>> = {
  "0043_tokens": {
    changes: [
      { table: "api_token", where: { token_id: "token" }, to: { key_tail: null, webhook_secret: null, version: 1 } },
      { table: "licence", where: { licence_id: "licence" }, to: noFees },
    ],
    rows: [
      [
        "organisation",
        {
          organisation_id: "pays",
          ...organisation,
          demo: false,
          time_zone: null,
          logo_dark: null,
          mark: "auto",
          message: null,
        },
      ],
      [
        "api_token",
        {
          token_id: "renewed-token",
          licence_id: "licence",
          organisation_id: "org",
          name: "Mieterportal",
          secret_hash: hash("4"),
          created_at: at,
          expires_at: null,
          disabled_at: later,
          ses_used: 0,
          aes_used: 0,
          qes_used: 0,
          key_tail: "3F9A",
          webhook_secret: bytes("sealed"),
          version: 4,
        },
      ],
      [
        "licence",
        {
          licence_id: "licence-with-fees",
          organisation_id: "pays",
          expires_at: null,
          ses_limit: 5,
          aes_limit: 6,
          qes_limit: 0,
          ses_promised: 0,
          aes_promised: 0,
          qes_promised: 0,
          ses_used: 0,
          aes_used: 0,
          qes_used: 0,
          ses_fee_cents: 10,
          aes_fee_cents: 49,
          qes_fee_cents: 290,
        },
      ],
    ],
  },
};

/** What a count reads from an index. */
export const rowsOfListCounts: Readonly<Record<string, SchemaRows>> = {
  "0057_list-counts": {
    rows: [
      [
        "api_token",
        {
          token_id: "counted-token",
          licence_id: "licence",
          organisation_id: "org",
          name: "Mieterportal",
          secret_hash: hash("5"),
          created_at: at,
          expires_at: later,
          disabled_at: null,
          ses_used: 0,
          aes_used: 0,
          qes_used: 0,
          key_tail: "3F9B",
          webhook_secret: null,
          version: 1,
          webhook_url: null,
          webhook_version: 1,
          webhook_secret_before: null,
          webhook_secret_before_until: null,
        },
      ],
    ],
  },
};
