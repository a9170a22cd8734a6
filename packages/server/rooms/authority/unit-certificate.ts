/** Certificates of the authority's own units: an issued certificate never changes, so each is read once a process. */
import { createHash } from "node:crypto";
import { knownCertificates } from "@siegel/kernel/x509/known-certificates.ts";
import { nameAttribute } from "@siegel/kernel/x509/name.ts";
import type { AuthorityConfig } from "./authority-deps.ts";

/** Reads a unit's certificate (DER), or answers it as it was read before. */
export const unitCertificate = knownCertificates(128);

/** SHA-256 of a certificate or public key (DER) in hex, as people compare it. */
export const fingerprintOf = (der: Uint8Array): string => createHash("sha256").update(der).digest("hex");

/** Whether a certificate (DER) names an organisation as its register has it now. */
export function namesOrganisation(
  certificate: Uint8Array,
  register: { readonly legalName: string; readonly organizationIdentifier: string },
): boolean {
  const { subject } = unitCertificate(certificate);
  return (
    nameAttribute(subject, "organizationIdentifier") === register.organizationIdentifier &&
    nameAttribute(subject, "organizationName") === register.legalName
  );
}

/**
 * Whether a certificate (DER) names the provider as its organisation. Rows say which unit is the service's seal. An attacker
 * who writes rows could name a signer's certificate and key there, but cannot change what a certificate says.
 */
export function namesProvider(
  certificate: Uint8Array,
  { organizationIdentifier }: Pick<AuthorityConfig, "organizationIdentifier">,
): boolean {
  return nameAttribute(unitCertificate(certificate).subject, "organizationIdentifier") === organizationIdentifier;
}
