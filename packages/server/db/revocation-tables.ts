/** Tables of the room `revocation` (migration 0071). */
import type { OperatorId } from "@siegel/contract/ids.ts";
import type { IssuedRevocationReason } from "@siegel/kernel/revocation/revocation-reason.ts";
import type { Generated } from "kysely";

/** Tables of the room `revocation`. */
export interface RevocationTables {
  /** What operators want revoked. */
  revocation_order: {
    order_id: string;
    /** The one certificate; null: all of the organisation. */
    certificate_id: string | null;
    /** Whose certificates; of one certificate: its organisation, or null for a person's own. */
    organisation_id: string | null;
    reason: IssuedRevocationReason;
    evidence: string;
    state: "waiting" | "running" | "done" | "withdrawn";
    proposed_at: Date;
    proposed_by: OperatorId;
    /** Who let it begin, or withdrew it; null while it waits. */
    decided_at: Generated<Date | null>;
    decided_by: Generated<OperatorId | null>;
  };
}
