/** Tables of the room `workflows` (migrations 0003, 0024, 0040, 0048). */
import type { SignerType } from "@siegel/contract/calls/workflow.ts";
import type { SignerStatus } from "@siegel/contract/calls/workflow-report.ts";
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { Language } from "@siegel/contract/limits.ts";
import type { Generated } from "kysely";

/** Tables of the room `workflows`. */
export interface WorkflowsTables {
  workflow: {
    workflow_id: WorkflowId;
    /** Grows with every workflow: the order of lists. */
    number: Generated<string>;
    organisation_id: string;
    token_id: string;
    name: string;
    description: string;
    /** From the sender, for the signers. */
    message: Generated<string | null>;
    language: Language;
    sequential: boolean;
    /** Signers of this workflow may come in without the login page. */
    quick_login: boolean;
    /** PHC string of argon2id, or null. */
    password_hash: string | null;
    initiator_first_name: string;
    initiator_last_name: string;
    initiator_email: string;
    created_at: Date;
    expires_at: Date | null;
    /** EXPIRED is written by a job, or before something new is promised; readers look at `expires_at` too. */
    status: "OPEN" | "FINISHED" | "REVOKED" | "CANCELLED" | "EXPIRED";
    ended_at: Generated<Date | null>;
    refused_by: Generated<SignerId | null>;
    refusal_reason: Generated<string | null>;
    /** Where its events go instead of to the token's address. */
    webhook_url: Generated<string | null>;
    /** The number of its last event. */
    webhook_sequence: Generated<number>;
  };
  signer: {
    signer_id: SignerId;
    workflow_id: WorkflowId;
    position: number;
    reference: string;
    type: SignerType;
    first_name: string;
    last_name: string;
    email: string;
    /** E.164. */
    phone: string | null;
    phone_type: number | null;
    organisation: string | null;
    language: Language;
    language_given: boolean;
    status: SignerStatus;
    invited_at: Date | null;
    signed_at: Generated<Date | null>;
    password_tries: Generated<number>;
    password_tries_since: Generated<Date | null>;
  };
  reminder: {
    signer_id: SignerId;
    /** `asked-1`, `asked-2`, …: by the sender · `before-end` · `day-7`: so many days after the turn came. */
    occasion: string;
    at: Date;
  };
}
