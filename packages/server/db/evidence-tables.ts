/** Tables of the room `evidence` (migration 0009). */
import type { WorkflowId } from "@siegel/contract/ids.ts";
import type { Language } from "@siegel/contract/limits.ts";
import type { ColumnType } from "kysely";

/** Tables of the room `evidence`. */
export interface EvidenceTables {
  audit_report: {
    workflow_id: WorkflowId;
    /** Digest of workflow and signer states: what the report tells about. */
    state: string;
    language: Language;
    sha256: string;
    /** bigint: pg answers a string. */
    size: ColumnType<string, number, number>;
    created_at: Date;
  };
}
