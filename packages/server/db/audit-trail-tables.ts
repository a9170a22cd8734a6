/** Tables of the room `audit-trail` (migration 0001). */
import type { ColumnType, Generated } from "kysely";

/** Tables of the room `audit-trail`. */
export interface AuditTrailTables {
  /** One row a chain: the newest event. Locked while an event is added. */
  audit_chain: { chain_id: string; seq: number; hash: string };
  audit_event: {
    chain_id: string;
    seq: number;
    at: ColumnType<Date, string, never>;
    type: string;
    actor_kind: "signer" | "sender" | "system" | "operator" | "administrator";
    actor_id: string | null;
    workflow_id: string | null;
    signer_id: string | null;
    file_id: string | null;
    /** SHA-256(salt ‖ canonical JSON of the details), hex. */
    details_hash: string;
    prev_hash: string;
    hash: string;
  };
  /** Erasable beside its event: personal facts live here only. */
  audit_event_details: {
    chain_id: string;
    seq: number;
    salt: Uint8Array;
    details: ColumnType<unknown, string, string>;
    erased_at: Generated<Date | null>;
  };
}
