/** A sentence for a person, in each language that the product speaks. */
import type { Language } from "./limits.ts";

/** The same in both languages. */
export type Said = Readonly<Record<Language, string>>;
