/** Where 'next' leads from the documents, and what it is called. */
import type { SignerType, WorkflowView } from "@siegel/contract/calls/workflow.ts";
import type { TextKey } from "../../i18n/text-key.ts";
import { paths } from "../../paths.ts";

/** The text of the button that leaves the documents: a simple signature comes next, whatever else stands between. */
export function nextLabel(type: SignerType): TextKey {
  return type === "s_signature" ? "documents.signUnauthorized" : "frame.next";
}

/** A simple signature is confirmed among the documents; every other is authenticated first. */
export function nextPath(workflow: WorkflowView): string {
  return workflow.signer_type === "s_signature" ? paths.confirm(workflow) : paths.authenticate(workflow);
}
