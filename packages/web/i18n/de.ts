import { fetchedDe } from "./fetched-de.ts";
import { frameDe } from "./frame-de.ts";

/** The German catalogue, also the fallback of the other. */
export const de = { ...frameDe, ...fetchedDe } as const;
