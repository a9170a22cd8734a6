/** Tables of the room `signing` (migrations 0008, 0062). */

import type { SignerType } from "@siegel/contract/calls/workflow.ts";
import type { FileId, SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { ColumnType, Generated } from "kysely";

/** Why a preparation is good for nothing any more: a newer code, a wrong password, its signature, a process of ours that died over it. */
export type PreparationEnd = "replaced" | "refused" | "signed" | "interrupted";

/** Tables of the room `signing`. */
export interface SigningTables {
  signing_act: {
    act_id: string;
    workflow_id: WorkflowId;
    signer_id: SignerId;
    signer_type: SignerType;
    auth_token: string;
    challenge_id: string | null;
    state_hash: string;
    /** Of the image that was approved to stand in the signature. */
    image_hash: string | null;
    /** What the signer was shown and does not sign. */
    shown: ColumnType<Array<{ fileId: FileId; sha256: string; size: number }>, string | undefined, string>;
    /** Of rooms/signing/approval-mac.ts; empty for what was approved before there was one. */
    approval_mac: Uint8Array | null;
    ip: string | null;
    user_agent: string | null;
    status: "AUTHORISED" | "SIGNED" | "FAILED" | "STALLED";
    failure_code: string | null;
    credential: string | null;
    certificate_serial: string | null;
    attempts: Generated<number>;
    next_attempt_at: Date;
    last_fault: string | null;
    authorised_at: Date;
    signed_at: Date | null;
    finished: Generated<boolean>;
    /** The signer was answered PENDING and is owed a mail when it is done. */
    told_pending: Generated<boolean>;
  };
  signing_document: {
    act_id: string;
    file_id: FileId;
    position: number;
    /** Counts preparations: a run that lost its base cannot write into the one after it. */
    round: Generated<number>;
    original_sha256: string;
    /** What every base must begin with. */
    intake_sha256: string;
    /** bigint: pg answers a string. */
    intake_size: ColumnType<string, number, number>;
    field_values: ColumnType<Array<{ name: string; value: string }>, string, string>;
    base_sha256: string | null;
    finishing: boolean | null;
    prepared: string | null;
    /** Over base and prepared. */
    prepared_mac: Uint8Array | null;
    cms: Uint8Array | null;
    stamped: Uint8Array | null;
    stamped_at: Date | null;
    result_sha256: string | null;
    /** bigint: pg answers a string. */
    result_size: ColumnType<string | null, number | null, number | null>;
    /** Over what was written. */
    result_mac: Uint8Array | null;
  };
  /** What a qualified signer's code stands for; the act that it approves takes its id. */
  signing_preparation: {
    act_id: string;
    challenge_id: string;
    workflow_id: WorkflowId;
    signer_id: SignerId;
    credential: string;
    /** Null: the certificate is issued with the signature. */
    certificate_serial: string | null;
    /** Of the signer's own part (`readApprovable`), as an act has it; the code's own is over what was prepared. */
    state_hash: string;
    prepared_at: Date;
    /** When the code was right in `checkSMS`, and in which session: the password is looked at only there. */
    checked_at: Date | null;
    checked_session: string | null;
    /** When the code was used up, before the key was used. */
    burnt_at: Date | null;
    ended: PreparationEnd | null;
  };
  signing_preparation_document: {
    act_id: string;
    file_id: FileId;
    position: number;
    base_sha256: string;
    finishing: boolean;
    prepared: string;
    prepared_mac: Uint8Array;
  };
  /** The last one who held a file. Over when `ended_at` is there, or after `held_until` unless its act is being carried out. */
  signing_hold: {
    file_id: FileId;
    workflow_id: WorkflowId;
    signer_id: SignerId;
    act_id: string;
    held_at: Date;
    held_until: Date;
    ended_at: Date | null;
    /** Since when somebody else wants to sign the file; null: nobody. */
    wanted_at: Date | null;
  };
  signing_lease: {
    workflow_id: WorkflowId;
    holder: string;
    /** The process of the holder (db/presence.ts). */
    presence: number | null;
    expires_at: Date;
  };
}
