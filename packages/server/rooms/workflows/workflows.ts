/** Workflows: who signs, in which order, and how far they are. */
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";
import type { Signer, SignerContext, Workflow } from "./workflows-rules.ts";
import { readContext, readWorkflowWithSigners } from "./workflows-store.ts";

export { cancelWorkflow } from "./cancel-workflow.ts";
export { type EndOpenWork, type ExpireDeps, expireOverdue, settleExpired, settleExpiry } from "./expire-workflows.ts";
export { keepLanguage } from "./keep-language.ts";
export { inviteNext, markSigned, markSigning, markUnsigned, TurnLost } from "./mark-signed.ts";
export type { NoteChange } from "./note-change.ts";
export { openWorkflow } from "./open-workflow.ts";
export { refuseWorkflow } from "./refuse-workflow.ts";
export { type RemindedSigner, remindDue, remindSigners } from "./remind-signers.ts";
export type { SentWorkflowState } from "./report-workflow.ts";
export { listWorkflows, readSentWorkflow } from "./report-workflow.ts";
export { othersOf, summaryOf } from "./summarise-workflow.ts";
export type { Refused, Signer, SignerContext, SignerFacts, Workflow, WorkflowFacts } from "./workflows-rules.ts";
export { checkMayRelease, checkMaySign, entersQuickly, signingEnded, statusAt, workflowAt } from "./workflows-rules.ts";
export { contexts, forgetWorkflow, lockWorkflow, readIdsOf as workflowIdsOf, toContext } from "./workflows-store.ts";

/** A signer with their workflow; null if the two ids do not belong together. */
export async function loadSigner(db: Db, workflowId: WorkflowId, signerId: SignerId): Promise<SignerContext | null> {
  return await readContext(db, workflowId, signerId);
}

/** A workflow with its signers in the sender's order; null if it does not exist. */
export async function loadWorkflow(
  db: Db,
  workflowId: WorkflowId,
): Promise<{ workflow: Workflow; signers: readonly Signer[] } | null> {
  return await readWorkflowWithSigners(db, workflowId);
}
