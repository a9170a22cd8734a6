/** Why certificates are revoked: the five sentences that owners choose from, and what operators choose; and why some cannot be. */
import type { Said } from "./said.ts";

/**
 * phone_gone: lost, stolen or sold · password_known: somebody else knows it, or may · data_wrong: something in it is not right any more ·
 * replaced: there is a new one · not_needed: no special reason.
 */
export const certificateReasons = ["phone_gone", "password_known", "data_wrong", "replaced", "not_needed"] as const;
export type CertificateReason = (typeof certificateReasons)[number];

/** Why an operator revokes: names of RFC 5280 §5.3.1. */
export const operatorRevocationReasons = [
  "keyCompromise",
  "affiliationChanged",
  "superseded",
  "cessationOfOperation",
  "privilegeWithdrawn",
  "unspecified",
] as const;

/** Why a certificate is not revoked. Who has a problem with one that lives for a day tells us instead (ETSI EN 319 411-1 REV-6.3.9-15A). */
export function notRevocable(why: "expired" | "short-term", problemAddress: string | null): Said {
  if (why === "expired")
    return {
      en: "This certificate has expired. It need not be revoked.",
      de: "Dieses Zertifikat ist abgelaufen. Es muss nicht gesperrt werden.",
    };
  const at = problemAddress ?? { en: "the address in the imprint", de: "an die Adresse im Impressum" };
  const told = typeof at === "string" ? { en: at, de: `an ${at}` } : at;
  return {
    en: `This certificate lives for a day only and ends by itself. It cannot be revoked. If something is wrong with it, write to ${told.en}.`,
    de: `Dieses Zertifikat gilt nur einen Tag und endet von selbst. Es lässt sich nicht sperren. Wenn etwas damit nicht stimmt, schreiben Sie ${told.de}.`,
  };
}
