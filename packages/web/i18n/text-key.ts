/** The keys that both catalogues share. */
import type { de } from "./de.ts";

/** Every text of the web. */
export type TextKey = keyof typeof de;
