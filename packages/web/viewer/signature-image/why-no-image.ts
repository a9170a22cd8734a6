/** What to do about an image that cannot be taken, which depends on how it is made. Pure. */
import type { imageDe } from "../../i18n/image-de.ts";
import type { NoImage } from "./compose.ts";

/** How an image is made here; `phone` where another device makes it. */
export type Way = "draw" | "type" | "photo" | "phone";

/** The sentence: of a slider only where there is one. */
export function whyNoImage(status: NoImage, way: Way): keyof typeof imageDe {
  if (status === "empty") return "image.empty";
  if (way === "photo") return status === "dark" ? "image.dark" : "image.tooLarge";
  if (way === "type") return "image.tooLargeTyped";
  return status === "dark" ? "image.darkDrawn" : "image.tooLargeDrawn";
}
