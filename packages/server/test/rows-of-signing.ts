/** Rows of codes, keys, certificates, acts and reports (rows-of-each-schema.ts). */
import { at, bytes, hash, later, type SchemaRows } from "./schema-rows.ts";

const unit = { serial: "0a", key_id: "key", not_before: at, not_after: later, active: true };
/** An approval. */
export const act = {
  workflow_id: "open",
  signer_type: "a_signature",
  auth_token: "auth",
  challenge_id: "challenge",
  state_hash: hash("5"),
  ip: "192.0.2.1",
  user_agent: "Firefox",
  credential: "certificate",
  certificate_serial: "0c",
  attempts: 3,
  next_attempt_at: later,
  last_fault: "TimestampUnavailable",
  authorised_at: at,
};

/** By name of the migration; a new one gets its entry here. */
export const rowsOfSigning: Readonly<Record<string, SchemaRows>> = {
  "0005_challenges": {
    rows: [
      [
        "challenge",
        {
          challenge_id: "challenge",
          auth_token_hash: hash("c"),
          workflow_id: "open",
          signer_id: "one",
          purpose: "sign",
          state_hash: hash("5"),
          channel: "voice",
          phone: "+4915123456789",
          reference: "ABC-DE",
          salt: bytes("salt"),
          code_mac: bytes("mac"),
          tries: 1,
          issued_at: at,
          expires_at: later,
          ended: null,
        },
      ],
      [
        "code_delivery",
        {
          attempt_id: "attempt",
          challenge_id: "challenge",
          signer_id: "one",
          channel: "voice",
          phone: "+4915123456789",
          ip: "192.0.2.1",
          state: "accepted",
          failure: null,
          provider_reference: "CA1",
          provider_code: "200",
          sealed_code: bytes("sealed"),
          created_at: at,
          updated_at: later,
        },
      ],
    ],
  },
  "0006_authority": {
    rows: [
      [
        "key",
        {
          key_id: "key",
          kind: "p384",
          nonce: bytes("nonce"),
          wrapped: bytes("wrapped"),
          subject_public_key_info: bytes("spki"),
          created_at: at,
        },
      ],
      [
        "authority_unit",
        { ...unit, name: "root-1", role: "root", issuer: null, certificate: bytes("…Siegel Development Root CA 1…") },
      ],
      [
        "authority_unit",
        {
          ...unit,
          name: "issuing-1",
          role: "issuing-ca",
          issuer: "root-1",
          certificate: bytes("…Bank of Development Issuing CA…1"),
        },
      ],
      [
        "authority_unit",
        {
          ...unit,
          name: "tsu-1",
          role: "tsu",
          issuer: "issuing-1",
          certificate: bytes("…Development Bank Time-Stamping Unit 1"),
        },
      ],
      [
        "issued_certificate",
        {
          issuer: "issuing-1",
          serial: "0c",
          profile: "natural-person",
          certificate: bytes("der"),
          not_before: at,
          not_after: later,
          issued_at: at,
          status: "revoked",
          revoked_at: later,
          reason: "keyCompromise",
        },
      ],
      ["crl", { issuer: "issuing-1", number: 7, crl: bytes("crl"), this_update: at, next_update: later }],
    ],
  },
  "0007_certificates": {
    rows: [
      [
        "signer_certificate",
        {
          certificate_id: "certificate",
          kind: "person",
          organisation_id: "org",
          email: "kaethe@example.org",
          folded_name: "kathe lukasz",
          issuer: "issuing-1",
          serial: "0c",
          certificate: bytes("der"),
          key_id: "key",
          not_before: at,
          not_after: later,
          created_at: at,
          replaced_at: null,
        },
      ],
    ],
  },
  "0008_signing": {
    rows: [
      [
        "signing_act",
        {
          act_id: "failed",
          signer_id: "one",
          ...act,
          status: "FAILED",
          failure_code: "CERTIFICATE_NOT_VALID",
          signed_at: null,
          finished: false,
          told_pending: true,
        },
      ],
      [
        "signing_act",
        {
          act_id: "signed",
          signer_id: "three",
          ...act,
          status: "SIGNED",
          failure_code: null,
          signed_at: later,
          finished: true,
          told_pending: false,
        },
      ],
      [
        "signing_document",
        {
          act_id: "signed",
          file_id: "file",
          position: 0,
          round: 2,
          original_sha256: hash("a"),
          field_values: [{ name: "one.Ort", value: "Köln" }],
          base_sha256: hash("a"),
          finishing: true,
          prepared: "prepared",
          cms: bytes("cms"),
          stamped: bytes("stamped"),
          stamped_at: at,
          result_sha256: hash("b"),
          result_size: "2345",
        },
      ],
      ["signing_lease", { workflow_id: "open", holder: "run", expires_at: later }],
    ],
  },
  "0009_evidence": {
    rows: [
      [
        "audit_report",
        { workflow_id: "open", state: hash("d"), language: "de", sha256: hash("e"), size: "3456", created_at: at },
      ],
    ],
  },
};
