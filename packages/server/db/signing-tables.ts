/** Tables of the room `signing` (migration 0008). */

import type { SignerType } from "@siegel/contract/calls/workflow.ts";
import type { FileId, SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { ColumnType, Generated } from "kysely";

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
  signing_lease: {
    workflow_id: WorkflowId;
    holder: string;
    /** The process of the holder (db/presence.ts). */
    presence: number | null;
    expires_at: Date;
  };
}
