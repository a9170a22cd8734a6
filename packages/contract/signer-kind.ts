/** What the five signer types have in common. */
import type { SignerType } from "./calls/workflow.ts";

/** A seal belongs to an organisation, a signature to a person. */
export function isSeal(type: SignerType): boolean {
  return type === "a_seal" || type === "q_seal";
}
