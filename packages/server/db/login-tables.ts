/** Tables of the room `login` (migrations 0003, 0011, 0020, 0029, 0037). */
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { Language } from "@siegel/contract/limits.ts";
import type { Generated, GeneratedAlways } from "kysely";

/** By which act the terms were accepted. */
export type TermsAct = "ticked at login" | "ticked before the code" | "declared by the sender";

/** Tables of the room `login`. */
export interface LoginTables {
  terms_acceptance: {
    signer_id: SignerId;
    terms_id: string;
    version: string;
    language: Language;
    /** SHA-256 of `text`, hex. */
    text_hash: string;
    text: string;
    accepted_at: Date;
    act: TermsAct;
    ip: string;
    user_agent: string;
  };
  signer_session: {
    session_id: string;
    workflow_id: WorkflowId;
    signer_id: SignerId;
    /** SHA-256 of the access token; null where the cookie only opens the summary of a refused workflow. */
    token_hash: string | null;
    cookie_hash: string;
    created_at: Date;
    last_seen_at: Date;
    ended_at: Generated<Date | null>;
    /** Hash of the documents and values that this session was shown last, and the image's id; null before it was shown any. */
    shown_hash: Generated<string | null>;
    shown_image: Generated<string | null>;
  };
  /** One row a password that was tried, until it was right or counts no more. */
  password_try: {
    try_id: GeneratedAlways<string>;
    workflow_id: WorkflowId;
    signer_id: SignerId;
    /** An IPv4 address, or the first 64 bits of an IPv6 address. */
    network: string;
    tried_at: Date;
  };
}
