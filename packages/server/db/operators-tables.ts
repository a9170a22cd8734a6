/** Tables of the room `operators` (migration 0060). */
import type { OperatorId } from "@siegel/contract/ids.ts";
import type { Generated } from "kysely";

/** Tables of the room `operators`. */
export interface OperatorsTables {
  /** A member of the provider's staff. */
  operator: {
    operator_id: OperatorId;
    email: string;
    first_name: string;
    last_name: string;
    /** PHC string. */
    password_hash: string;
    password_changed_at: Date;
    /** nonce ‖ ciphertext ‖ tag. */
    totp_sealed: Buffer;
    totp_since: Date;
    /** The newest step of 30 s whose code was used: none counts twice. */
    totp_last_step: Generated<string | null>;
    created_at: Date;
    disabled_at: Generated<Date | null>;
    last_login_at: Generated<Date | null>;
  };
  operator_recovery_code: {
    operator_id: OperatorId;
    /** Hex. */
    code_mac: string;
    made_at: Date;
    used_at: Generated<Date | null>;
  };
  operator_session: {
    session_id: string;
    operator_id: OperatorId;
    /** SHA-256 of the cookie's secret, hex. */
    secret_hash: string;
    created_at: Date;
    last_seen_at: Date;
    ended_at: Generated<Date | null>;
    /** An IPv4 address, or the first 64 bits of an IPv6 address. */
    network: string;
    user_agent: string;
  };
}
