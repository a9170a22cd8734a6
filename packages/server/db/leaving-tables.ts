/** Tables of the room `leaving` (migrations 0049, 0072). They outlive organisations, and name nobody. */
import type { IdentificationRoute } from "@siegel/contract/identification.ts";
import type { Generated } from "kysely";

/** Tables of the room `leaving`. */
export interface LeavingTables {
  trial_end: {
    organisation_id: string;
    warned_day7_at: Generated<Date | null>;
    warned_day13_at: Generated<Date | null>;
    /** The end that the last warning named. */
    closes_at: Generated<Date | null>;
    closed_at: Generated<Date | null>;
    /** From here on nothing stops the deletion. */
    deleting_at: Generated<Date | null>;
    deleted_at: Generated<Date | null>;
  };
  /** One row for each warning that was sent, with the limit that it was about. */
  usage_warning: {
    organisation_id: string;
    signature_class: "ses" | "aes" | "qes";
    percent: number;
    of_limit: number;
    warned_at: Date;
  };
  /** How the holder of a certificate was identified; kept when the case or check itself is forgotten (docs/decisions/0026). */
  identification_record: {
    /** What `sealed` is bound to: the case, or the check and its signer. */
    sealed_for: string;
    issuer: string;
    serial: string;
    route: "on-site" | IdentificationRoute;
    /** Null where an operator of the service met the person. */
    provider: string | null;
    identified_at: Date;
    /** SHA-256 of the provider's answer, hex. */
    evidence_hash: string | null;
    /** Who it was: nonce ‖ ciphertext ‖ tag, under the secret of identity data. */
    sealed: Buffer;
    kept_since: Date;
    keep_until: Date;
  };
}
