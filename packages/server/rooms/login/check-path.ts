/** Whether a signing link leads anywhere (decisions.md §6 checkPath). */
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import { loadSigner } from "../workflows/workflows.ts";
import { checkEntrance } from "./login-rules.ts";

/** unknown: no such link · expired and cancelled name whom to ask; all other states pass, the login answers them. */
export type CheckedPath =
  | { readonly ok: true }
  | { readonly ok: false; readonly kind: "unknown" }
  | {
      readonly ok: false;
      readonly kind: "expired" | "cancelled";
      readonly initiator: { readonly name: string; readonly email: string };
    };

/** Checks a link without telling anything about its signer. */
export async function checkPath(
  deps: { db: Db; clock: Clock },
  input: { workflowId: WorkflowId; signerId: SignerId },
): Promise<CheckedPath> {
  const context = await loadSigner(deps.db, input.workflowId, input.signerId);
  if (!context) return { ok: false, kind: "unknown" };
  const entrance = checkEntrance(context, deps.clock.now());
  if (entrance.ok || entrance.code === "NOT_YOUR_TURN" || entrance.code === "NO_WORKFLOW_FOUND_REVOKED")
    return { ok: true };
  const { firstName, lastName, email } = context.workflow.initiator;
  return {
    ok: false,
    kind: entrance.code === "WORKFLOW_CANCELLED" ? "cancelled" : "expired",
    initiator: { name: `${firstName} ${lastName}`, email },
  };
}
