/** What a workflow that expired leaves nobody: codes to type, and approvals that could still be signed. */
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { closeCodes } from "../challenges/challenges.ts";
import type { EndOpenWork } from "../workflows/workflows.ts";
import { readActsOfWorkflow, saveFailed } from "./signing-store.ts";

/**
 * Ends codes and acts of signers who have not signed (decisions.md §9, last row). No mail is sent here: the workflow's end has a mail
 * of its own. A run at work on such an act finds it ended at its next step.
 */
export const endOpenWork: EndOpenWork = async (db, { workflowId, signerIds, at }) => {
  await closeCodes(db, signerIds);
  const code = "WORKFLOW_EXPIRED";
  for (const { actId, signerId } of await readActsOfWorkflow(db, workflowId)) {
    if (!(await saveFailed(db, actId, code))) continue;
    const details = { actId, code };
    await recordEvent(db, { at, type: "signing.failed", actor: { kind: "system" }, workflowId, signerId, details });
  }
};
