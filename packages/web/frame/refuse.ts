/** Refusing the workflow, once: where the answer is lost, only the workflow tells whether the refusal arrived. */
import type { WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { isLost, mayBeDone } from "../api/answer.ts";
import { callApi } from "../api/client.ts";
import { notify } from "../api/notices.ts";

/** The sentence for a refusal whose answer was lost; no server sends it (i18n/responses-de.ts). */
const unknown_code = "REFUSAL_UNKNOWN";

/** What the signer has typed; `unsure` after an answer was lost, for the reason may be on its way to the sender. */
export type RefusalDraft = { readonly reason: string; readonly unsure: boolean };

/** Refused, or why not; `unsure` where nobody knows. */
export type RefusalOutcome =
  | { readonly refused: true }
  | { readonly refused: false; readonly code: string; readonly unsure: boolean };

/** Sends the reason, unless an earlier one turns out to have arrived: that is the one the sender has. */
export async function refuse(workflow: WorkflowView, draft: RefusalDraft): Promise<RefusalOutcome> {
  if (draft.unsure && (await readRefused(workflow)) === true) return { refused: true };
  const call = { params: workflow, body: { msg: draft.reason.trim() } };
  const answer = await callApi("refuseWorkflow", call, { toldByPage: mayBeDone });
  if (answer.ok) return { refused: true };
  if (!mayBeDone(answer)) return { refused: false, code: answer.code, unsure: false };
  const refused = await readRefused(workflow);
  if (refused === true) return { refused };
  // A lost call may still be on its way; what the server itself says to have failed has failed once the workflow agrees.
  const unsure = refused === null || isLost(answer);
  const code = unsure ? unknown_code : answer.code;
  notify("failure", code);
  return { refused: false, code, unsure };
}

/** Whether the workflow is refused; null when nobody answers. */
async function readRefused({ workflow_id }: WorkflowView): Promise<boolean | null> {
  const told = await callApi("getWorkflow", { params: { workflow_id } }, { quiet: true });
  if (!told.ok) return null;
  return told.data.workflow.status === "REVOKED";
}
