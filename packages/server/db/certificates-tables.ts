/** Tables of the room `certificates` (migrations 0007, 0023). */
import type { Generated } from "kysely";
import type { KeyId } from "../ports/keys.ts";

/** Tables of the room `certificates`. */
export interface CertificatesTables {
  signer_certificate: {
    certificate_id: string;
    kind: "person" | "organisation";
    organisation_id: string;
    /** Empty for an organisation. */
    email: string;
    folded_name: string;
    issuer: string;
    serial: string;
    certificate: Uint8Array;
    key_id: KeyId;
    /** Of rooms/certificates/holder-mac.ts; null for what was issued before there was one, and is not used any more. */
    holder_mac: Uint8Array | null;
    not_before: Date;
    not_after: Date;
    created_at: Date;
    replaced_at: Generated<Date | null>;
  };
}
