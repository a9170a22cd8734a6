/** What the kind of signer changes on the pages. */
import type { SignerType } from "@siegel/contract/calls/workflow.ts";

/** A seal belongs to an organisation, a signature to a person. */
export function isSeal(type: SignerType): boolean {
  return type === "a_seal" || type === "q_seal";
}
