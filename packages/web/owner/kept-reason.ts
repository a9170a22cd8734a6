/** Why an owner wants to revoke, kept in this tab while they identify themselves elsewhere. */
import { type CertificateReason, certificateReasons } from "@siegel/contract/certificate-reasons.ts";
import { keep, readKept } from "../tab-storage.ts";

/** One of session.ts, which forgets it with the owner. */
const key = "ownerReason";

/** Keeps it until they are back. */
export function keepReason(certificate_id: string, reason: CertificateReason): void {
  keep(key, { certificate_id, reason });
}

/** The reason for this certificate; null: none was chosen in this tab. */
export function readReason(certificateId: string): CertificateReason | null {
  const kept = readKept(key) as { readonly certificate_id?: unknown; readonly reason?: unknown } | null;
  if (kept?.certificate_id !== certificateId) return null;
  return certificateReasons.find((reason) => reason === kept.reason) ?? null;
}
