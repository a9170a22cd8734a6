/** Licences before there were trials, and what leads to an account (rows-of-each-schema.ts). */
import type { SchemaRows } from "./schema-rows.ts";

const at = new Date("2026-11-26T09:00:00Z");
const queued = { state: "queued", tries: 0, unanswered: 0, last_error: null, reply: null };
const unleased = { leased_until: null, presence: null, settled_at: null };
const person = {
  first_name: "Tilda",
  last_name: "Nygaard",
  phone: null,
  language: "de",
  password_hash: "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$dGFn",
  created_at: at,
};

/** By name of the migration. */
export const rowsOfAccountMails: Readonly<Record<string, SchemaRows>> = {
  "0044_account-mails": {
    changes: [
      ...["org", "seeded", "newcomer", "set"].map((organisation_id) => ({
        table: "organisation",
        where: { organisation_id },
        to: { join_key_mac: null, join_key_sealed: null },
      })),
      { table: "licence", where: { licence_id: "licence" }, to: { trial: false } },
    ],
    rows: [
      [
        "registration",
        {
          registration_id: "founds",
          kind: "organisation",
          organisation_id: null,
          organisation_name: "Nygaard Holzbau",
          email: "tilda@nygaard.example",
          ...person,
        },
      ],
      [
        "registration",
        {
          registration_id: "joins",
          kind: "joining",
          organisation_id: "org",
          organisation_name: null,
          email: "tilda@hafenwerk.example",
          ...person,
        },
      ],
      [
        "mailed_link",
        {
          link_id: "of-nobody",
          purpose: "reset",
          administrator_id: null,
          registration_id: null,
          created_at: at,
          expires_at: at,
          used_at: null,
          ended_at: at,
        },
      ],
      [
        "mailed_link",
        {
          link_id: "of-registration",
          purpose: "confirm",
          administrator_id: null,
          registration_id: "founds",
          created_at: at,
          expires_at: at,
          used_at: null,
          ended_at: null,
        },
      ],
      [
        "account_message",
        {
          mail_id: "to-frauke",
          kind: "password_changed",
          administrator_id: "frauke",
          registration_id: null,
          created_at: at,
          ...queued,
          ...unleased,
        },
      ],
    ],
  },
};
