/** The owner revokes, on the strength of both proofs. */
import type { OwnRevocation } from "@siegel/contract/calls/cert-manager.ts";
import type { CertificateReason } from "@siegel/contract/certificate-reasons.ts";
import type { Language } from "@siegel/contract/limits.ts";
import type { IssuedRevocationReason } from "@siegel/kernel/revocation/revocation-reason.ts";
import { revokeCertificate } from "../revocation/revocation.ts";
import { type OwnDeps, ownedOne } from "./list-own.ts";
import { lasts, provenVisit } from "./proofs.ts";

/** As the lists tell it (RFC 5280 §5.3.1). Without the phone, or with the password known, the key is not under its owner's control alone. */
const told = {
  phone_gone: "keyCompromise",
  password_known: "keyCompromise",
  data_wrong: "affiliationChanged",
  replaced: "superseded",
  not_needed: "cessationOfOperation",
} as const satisfies Record<CertificateReason, IssuedRevocationReason>;

type RevokeDeps = OwnDeps & Parameters<typeof revokeCertificate>[0];

type Revoked =
  | { readonly ok: true; readonly revocation: OwnRevocation }
  | { readonly ok: false; readonly code: "MAILBOX_UNPROVEN" | "PHONE_UNPROVEN" | "NOT_FOUND" }
  | { readonly ok: false; readonly code: "CERTIFICATE_NOT_REVOCABLE"; readonly why: "expired" | "short-term" };

/** Revokes a certificate of the proven mailbox; one that was revoked before is answered with its time. */
export async function revokeOwn(
  deps: RevokeDeps,
  wish: {
    readonly browser: string | null;
    readonly certificateId: string;
    readonly reason: CertificateReason;
    readonly language: Language;
    readonly ip: string;
    readonly userAgent: string;
  },
): Promise<Revoked> {
  const { certificateId, reason, language, ip, userAgent } = wish;
  const visit = await provenVisit(deps, wish.browser);
  if (visit === null) return { ok: false, code: "MAILBOX_UNPROVEN" };
  const owned = await ownedOne(deps, visit.email, certificateId);
  if (owned === null) return { ok: false, code: "NOT_FOUND" };
  const { confirmed } = visit;
  const isConfirmed = confirmed?.certificateId === certificateId && lasts(confirmed.at, deps.clock.now());
  if (owned.isShortTerm && owned.state === "v")
    return { ok: false, code: "CERTIFICATE_NOT_REVOCABLE", why: "short-term" };
  if (owned.state === "e") return { ok: false, code: "CERTIFICATE_NOT_REVOCABLE", why: "expired" };
  if (owned.state === "v" && !isConfirmed) return { ok: false, code: "PHONE_UNPROVEN" };
  const revoked = await revokeCertificate(deps, {
    certificateId,
    reason: told[reason],
    by: { kind: "system", ip, userAgent },
    evidence: `the owner, by a code to their mailbox and one to their phone: ${reason}`,
    language,
  });
  if (revoked === null) return { ok: false, code: "NOT_FOUND" };
  if (!revoked.ok) return { ok: false, code: "CERTIFICATE_NOT_REVOCABLE", why: revoked.why };
  const at = revoked.revocation.at.toISOString();
  return { ok: true, revocation: { certificate_id: certificateId, serial_number: owned.serial, revoked_at: at } };
}
