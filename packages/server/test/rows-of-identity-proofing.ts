/** People who were met on site, and their cases (rows-of-each-schema.ts). */
import type { OperatorId } from "@siegel/contract/ids.ts";
import { at, bytes, hash, later, type SchemaRows } from "./schema-rows.ts";

const metCase = {
  kind: "on-site",
  organisation_id: null,
  email: "ada@mail.example",
  first_name: "Ada",
  last_name: "Löwe",
  language: "de",
  sealed: bytes("sealed"),
  identified_at: at,
  identified_by: "meike" as OperatorId,
  link_id: "link",
  link_sent_at: at,
  link_expires_at: later,
};

/** By name of the migration. */
export const rowsOfIdentityProofing: Readonly<Record<string, SchemaRows>> = {
  "0063_identity-proofing": {
    rows: [
      ["identified_person", { person_id: "ada", email: "ada@mail.example", sealed: bytes("sealed"), created_at: at }],
      [
        "identity_case",
        { ...metCase, case_id: "open", state: "open", link_hash: hash("5"), closed_at: null, person_id: null },
      ],
      [
        "identity_case",
        { ...metCase, case_id: "done", state: "done", link_hash: hash("6"), closed_at: later, person_id: "ada" },
      ],
    ],
  },
};
