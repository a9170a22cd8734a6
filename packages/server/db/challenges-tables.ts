/** Tables of the room `challenges` (migrations 0005, 0024). */
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { Generated } from "kysely";

/** How a code travels. */
export type Channel = "sms" | "voice";

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
  challenge: {
    challenge_id: string;
    /** SHA-256 of the wire's auth token, hex: the token has 130 random bits. */
    auth_token_hash: string;
    workflow_id: WorkflowId;
    signer_id: SignerId;
    purpose: "sign";
    /** The hash of documents and own values that the code stands for. */
    state_hash: string;
    channel: Channel;
    /** E.164, as it was when the code was sent. */
    phone: string;
    reference: string;
    salt: Uint8Array;
    /** HMAC-SHA-256 of the code under the server's secret; never the code. */
    code_mac: Uint8Array;
    tries: Generated<number>;
    issued_at: Date;
    expires_at: Date;
    ended: Generated<ChallengeEnd | null>;
  };
  code_delivery: {
    attempt_id: string;
    challenge_id: string;
    signer_id: SignerId;
    channel: Channel;
    phone: string;
    /** Network of whoever asked for the code. */
    network: string;
    state: Generated<DeliveryState>;
    failure: Generated<string | null>;
    provider_reference: Generated<string | null>;
    provider_code: Generated<string | null>;
    /** The code for the voice callback, AES-256-GCM under the server's secret; gone once the challenge ends. */
    sealed_code: Uint8Array | null;
    created_at: Date;
    updated_at: Date;
  };
}
