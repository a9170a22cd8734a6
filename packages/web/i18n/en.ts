import { fetchedEn } from "./fetched-en.ts";
import { frameEn } from "./frame-en.ts";
import type { Texts } from "./text-key.ts";

/** The English catalogue. */
export const en = { ...frameEn, ...fetchedEn } as const satisfies Texts;
