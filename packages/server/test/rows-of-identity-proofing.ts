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

const identityCheck = {
  route: "eid",
  provider: "eid.example",
  workflow_id: "w",
  signer_id: "s",
  language: "de",
  browser_hash: hash("8"),
  on_phone: false,
  begun_at: at,
  expires_at: later,
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
  "0064_identity-checks": {
    rows: [
      ["identity_check", { ...identityCheck, check_id: "pending", state: "pending", ended_at: null }],
      [
        "identity_check",
        { ...identityCheck, check_id: "done", state: "succeeded", ended_at: later, sealed: bytes("sealed") },
      ],
      ["identity_return_code", { code_hash: hash("7"), check_id: "done", expires_at: later, used_at: null }],
    ],
  },
};

/** Those that an operator decides on. */
export const rowsOfIdentityReviews: Readonly<Record<string, SchemaRows>> = {
  "0066_identity-reviews": {
    rows: [
      [
        "identity_check",
        {
          ...identityCheck,
          check_id: "doubtful",
          state: "review",
          answered_at: at,
          kept_at: at,
          sealed: bytes("sealed"),
        },
      ],
      ["identity_review", { check_id: "doubtful", state: "open", handed_in_at: at }],
      [
        "identity_review",
        {
          check_id: "done",
          state: "approved",
          handed_in_at: at,
          opened_at: at,
          opened_by: "meike",
          decided_at: later,
          decided_by: "meike",
          reason: bytes("sealed"),
        },
      ],
    ],
  },
};

/** One of whom nothing is known any more. */
export const rowsOfForgottenIdentities: Readonly<Record<string, SchemaRows>> = {
  "0068_forgotten-identities": {
    rows: [["identity_check", { ...identityCheck, check_id: "forgotten", state: "succeeded", ended_at: later }]],
  },
};

/** An owner's, about a certificate of `rows-of-certificate-levels.ts`; and the change that followed. */
export const rowsOfOwners: Readonly<Record<string, SchemaRows>> = {
  "0073_owners-identify": {
    rows: [
      [
        "identity_check",
        {
          ...identityCheck,
          check_id: "owner",
          state: "succeeded",
          purpose: "change_phone",
          workflow_id: null,
          signer_id: null,
          about_certificate: "ending",
          holder_id: "ella",
          holder: bytes("sealed"),
          ended_at: later,
          sealed: bytes("sealed"),
          used_at: later,
          certificate_id: "ending",
          link_hash: hash("9"),
          link_expires_at: later,
        },
      ],
      [
        "certificate_change",
        {
          change_id: "change",
          certificate_id: "ending",
          kind: "phone",
          route: "eid",
          language: "de",
          workflow_id: null,
          told_phone: bytes("sealed"),
          changed_at: at,
          rests_until: later,
          stop_hash: hash("a"),
          stopped_at: null,
        },
      ],
    ],
  },
};
