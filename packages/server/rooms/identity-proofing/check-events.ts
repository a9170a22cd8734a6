/** What an identification leaves in the trail of its workflow: way, level, time and the hash of the evidence, never who it was (decisions.md §13). */
import type { IdentificationFault, IdentificationState } from "@siegel/contract/identification.ts";
import type { Db } from "../../db/database.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import type { StoredCheck } from "./checks-store.ts";

/** Who caused it; nobody where a provider or the clock did. */
export type CheckActor = { readonly ip: string; readonly userAgent: string } | null;

type Told =
  | "identification.begun"
  | "identification.doubtful"
  | "identification.succeeded"
  | "identification.failed"
  | "identification.cancelled"
  | "identification.expired"
  | "identification.kept"
  | "identification.approved"
  | "identification.rejected"
  | "identification.confirmed"
  | "identification.stranger";

/** The type that tells of a state; a state that is told begins with none. */
export const typeOfState: Readonly<Record<Exclude<IdentificationState, "pending">, Told>> = {
  review: "identification.doubtful",
  succeeded: "identification.succeeded",
  failed: "identification.failed",
  cancelled: "identification.cancelled",
  expired: "identification.expired",
};

/** Records it. */
export async function recordCheck(
  db: Db,
  check: Pick<StoredCheck, "checkId" | "route" | "provider" | "workflowId" | "signerId">,
  told: {
    readonly type: Told;
    readonly at: Date;
    readonly by: CheckActor;
    readonly failure?: IdentificationFault | null;
    readonly level?: string;
    readonly evidence?: string;
  },
): Promise<void> {
  const { workflowId, signerId, checkId, route, provider } = check;
  const { type, at, by, failure, level, evidence } = told;
  await recordEvent(db, {
    at,
    type,
    actor: by === null ? { kind: "system" } : { kind: "signer", id: signerId, ...by },
    workflowId,
    signerId,
    details: {
      check: checkId,
      route,
      provider,
      ...(failure === undefined || failure === null ? {} : { failure }),
      ...(level === undefined ? {} : { level }),
      ...(evidence === undefined ? {} : { evidence }),
    },
  });
}
