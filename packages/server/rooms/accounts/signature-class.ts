/** What counts as which class of signature. */
import type { SignerType } from "@siegel/contract/calls/workflow.ts";

/** Simple, advanced, qualified: the classes a licence counts; seals count with their class (decisions.md §5 'Counting'). */
export type SignatureClass = "ses" | "aes" | "qes";

/** The class of each signer type. */
export const signatureClassOf = {
  s_signature: "ses",
  a_signature: "aes",
  a_seal: "aes",
  q_signature: "qes",
  q_seal: "qes",
} as const satisfies Record<SignerType, SignatureClass>;

/** How many signatures of each class these signers will make. */
export function signaturesOf(types: readonly SignerType[]): Record<SignatureClass, number> {
  const counts = { ses: 0, aes: 0, qes: 0 };
  for (const type of types) counts[signatureClassOf[type]] += 1;
  return counts;
}
