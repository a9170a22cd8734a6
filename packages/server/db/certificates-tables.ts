/** Tables of the room `certificates` (migration 0007). */
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
    not_before: Date;
    not_after: Date;
    created_at: Date;
    replaced_at: Generated<Date | null>;
  };
}
