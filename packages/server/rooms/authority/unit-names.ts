/** What units are called: in the database and in addresses, and in their certificates. */
import type { ServiceName } from "@siegel/kernel/x509/profiles.ts";
import type { UnitRole } from "../../db/authority-tables.ts";
import type { AuthorityConfig } from "./authority-deps.ts";

/** What the names of a role's units begin with; a number follows. */
export const prefixOf: Record<UnitRole, string> = {
  root: "root",
  "issuing-ca": "issuing",
  "qualified-ca": "qualified",
  "root-ocsp-signer": "root-ocsp",
  "ocsp-signer": "ocsp",
  tsu: "tsu",
  "service-seal": "seal",
};

const titleOf: Record<UnitRole, string> = {
  root: "Root CA",
  "issuing-ca": "Issuing CA",
  "qualified-ca": "Qualified Issuing CA",
  "root-ocsp-signer": "Root OCSP Responder",
  "ocsp-signer": "OCSP Responder",
  tsu: "Time-Stamping Unit",
  "service-seal": "Signing Service",
};

/** The subject of a unit's certificate. A development hierarchy says so in every name, so that it is not taken for a trust service. */
export function unitName(
  { providerName, country, organizationIdentifier, development }: AuthorityConfig,
  role: UnitRole,
  number: number,
): ServiceName & { organisationIdentifier: string } {
  const commonName = `${providerName}${development ? " Development" : ""} ${titleOf[role]} ${number}`;
  return { country, organisation: providerName, organisationIdentifier: organizationIdentifier, commonName };
}
