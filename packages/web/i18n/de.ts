/** Every German text, by its key: what keys there are, and what tests look up. No page imports it: each is fetched with its area. */
import { administrationDe } from "./administration-de.ts";
import { codeDe } from "./code-de.ts";
import { identDe } from "./ident-de.ts";
import { identificationDe } from "./identification-de.ts";
import { imageDe } from "./image-de.ts";
import { journeyDe } from "./journey-de.ts";
import { legalDe } from "./legal-de.ts";
import { operatorDe } from "./operator-de.ts";
import { ownerDe } from "./owner-de.ts";
import { ownerIdentityDe } from "./owner-identity-de.ts";
import { qualifiedDe } from "./qualified-de.ts";
import { shellDe } from "./shell-de.ts";

/** The German catalogue, also the fallback of the other. */
export const de = {
  ...shellDe,
  ...journeyDe,
  ...codeDe,
  ...qualifiedDe,
  ...identDe,
  ...identificationDe,
  ...legalDe,
  ...ownerDe,
  ...ownerIdentityDe,
  ...imageDe,
  ...administrationDe,
  ...operatorDe,
} as const;
