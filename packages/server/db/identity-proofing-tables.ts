/** Tables of the room `identity-proofing` (migration 0063). */
import type { OperatorId } from "@siegel/contract/ids.ts";
import type { Language } from "@siegel/contract/limits.ts";
import type { Generated } from "kysely";

/** Forward only: open, then one of the others. */
export type StoredCaseState = "open" | "done" | "ended";

/** Tables of the room `identity-proofing`. */
export interface IdentityProofingTables {
  /** Somebody who was met and has, or had, a certificate. */
  identified_person: {
    person_id: string;
    /** In small letters. */
    email: string;
    /** Their name and birthdate: nonce ‖ ciphertext ‖ tag. */
    sealed: Buffer;
    created_at: Date;
  };
  identity_case: {
    case_id: string;
    kind: "on-site";
    state: StoredCaseState;
    /** Whose representative the person is; null: they sign for themselves. */
    organisation_id: string | null;
    /** In small letters; for searching, as the names: what counts is sealed. */
    email: string;
    first_name: string;
    last_name: string;
    language: Language;
    /** What was read on the document, and the phone: nonce ‖ ciphertext ‖ tag. */
    sealed: Buffer;
    identified_at: Date;
    identified_by: OperatorId;
    /** Names the newest link; its secret is computed from it. */
    link_id: string;
    /** SHA-256 of the newest link's secret, hex. */
    link_hash: string;
    link_sent_at: Date;
    link_expires_at: Date;
    closed_at: Generated<Date | null>;
    person_id: Generated<string | null>;
  };
}
