/** What a page draws in the signature's box, and what it says while the image that belongs there is missing. */
import type { SignatureImage } from "@siegel/contract/calls/signature-image.ts";
import type { PlacesInFile } from "./use-image-places.ts";

/**
 * The image as an address an <img> takes, or null; the name of whoever makes it; where it stands in the file; and how one gets to change
 * it.
 */
export type ImageOfSignature = {
  readonly png: string | null;
  readonly name: string;
  readonly places: PlacesInFile;
  readonly open: () => void;
};

/** How the asking for an image stands. */
export type AskedImage = { readonly data: SignatureImage | null | undefined; readonly isFetching: boolean };

/** The image that is drawn, or null; and what an image that belongs there waits for, as the key of a sentence. */
export type DrawnImage = {
  readonly image: SignatureImage | null;
  readonly lacks: "viewer.imageLoading" | "viewer.imageAway" | null;
};

/** Draws the image of that id and no other: what is drawn is what gets approved. */
export function drawnImage(wanted: string | null, { data, isFetching }: AskedImage): DrawnImage {
  if (wanted === null) return { image: null, lacks: null };
  if (data?.id === wanted) return { image: data, lacks: null };
  return { image: null, lacks: isFetching ? "viewer.imageLoading" : "viewer.imageAway" };
}
