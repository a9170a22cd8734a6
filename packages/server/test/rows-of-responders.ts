/** A second CA and its responder, beside that of the first (rows-of-each-schema.ts). */
import { at, bytes, later, type SchemaRows } from "./schema-rows.ts";

const unit = { certificate: bytes("der"), key_id: "key", not_before: at, not_after: later, development: false };

/** By name of the migration. */
export const rowsOfResponders: Readonly<Record<string, SchemaRows>> = {
  "0055_responder-of-each-ca": {
    rows: [
      [
        "authority_unit",
        { ...unit, name: "issuing-2", role: "issuing-ca", issuer: "root-1", serial: "e1", active: false },
      ],
      [
        "authority_unit",
        { ...unit, name: "ocsp-1", role: "ocsp-signer", issuer: "issuing-1", serial: "e2", active: true },
      ],
      [
        "authority_unit",
        { ...unit, name: "ocsp-2", role: "ocsp-signer", issuer: "issuing-2", serial: "e3", active: true },
      ],
    ],
  },
  "0056_qualified-ca": {
    rows: [
      [
        "authority_unit",
        { ...unit, name: "qualified-1", role: "qualified-ca", issuer: "root-1", serial: "e4", active: true },
      ],
    ],
  },
};

/** A list whose entries are counted. */
export const rowsOfLists: Readonly<Record<string, SchemaRows>> = {
  "0069_lists-and-their-entries": {
    rows: [
      ["crl", { issuer: "issuing-1", number: 8, crl: bytes("crl"), this_update: at, next_update: later, entries: 3 }],
    ],
  },
};

/** A root whose key is elsewhere, and what it is asked for. */
export const rowsOfRootOutside: Readonly<Record<string, SchemaRows>> = {
  "0074_root-outside": {
    rows: [
      [
        "authority_unit",
        { ...unit, name: "root-0a1b2c3d", role: "root", issuer: null, key_id: null, serial: "e5", active: false },
      ],
      [
        "authority_request",
        { name: "issuing-3", role: "issuing-ca", key_id: "key", request: bytes("request"), requested_at: at },
      ],
    ],
  },
};

/** Somebody who looks after their certificates. */
export const rowsOfVisits: Readonly<Record<string, SchemaRows>> = {
  "0070_certificate-visits": {
    rows: [
      ["certificate_visit", { visit_id: "visit", browser_hash: "browser", email: "ada@example.org", begun_at: at }],
    ],
  },
};
