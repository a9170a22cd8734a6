import type { TextKey } from "../../i18n/text-key.ts";

/** What leads to the image in the place of a signature or a seal, and whether there is one already. */
export function wayToImage(forSeal: boolean, hasImage: boolean): TextKey {
  if (forSeal) return hasImage ? "viewer.sealImageChange" : "viewer.sealImage";
  return hasImage ? "viewer.signatureImageChange" : "viewer.signatureImage";
}
