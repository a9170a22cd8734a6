/** What an identification leaves in the trail, of its workflow where it has one: way, level, time and the hash of the evidence, never who it was (decisions.md §13). */
import type { IdentificationFault, IdentificationState } from "@siegel/contract/identification.ts";
import type { Db } from "../../db/database.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import type { CheckSubject, StoredCheck } from "./checks-store.ts";

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
  check: Pick<StoredCheck, "checkId" | "route" | "provider"> & CheckSubject,
  told: {
    readonly type: Told;
    readonly at: Date;
    readonly by: CheckActor;
    readonly failure?: IdentificationFault | null;
    readonly level?: string;
    readonly evidence?: string;
  },
): Promise<void> {
  const { checkId, route, provider } = check;
  const { type, at, by, failure, level, evidence } = told;
  await recordEvent(db, {
    at,
    type,
    ...(check.purpose === "sign"
      ? {
          actor: by === null ? { kind: "system" } : { kind: "signer", id: check.signerId, ...by },
          workflowId: check.workflowId,
          signerId: check.signerId,
        }
      : { actor: { kind: "system", ...by } }),
    details: {
      check: checkId,
      ...(check.purpose === "sign" ? {} : { purpose: check.purpose, certificate: check.about.certificateId }),
      route,
      provider,
      ...(failure === undefined || failure === null ? {} : { failure }),
      ...(level === undefined ? {} : { level }),
      ...(evidence === undefined ? {} : { evidence }),
    },
  });
}
