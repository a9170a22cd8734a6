/** Certificates of the authority's own units: an issued certificate never changes, so each is read once a process. */
import { knownCertificates } from "@siegel/kernel/x509/known-certificates.ts";

/** Reads a unit's certificate (DER), or answers it as it was read before. */
export const unitCertificate = knownCertificates(128);
