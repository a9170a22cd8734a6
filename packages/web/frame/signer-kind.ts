/** What the kind of signer changes on the pages. */

import type { SignerType } from "@siegel/contract/calls/workflow.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import type { TextKey } from "../i18n/text-key.ts";

/** Whether who has signed so holds a certificate in their own name: a seal's is its organisation's, a simple signature carries the provider's. */
export function hasOwnCertificate(type: SignerType): boolean {
  return type === "a_signature" || type === "q_signature";
}

/** What leads to the image in the place of a signature or a seal, and whether there is one already. */
export function imageWords(type: SignerType, hasImage: boolean): TextKey {
  if (isSeal(type)) return hasImage ? "viewer.sealImageChange" : "viewer.sealImage";
  return hasImage ? "viewer.signatureImageChange" : "viewer.signatureImage";
}
