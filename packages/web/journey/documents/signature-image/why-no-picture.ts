/** What to do about a picture that cannot be taken, which depends on how it is made. Pure. */
import type { NoPicture } from "./compose.ts";
import type { ImageTextKey } from "./texts-de.ts";

/** How a picture is made here; `phone` where another device makes it. */
export type Way = "draw" | "type" | "picture" | "phone";

/** The sentence: of a slider only where there is one. */
export function whyNoPicture(status: NoPicture, way: Way): ImageTextKey {
  if (status === "empty") return "empty";
  if (way === "picture") return status === "dark" ? "dark" : "tooLarge";
  if (way === "type") return "tooLargeTyped";
  return status === "dark" ? "darkDrawn" : "tooLargeDrawn";
}
