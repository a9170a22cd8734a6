/** The end of trials, warnings, and certificates of which a hash is left (rows-of-each-schema.ts). */
import { rowsOfEndingCertificates } from "./rows-of-certificate-levels.ts";
import type { SchemaRows } from "./schema-rows.ts";

const at = new Date("2026-11-26T08:00:00Z");
const later = new Date("2026-12-26T08:00:00Z");

/** How somebody was identified of whom only a certificate is left. */
export const rowsOfIdentificationRecords: Readonly<Record<string, SchemaRows>> = {
  "0072_records-and-reminders": {
    rows: [
      ...rowsOfEndingCertificates.rows,
      [
        "taken_over_ca",
        { fingerprint: "ab".repeat(32), name: "issuing-1", certificate: Buffer.from("der"), taken_at: at },
      ],
      ["taken_over_answer", { fingerprint: "ab".repeat(32), serial: "0f", answer: Buffer.from("answer") }],
      [
        "identification_record",
        {
          sealed_for: "check 1 of 2",
          issuer: "qualified-1",
          serial: "0e",
          route: "eid",
          provider: "eid.example",
          identified_at: at,
          evidence_hash: "ab".repeat(32),
          sealed: Buffer.from("sealed"),
          kept_since: later,
          keep_until: later,
        },
      ],
    ],
  },
};

/** By name of the migration. */
export const rowsOfLeaving: Readonly<Record<string, SchemaRows>> = {
  "0049_leaving": {
    rows: [
      [
        "trial_end",
        {
          organisation_id: "left",
          warned_day7_at: at,
          warned_day13_at: at,
          closes_at: at,
          closed_at: later,
          deleting_at: later,
          deleted_at: later,
        },
      ],
      [
        "usage_warning",
        { organisation_id: "org", signature_class: "aes", percent: 80, of_limit: 5_000, warned_at: at },
      ],
      [
        "issued_certificate",
        {
          issuer: "issuing-1",
          serial: "0d",
          profile: "person",
          certificate: null,
          certificate_hash: "ab".repeat(32),
          organisation_id: "left",
          not_before: at,
          not_after: later,
          issued_at: at,
          status: "good",
          revoked_at: null,
          reason: null,
        },
      ],
    ],
  },
};
