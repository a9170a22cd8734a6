/** Tables of the room `identity-proofing` (migrations 0063, 0064, 0066, 0073). */
import type { ReviewState } from "@siegel/contract/calls/operator-reviews.ts";
import type { IdentificationFault, IdentificationRoute, IdentificationState } from "@siegel/contract/identification.ts";
import type { OperatorId, SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { Language } from "@siegel/contract/limits.ts";
import type { OwnersPurpose } from "@siegel/contract/owners-purposes.ts";
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
  /** An identification by ID card or video. */
  identity_check: {
    check_id: string;
    route: IdentificationRoute;
    /** Its name in the trail. */
    provider: string;
    /** Forward only: pending, then review or an end; review, then an end. */
    state: IdentificationState;
    /** What it is for; null of the rest: a signer's, or an owner's. */
    purpose: Generated<"sign" | OwnersPurpose>;
    workflow_id: Generated<WorkflowId | null>;
    signer_id: Generated<SignerId | null>;
    about_certificate: Generated<string | null>;
    holder_id: Generated<string | null>;
    /** Who is named in that certificate: nonce ‖ ciphertext ‖ tag. */
    holder: Generated<Buffer | null>;
    used_at: Generated<Date | null>;
    /** SHA-256 of the secret in the mail after an operator approved it, hex. */
    link_hash: Generated<string | null>;
    link_expires_at: Generated<Date | null>;
    language: Language;
    /** SHA-256 of the cookie of the browser to which the result is told, hex. */
    browser_hash: string;
    /** Of a browser that came back without that cookie, until its person has confirmed their name. */
    next_browser_hash: Generated<string | null>;
    /** Whether it was begun on a phone, where people may come back without cookies. */
    on_phone: boolean;
    /** A computer offers it to a phone: SHA-256 of the secret in the QR code, and the digits that both show. */
    offer_hash: Generated<string | null>;
    digits: Generated<string | null>;
    offer_taken_at: Generated<Date | null>;
    /** The address where an eID client fetches its TcToken, once. */
    token_hash: Generated<string | null>;
    token_fetched_at: Generated<Date | null>;
    /** The address to which the provider sends the browser, once. */
    ref_hash: Generated<string | null>;
    ref_used_at: Generated<Date | null>;
    /** When somebody came back from the provider in the browser that began. Before that nobody is told who it is: the link may have been sent to a stranger. */
    released_at: Generated<Date | null>;
    /** What is remembered of a question to an issuer: nonce ‖ ciphertext ‖ tag. */
    question: Generated<Buffer | null>;
    /** The case or session at the provider. */
    provider_ref: Generated<string | null>;
    /** How often the provider was asked, and when it answered last; ahead of now: until when the turn of the process that asks lasts. */
    asked: Generated<number>;
    asked_at: Generated<Date | null>;
    begun_at: Date;
    expires_at: Date;
    /** When the provider's answer about the person came. */
    answered_at: Generated<Date | null>;
    ended_at: Generated<Date | null>;
    failure: Generated<IdentificationFault | null>;
    /** Who the provider says it is: nonce ‖ ciphertext ‖ tag. */
    sealed: Generated<Buffer | null>;
    /** SHA-256 of the provider's answer, hex. */
    evidence_hash: Generated<string | null>;
    /** The key made under the chosen password, and the chosen phone (sealed); kept: its code was right, and an operator may decide. */
    key_id: Generated<string | null>;
    phone: Generated<Buffer | null>;
    kept_at: Generated<Date | null>;
    certificate_id: Generated<string | null>;
  };
  /** A doubtful identification that was kept, and what an operator decided. */
  identity_review: {
    check_id: string;
    /** Forward only: open, then one of the others. */
    state: ReviewState;
    handed_in_at: Date;
    /** Who began to look at it last, so that others see it. */
    opened_at: Generated<Date | null>;
    opened_by: Generated<OperatorId | null>;
    decided_at: Generated<Date | null>;
    decided_by: Generated<OperatorId | null>;
    /** Why: nonce ‖ ciphertext ‖ tag. */
    reason: Generated<Buffer | null>;
  };
  /** A code in the address of a return page. */
  identity_return_code: {
    /** SHA-256, hex. */
    code_hash: string;
    check_id: string;
    expires_at: Date;
    used_at: Generated<Date | null>;
  };
}
