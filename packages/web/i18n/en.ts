/** Every English text; the type demands one for each German. */
import { administrationEn } from "./administration-en.ts";
import type { de } from "./de.ts";
import { imageEn } from "./image-en.ts";
import { journeyEn } from "./journey-en.ts";
import { legalEn } from "./legal-en.ts";
import { operatorEn } from "./operator-en.ts";
import { shellEn } from "./shell-en.ts";

/** The English catalogue. */
export const en = {
  ...shellEn,
  ...journeyEn,
  ...legalEn,
  ...imageEn,
  ...administrationEn,
  ...operatorEn,
} as const satisfies Readonly<Record<keyof typeof de, string>>;
