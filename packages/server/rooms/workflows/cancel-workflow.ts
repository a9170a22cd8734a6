/** The sender takes a workflow back; its signers are told. */
import type { WorkflowId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Enqueue } from "../../ports/queue.ts";
import { type Actor, recordEvent } from "../audit-trail/audit-trail.ts";
import { releaseRest } from "./end-workflow.ts";
import type { NoteChange } from "./note-change.ts";
import { type Refused, statusAt } from "./workflows-rules.ts";
import { lockWithSigners, saveEnd } from "./workflows-store.ts";

type CancelRefusal = Refused<
  "NO_WORKFLOW_FOUND" | "WORKFLOW_FINISHED" | "NO_WORKFLOW_FOUND_REVOKED" | "WORKFLOW_EXPIRED"
>;

/** Cancels an open workflow of this organisation, by whom and, where the sender did not ask for it, why; cancelling again is harmless. */
export async function cancelWorkflow(
  deps: { db: Db; clock: Clock; enqueue: Enqueue; noteChange: NoteChange },
  input: { workflowId: WorkflowId; organisationId: string; actor: Actor; occasion?: string },
): Promise<{ ok: true } | CancelRefusal> {
  return await inTransaction(deps.db, async (db) => {
    const { workflowId } = input;
    const at = deps.clock.now();
    const locked = await lockWithSigners(db, workflowId);
    if (locked?.workflow.organisationId !== input.organisationId) return { ok: false, code: "NO_WORKFLOW_FOUND" };
    const refusal = {
      OPEN: null,
      CANCELLED: null,
      FINISHED: "WORKFLOW_FINISHED",
      REVOKED: "NO_WORKFLOW_FOUND_REVOKED",
      EXPIRED: "WORKFLOW_EXPIRED",
    } as const;
    const status = statusAt(locked.workflow, at);
    const code = refusal[status];
    if (code !== null) return { ok: false, code };
    if (status === "CANCELLED") return { ok: true };
    await saveEnd(db, workflowId, { status: "CANCELLED", at });
    await releaseRest(db, locked.workflow, locked.signers);
    await recordEvent(db, {
      at,
      type: "workflow.cancelled",
      actor: input.actor,
      workflowId,
      details: {},
    });
    await deps.noteChange(db, { workflowId, type: "workflow.cancelled", at });
    const { occasion } = input;
    await deps.enqueue(db, "send-message", { messageKind: "cancelled", workflowId, signerId: null, occasion });
    return { ok: true };
  });
}
