/** Tables of the room `challenges` (migrations 0005, 0024, 0053). */
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { Generated, GeneratedAlways } from "kysely";

/** How a code travels. */
export type Channel = PhoneChannel | "mail";

/** How a code travels to a phone. */
export type PhoneChannel = "sms" | "voice";

/** What a code is good for; it stands in its MAC, and a code of one purpose is wrong for every other. */
export type Purpose =
  | "sign"
  | "sign-qualified"
  | "application"
  | "personal-ident"
  | "revoke-mail"
  | "revoke-sms"
  | "change";

/** Whose a code may be: a signer's, that of somebody who is identified, of a certificate's holder, or of who reads a mailbox. */
export type HolderKind = "signer" | "identification" | "certificate" | "mailbox";

interface HolderColumns {
  holder_kind: Generated<HolderKind>;
  /** The id of a holder who is no signer. */
  other_id: Generated<string | null>;
  signer_id: SignerId | null;
  /** `signer_id` or `other_id`. */
  holder_id: GeneratedAlways<string>;
}

/** Why a challenge takes no code any more (`closed`: its workflow expired); its own expiry is not written, it is read from `expires_at`. */
export type ChallengeEnd = "used" | "superseded" | "changed" | "unsent" | "closed";

/** pending: written, not yet accepted · accepted by the provider · refused: certainly not sent · unanswered: perhaps sent · the rest as reported later. */
export type DeliveryState =
  | "pending"
  | "accepted"
  | "refused"
  | "unanswered"
  | "sent"
  | "delivered"
  | "undelivered"
  | "failed";

/** Tables of the room `challenges`. */
export interface ChallengesTables {
  challenge: HolderColumns & {
    challenge_id: string;
    /** SHA-256 of the wire's auth token, hex: the token has 130 random bits. */
    auth_token_hash: string;
    workflow_id: WorkflowId | null;
    purpose: Purpose;
    /** The hash of documents and own values that the code stands for; always there for a signer. */
    state_hash: string | null;
    channel: Channel;
    /** E.164, as it was when the code was sent; null for a mail. */
    phone: string | null;
    /** Where a mail went. */
    email: Generated<string | null>;
    reference: string;
    salt: Uint8Array;
    /** HMAC-SHA-256 of the code under the server's secret; never the code. */
    code_mac: Uint8Array;
    tries: Generated<number>;
    issued_at: Date;
    expires_at: Date;
    ended: Generated<ChallengeEnd | null>;
  };
  code_delivery: HolderColumns & {
    attempt_id: string;
    challenge_id: string;
    channel: Channel;
    phone: string | null;
    email: Generated<string | null>;
    /** Network of whoever asked for the code. */
    network: string;
    state: Generated<DeliveryState>;
    failure: Generated<string | null>;
    provider_reference: Generated<string | null>;
    provider_code: Generated<string | null>;
    /** The code for the voice callback or the mail, AES-256-GCM under the server's secret; gone once the challenge ends. */
    sealed_code: Uint8Array | null;
    created_at: Date;
    updated_at: Date;
  };
}
