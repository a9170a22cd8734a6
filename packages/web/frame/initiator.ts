/** Who sent the workflow, as the pages name them. */
import type { WorkflowView } from "@siegel/contract/calls/workflow.ts";

/** First and last name. */
export function initiatorOf(workflow: WorkflowView): string {
  return `${workflow.initiator_first_name} ${workflow.initiator_last_name}`;
}
