/** What counts as which class of signature, and how an API key is written. */
import type { SignerType } from "@siegel/contract/calls/workflow.ts";
import { isSameMac } from "@siegel/kernel/mac/server-secret.ts";

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
export function countPerClass(types: readonly SignerType[]): Record<SignatureClass, number> {
  const counts = { ses: 0, aes: 0, qes: 0 };
  for (const type of types) counts[signatureClassOf[type]] += 1;
  return counts;
}

const keyForm = /^sgl_([0-9a-z]{26})_([A-Za-z0-9_-]{43})$/;

/** `sgl_<id>_<secret>`, the secret being 32 octets in base64url. */
export function writeApiKey(tokenId: string, secret: Uint8Array): string {
  return `sgl_${tokenId}_${Buffer.from(secret).toString("base64url")}`;
}

/** The parts of a key, or null when it is none. */
export function parseApiKey(text: string): { tokenId: string; secret: string } | null {
  const [, tokenId, secret] = keyForm.exec(text) ?? [];
  return tokenId === undefined || secret === undefined ? null : { tokenId, secret };
}

/** Compares two hex digests in constant time. */
export function sameHash(a: string, b: string): boolean {
  return isSameMac(Buffer.from(a, "hex"), Buffer.from(b, "hex"));
}
