/** Certificates of both levels (rows-of-each-schema.ts). */
import { at, bytes, hash, later, type SchemaRows } from "./schema-rows.ts";

const certificate = {
  certificate: bytes("der"),
  key_id: "key",
  holder_mac: bytes("mac"),
  not_before: at,
  not_after: later,
  created_at: at,
  issuer: "issuing-1",
  email: "ada@mail.example",
  folded_name: "ada|loew",
};

/** By name of the migration. */
export const rowsOfCertificateLevels: Readonly<Record<string, SchemaRows>> = {
  "0054_certificate-levels": {
    rows: [
      [
        "signer_certificate",
        {
          ...certificate,
          certificate_id: "met",
          level: "qes",
          kind: "person",
          organisation_id: null,
          person_id: "ada",
          phone: bytes("sealed"),
          serial: "a1",
          replaced_at: null,
        },
      ],
      [
        "signer_certificate",
        {
          ...certificate,
          certificate_id: "represented",
          level: "qes",
          kind: "organisation",
          organisation_id: "org",
          person_id: "ada",
          phone: bytes("sealed"),
          serial: "a2",
          replaced_at: null,
        },
      ],
    ],
  },
};

/** The same of people who were identified without meeting us. */
export const rowsOfIdentifiedCertificates: Readonly<Record<string, SchemaRows>> = {
  "0065_identified-certificates": {
    rows: [
      [
        "signer_certificate",
        {
          ...certificate,
          certificate_id: "identified",
          level: "qes",
          kind: "person",
          organisation_id: null,
          person_id: "ida",
          phone: bytes("sealed"),
          serial: "a3",
          replaced_at: null,
          made_for_workflow: "w",
          mailbox_hash: hash("9"),
          mailbox_proven_at: null,
        },
      ],
    ],
  },
};

/** One whose holder was told of its end. */
export const rowsOfEndingCertificates: SchemaRows = {
  rows: [
    [
      "signer_certificate",
      {
        ...certificate,
        certificate_id: "ending",
        level: "qes",
        kind: "person",
        organisation_id: null,
        person_id: "ella",
        phone: bytes("sealed"),
        serial: "a9",
        replaced_at: null,
        end_told: 30,
      },
    ],
  ],
};
