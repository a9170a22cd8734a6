/** Where 'next' leads from the documents, what it is called, and what it says of a confirmation. */
import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import type { SignerType, WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { isAuthenticated } from "@siegel/contract/signer-kind.ts";
import type { TextKey } from "../../i18n/text-key.ts";
import { paths } from "../../paths.ts";
import { authenticationPath } from "../authentication-path.ts";

/** The text of the button that leaves the documents: a simple signature comes next, whatever else stands between. */
export function nextLabel(type: SignerType): TextKey {
  return isAuthenticated(type) ? "frame.next" : "documents.signUnauthorized";
}

/**
 * Whether a document is confirmed as it stands now. `changed`: it was, until something else was entered. `unseen`: it is, but this tab has
 * not shown what stands in it, as after a new login.
 */
export type Confirmation = "confirmed" | "unseen" | "changed" | "open";

/** How a document's confirmation stands; what is typed and not saved yet has withdrawn it already, as saving it will. */
export function confirmationOf(
  file: Pick<WorkflowFile, "completed" | "changed_since_confirmed">,
  isTouched: boolean,
): Confirmation {
  if (file.changed_since_confirmed || (file.completed && isTouched)) return "changed";
  return file.completed ? "confirmed" : "open";
}

/** A simple signature is confirmed among the documents; every other is authenticated first. */
export function nextPath(workflow: WorkflowView): string {
  return isAuthenticated(workflow.signer_type)
    ? authenticationPath(workflow.signer_type, workflow)
    : paths.confirm(workflow);
}
