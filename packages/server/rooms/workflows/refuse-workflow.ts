/** A signer refuses: the workflow ends for everybody (the wire calls it revokeWorkflow; decisions.md §5 'Several signers'). */
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Enqueue } from "../../ports/queue.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { releaseRest } from "./end-workflow.ts";
import type { NoteChange } from "./note-change.ts";
import { checkMaySign, type MaySignRefusal, type Refused } from "./workflows-rules.ts";
import { lockWithSigners, saveEnd, saveRefused } from "./workflows-store.ts";

/** Ends the workflow with this signer's reason. Refusing again what the same signer refused is harmless. */
export async function refuseWorkflow(
  deps: { db: Db; clock: Clock; enqueue: Enqueue; noteChange: NoteChange },
  input: { workflowId: WorkflowId; signerId: SignerId; reason: string; ip: string; userAgent: string },
): Promise<{ ok: true } | Refused<MaySignRefusal | "NO_WORKFLOW_FOUND">> {
  return await inTransaction(deps.db, async (db) => {
    const { workflowId, signerId, reason } = input;
    const at = deps.clock.now();
    const locked = await lockWithSigners(db, workflowId);
    const signer = locked?.signers.find((one) => one.signerId === signerId);
    if (!locked || !signer) return { ok: false, code: "NO_WORKFLOW_FOUND" };
    const { workflow, signers } = locked;
    if (workflow.status === "REVOKED" && workflow.refusedBy === signerId) return { ok: true };
    const allowed = checkMaySign({ workflow, signer }, at);
    if (!allowed.ok) return allowed;
    await saveRefused(db, signerId);
    await saveEnd(db, workflowId, { status: "REVOKED", at, by: signerId, reason });
    await releaseRest(db, workflow, signers);
    const actor = { kind: "signer", id: signerId, ip: input.ip, userAgent: input.userAgent } as const;
    await recordEvent(db, { at, type: "workflow.refused", actor, workflowId, signerId, details: { reason } });
    await deps.noteChange(db, { workflowId, type: "signer.refused", at, signer: { signerId, status: "REVOKED" } });
    await deps.noteChange(db, { workflowId, type: "workflow.revoked", at });
    await deps.enqueue(db, "send-message", { messageKind: "refused", workflowId, signerId: null });
    return { ok: true };
  });
}
