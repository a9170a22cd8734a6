/** Events about codes: a signer's stand in the trail of their workflow, those of others in the service's own. */
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { TrailEvent } from "../audit-trail/audit-trail.ts";
import type { CodeHolder } from "./code-secret.ts";

/** Where somebody was when they asked for a code or typed one. */
type From = { readonly ip?: string | undefined; readonly userAgent?: string | undefined };

/** Whose event it is: who acted, and in which trail it stands. */
export function eventAbout(
  { holder, workflowId }: { readonly holder: CodeHolder; readonly workflowId: WorkflowId | null },
  from?: From,
): Pick<TrailEvent, "actor" | "workflowId" | "signerId"> {
  if (holder.kind !== "signer" || workflowId === null) return { actor: { kind: "system", ...from } };
  const by = from === undefined ? ({ kind: "system" } as const) : ({ kind: "signer", id: holder.id, ...from } as const);
  // A code's holder of this kind is a signer by their id.
  return { actor: by, workflowId, signerId: holder.id as SignerId };
}
