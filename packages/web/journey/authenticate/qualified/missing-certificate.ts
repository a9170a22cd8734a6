/** What is said of a certificate that cannot be used: why, in a title and a sentence. */
import type { CertificateState, CertificateStatus } from "@siegel/contract/calls/certificates.ts";
import type { TextKey } from "../../../i18n/text-key.ts";

type Said = { readonly title: TextKey; readonly lead: TextKey };

const missing: Said = { title: "identify.title", lead: "identify.MISSING" };
const said: Readonly<Record<CertificateState, Said>> = {
  // It can be used, but something else is missing.
  OK: missing,
  MISSING: missing,
  LOCKED: { title: "identify.titleLOCKED", lead: "identify.LOCKED" },
  REVOKED: { title: "identify.titleREVOKED", lead: "identify.REVOKED" },
  EXPIRED: { title: "identify.titleEXPIRED", lead: "identify.EXPIRED" },
  ENDS_SOON: { title: "identify.titleENDS_SOON", lead: "identify.ENDS_SOON" },
  UNPROVEN: { title: "identify.titleUNPROVEN", lead: "identify.UNPROVEN" },
  RESTS: { title: "identify.titleRESTS", lead: "identify.RESTS" },
};

/** Title and sentence; that somebody is not registered to seal comes first, since no certificate helps then. */
export function missingCertificate(
  status: Pick<CertificateStatus, "certificate_state" | "signer_seal_identified">,
  seals: boolean,
): Said {
  if (seals && !status.signer_seal_identified) return { ...missing, lead: "identify.notNamed" };
  const why = said[status.certificate_state];
  return seals && why === missing ? { ...missing, lead: "identify.missingSeal" } : why;
}
