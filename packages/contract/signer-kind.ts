/** What the five signer types have in common. */
import type { SignerType } from "./calls/workflow.ts";

/** A seal belongs to an organisation, a signature to a person. */
export function isSeal(type: SignerType): boolean {
  return type === "a_seal" || type === "q_seal";
}

/** Whether a certificate is issued in the signer's own name: a seal's is its organisation's, a simple signature carries the provider's. */
export function getsCertificate(type: SignerType): boolean {
  return type === "a_signature" || type === "q_signature";
}
