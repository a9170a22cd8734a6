/** What the kind of signer changes on the pages. */

import type { SignerType } from "@siegel/contract/calls/workflow.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import type { TextKey } from "../i18n/text-key.ts";

/** What leads to the image in the place of a signature or a seal, and whether there is one already. */
export function imageWords(type: SignerType, hasImage: boolean): TextKey {
  if (isSeal(type)) return hasImage ? "viewer.sealImageChange" : "viewer.sealImage";
  return hasImage ? "viewer.signatureImageChange" : "viewer.signatureImage";
}
