/** The keys that every catalogue shares: those of the German one, and of the parts that are fetched with what says them. */
import type { de } from "./de.ts";
import type { imageDe } from "./image-de.ts";

/** Every text of the web. */
export type TextKey = keyof typeof de | keyof typeof imageDe;
/** A complete catalogue in one language, without those parts. */
export type Texts = Readonly<Record<keyof typeof de, string>>;
