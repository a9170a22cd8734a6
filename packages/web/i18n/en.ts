/** Every English text; the type demands one for each German. */
import { administrationEn } from "./administration-en.ts";
import { codeEn } from "./code-en.ts";
import type { de } from "./de.ts";
import { identEn } from "./ident-en.ts";
import { identificationEn } from "./identification-en.ts";
import { imageEn } from "./image-en.ts";
import { journeyEn } from "./journey-en.ts";
import { legalEn } from "./legal-en.ts";
import { operatorEn } from "./operator-en.ts";
import { ownerEn } from "./owner-en.ts";
import { ownerIdentityEn } from "./owner-identity-en.ts";
import { qualifiedEn } from "./qualified-en.ts";
import { shellEn } from "./shell-en.ts";

/** The English catalogue. */
export const en = {
  ...shellEn,
  ...journeyEn,
  ...codeEn,
  ...qualifiedEn,
  ...identEn,
  ...identificationEn,
  ...legalEn,
  ...ownerEn,
  ...ownerIdentityEn,
  ...imageEn,
  ...administrationEn,
  ...operatorEn,
} as const satisfies Readonly<Record<keyof typeof de, string>>;
