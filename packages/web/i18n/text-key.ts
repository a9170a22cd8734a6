/** The keys that every catalogue shares: those of the German one. */
import type { de } from "./de.ts";

/** Every text of the web. */
export type TextKey = keyof typeof de;
/** A complete catalogue in one language. */
export type Texts = Readonly<Record<TextKey, string>>;
