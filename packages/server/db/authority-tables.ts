/** Tables of the room `authority` (migrations 0006, 0049, 0055, 0056, 0069, 0072, 0074). */
import type { IssuedRevocationReason } from "@siegel/kernel/revocation/revocation-reason.ts";
import type { Generated } from "kysely";
import type { KeyId, KeyKind } from "../ports/keys.ts";

/** Role of a unit of the own authority. */
export type UnitRole =
  | "root"
  | "issuing-ca"
  | "qualified-ca"
  | "root-ocsp-signer"
  | "ocsp-signer"
  | "tsu"
  | "service-seal";

/** Tables of the room `authority`. */
export interface AuthorityTables {
  key: {
    key_id: KeyId;
    kind: KeyKind;
    nonce: Uint8Array;
    wrapped: Uint8Array;
    subject_public_key_info: Uint8Array;
    created_at: Generated<Date>;
  };
  authority_unit: {
    name: string;
    role: UnitRole;
    issuer: string | null;
    serial: string;
    certificate: Uint8Array;
    /** Null: a root whose key is kept outside. */
    key_id: KeyId | null;
    not_before: Date;
    not_after: Date;
    /** Does its role now: one of each role, but of responders one for each CA. */
    active: Generated<boolean>;
    /** Made outside production: nobody vouches for it, and production refuses its database. */
    development: Generated<boolean>;
  };
  issued_certificate: {
    issuer: string;
    /** Lower-case hex without leading zeros. */
    serial: string;
    profile: string;
    /** For whose workflows it was issued; null for what belongs to the service, or to a person for every sender. */
    organisation_id: Generated<string | null>;
    /** Null once its organisation is deleted: its name is in it. Then its hash stays. */
    certificate: Uint8Array | null;
    /** SHA-256 of the DER, hex. */
    certificate_hash: Generated<string | null>;
    not_before: Date;
    not_after: Date;
    issued_at: Date;
    status: Generated<"good" | "revoked">;
    revoked_at: Generated<Date | null>;
    reason: Generated<IssuedRevocationReason | null>;
  };
  /** What a root outside is asked to certify; its key waits for the certificate. */
  authority_request: {
    /** The name of the unit to come. */
    name: string;
    role: "issuing-ca" | "qualified-ca";
    key_id: KeyId;
    /** DER (RFC 2986). */
    request: Uint8Array;
    requested_at: Date;
  };
  /** A CA of another service that was taken over. Its key is not here. */
  taken_over_ca: {
    /** SHA-256 of the DER, hex. */
    fingerprint: string;
    name: string;
    certificate: Uint8Array;
    taken_at: Date;
  };
  /** The last OCSP answer about a certificate of such a CA (docs/decisions/0027). */
  taken_over_answer: {
    fingerprint: string;
    serial: string;
    answer: Uint8Array;
  };
  crl: {
    issuer: string;
    number: number;
    crl: Uint8Array;
    this_update: Date;
    next_update: Date;
    /** How many revoked certificates it has; null of a list from before this was counted. */
    entries: Generated<number | null>;
  };
}
