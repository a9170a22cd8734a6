/** Rows of organisations, workflows and documents. */
import { at, bytes, hash, later, type SchemaRows } from "./schema-rows.ts";

/** An organisation of the rows. */
export const organisation = {
  name: "Größe & Söhne",
  active: true,
  language: "de",
  logo: null,
  colour: "#0B5D7A",
  created_at: at,
};
const workflow = {
  organisation_id: "org",
  token_id: "token",
  name: "Mietvertrag",
  description: "Bitte bis Freitag",
  language: "de",
  sequential: true,
  password_hash: "$argon2id$v=19$…",
  initiator_first_name: "Jonas",
  initiator_last_name: "Feddersen",
  initiator_email: "jonas@example.org",
  created_at: at,
  expires_at: later,
};
const signer = {
  workflow_id: "open",
  type: "a_signature",
  first_name: "Käthe",
  last_name: "Łukasz",
  email: "kaethe@example.org",
  phone: "+4915123456789",
  phone_type: 1,
  organisation: null,
  language: "en",
  language_given: true,
  invited_at: at,
  signed_at: null,
  password_tries: 2,
  password_tries_since: at,
};
/** Somebody's acceptance of the terms, without its act. */
export const acceptance = {
  signer_id: "one",
  terms_id: "terms",
  version: "1",
  language: "de",
  text_hash: hash("4"),
  text: "Wortlaut",
  accepted_at: at,
  ip: "192.0.2.1",
  user_agent: "Firefox",
};
export const session = { workflow_id: "open", signer_id: "one", created_at: at, last_seen_at: later, ended_at: null };

/** By name of the migration. */
export const rowsOfSending: Readonly<Record<string, SchemaRows>> = {
  "0001_audit-trail": {
    rows: [
      ["audit_chain", { chain_id: "service", seq: 1, hash: hash("1") }],
      [
        "audit_event",
        {
          chain_id: "service",
          seq: 1,
          at,
          type: "signing.signed",
          actor_kind: "signer",
          actor_id: "one",
          workflow_id: "open",
          signer_id: "one",
          file_id: "file",
          details_hash: hash("2"),
          prev_hash: hash("0"),
          hash: hash("1"),
        },
      ],
      [
        "audit_event_details",
        { chain_id: "service", seq: 1, salt: bytes("salt"), details: { ip: "192.0.2.1" }, erased_at: null },
      ],
    ],
  },
  "0002_accounts": {
    rows: [
      ["organisation", { organisation_id: "org", ...organisation }],
      ["organisation", { organisation_id: "seeded", ...organisation, name: "Hafenwerk" }],
      [
        "licence",
        {
          licence_id: "licence",
          organisation_id: "org",
          expires_at: later,
          ses_limit: 5,
          aes_limit: 6,
          qes_limit: 0,
          ses_promised: 1,
          aes_promised: 2,
          qes_promised: 0,
          ses_used: 3,
          aes_used: 4,
          qes_used: 0,
        },
      ],
      [
        "api_token",
        {
          token_id: "token",
          licence_id: "licence",
          organisation_id: "org",
          name: "Haus",
          secret_hash: hash("3"),
          created_at: at,
          expires_at: later,
          disabled_at: null,
          ses_used: 3,
          aes_used: 4,
          qes_used: 0,
        },
      ],
      [
        "organisation_register",
        {
          organisation_id: "seeded",
          legal_name: "Hafenwerk eG",
          organization_identifier: "NTRDE-1",
          country: "DE",
          locality: "Hamburg",
          representatives: [{ firstName: "Frauke", lastName: "Petersen", email: "f@example.org" }],
          verified_at: at,
          verified_by: "seed",
        },
      ],
    ],
  },
  "0003_workflows": {
    rows: [
      [
        "workflow",
        { workflow_id: "open", ...workflow, status: "OPEN", ended_at: null, refused_by: null, refusal_reason: null },
      ],
      [
        "workflow",
        {
          workflow_id: "refused",
          ...workflow,
          status: "REVOKED",
          ended_at: later,
          refused_by: "two",
          refusal_reason: "zu teuer",
        },
      ],
      ["signer", { signer_id: "one", ...signer, position: 0, reference: "S1", status: "SIGNING" }],
      ["signer", { signer_id: "two", ...signer, position: 1, reference: "S10", status: "INVITED" }],
      ["signer", { signer_id: "three", ...signer, position: 2, reference: "S3", status: "SIGNED", signed_at: later }],
      [
        "signer",
        { signer_id: "four", ...signer, workflow_id: "refused", position: 0, reference: "S1", status: "SIGNING" },
      ],
      ["terms_acceptance", { ...acceptance, act: "ticked at login" }],
      ["signer_session", { session_id: "session", ...session, token_hash: hash("6"), cookie_hash: hash("7") }],
      [
        "upload",
        { upload_id: "upload", token_id: "token", sha256: hash("8"), size: "9007199254740991", created_at: at },
      ],
      [
        "idempotency_key",
        { token_id: "token", key: "order-1", body_hash: hash("9"), answer: { workflow_id: "open" }, created_at: at },
      ],
    ],
  },
  "0004_documents": {
    rows: [
      [
        "file",
        {
          file_id: "file",
          workflow_id: "open",
          position: 0,
          name: "Vertrag.pdf",
          pages: 3,
          original_sha256: hash("a"),
          original_size: "1234",
          notices: ["JAVASCRIPT"],
          created_at: at,
          latest_number: 1,
          latest_sha256: hash("b"),
          latest_size: "2345",
        },
      ],
      [
        "file",
        {
          file_id: "mended",
          workflow_id: "open",
          position: 1,
          name: "Anlage.pdf",
          pages: 1,
          original_sha256: hash("1"),
          original_size: "12",
          notices: [],
          created_at: at,
          latest_number: 1,
          latest_sha256: hash("2"),
          latest_size: "23",
        },
      ],
      ...[
        { number: 0, sha256: hash("1"), size: "12", base_sha256: null, cause: "original" },
        { number: 1, sha256: hash("2"), size: "23", base_sha256: hash("1"), cause: "intake" },
      ].map((made) => ["file_revision", { file_id: "mended", ...made, signer_id: null, at }] as const),
      [
        "file_revision",
        {
          file_id: "file",
          number: 0,
          sha256: hash("a"),
          size: "1234",
          base_sha256: null,
          cause: "original",
          signer_id: null,
          at,
        },
      ],
      [
        "file_revision",
        {
          file_id: "file",
          number: 1,
          sha256: hash("b"),
          size: "2345",
          base_sha256: hash("a"),
          cause: "signature",
          signer_id: "three",
          at: later,
        },
      ],
      [
        "file_field",
        {
          file_id: "file",
          full_name: "one.Ort",
          widget: 0,
          signer_id: "one",
          kind: "text",
          label: "Ort",
          page: 1,
          rect: [10, 20.5, 110, 40],
          required: true,
          multiline: false,
          chars_max: 40,
          initial_value: "",
        },
      ],
      ["field_value", { file_id: "file", full_name: "one.Ort", signer_id: "one", value: "Köln", updated_at: at }],
      ["file_signer", { file_id: "file", signer_id: "one", workflow_id: "open", confirmed_at: at }],
    ],
  },
};
