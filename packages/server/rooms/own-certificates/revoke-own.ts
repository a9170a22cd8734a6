/** The owner revokes, on the strength of both proofs. */
import type { OwnRevocation } from "@siegel/contract/calls/cert-manager.ts";
import type { CertificateReason } from "@siegel/contract/certificate-reasons.ts";
import type { Language } from "@siegel/contract/limits.ts";
import { ownersPurposes } from "@siegel/contract/owners-purposes.ts";
import type { IssuedRevocationReason } from "@siegel/kernel/revocation/revocation-reason.ts";
import { inTransaction } from "../../db/transaction.ts";
import { type IdentitySecret, identifiedOwner, useIdentifiedOwner } from "../identity-proofing/identity-proofing.ts";
import { revokeCertificate } from "../revocation/revocation.ts";
import { type OwnDeps, ownedById, ownedOne } from "./list-own.ts";
import { lasts, provenVisit } from "./proofs.ts";

/** As the lists tell it (RFC 5280 §5.3.1). Without the phone, or with the password known, the key is not under its owner's control alone. */
const told = {
  phone_gone: "keyCompromise",
  password_known: "keyCompromise",
  data_wrong: "affiliationChanged",
  replaced: "superseded",
  not_needed: "cessationOfOperation",
} as const satisfies Record<CertificateReason, IssuedRevocationReason>;

type RevokeDeps = OwnDeps & Parameters<typeof revokeCertificate>[0] & { readonly identitySecret: IdentitySecret };

type Revoked =
  | { readonly ok: true; readonly revocation: OwnRevocation }
  | { readonly ok: false; readonly code: "MAILBOX_UNPROVEN" | "PHONE_UNPROVEN" | "NOT_FOUND" }
  | { readonly ok: false; readonly code: "CERTIFICATE_NOT_REVOCABLE"; readonly why: "expired" | "short-term" };

/** Revokes a certificate of the proven mailbox, or of who was identified for it; one that was revoked before is answered with its time. */
export async function revokeOwn(
  deps: RevokeDeps,
  wish: {
    readonly browser: string | null;
    /** The cookie of an identification; null: none. */
    readonly identifiedIn: string | null;
    readonly certificateId: string;
    readonly reason: CertificateReason;
    readonly language: Language;
    readonly ip: string;
    readonly userAgent: string;
  },
): Promise<Revoked> {
  const { certificateId, reason, language, ip, userAgent } = wish;
  const visit = await provenVisit(deps, wish.browser);
  const identified = await identifiedOwner(deps, { browser: wish.identifiedIn, purposes: ownersPurposes });
  const isIdentified = identified?.check.about.certificateId === certificateId;
  if (visit === null && !isIdentified) return { ok: false, code: "MAILBOX_UNPROVEN" };
  const owned =
    visit === null || isIdentified
      ? await ownedById(deps, certificateId)
      : await ownedOne(deps, visit.email, certificateId);
  if (owned === null) return { ok: false, code: "NOT_FOUND" };
  const confirmed = visit?.confirmed ?? null;
  const isConfirmed =
    isIdentified || (confirmed?.certificateId === certificateId && lasts(confirmed.at, deps.clock.now()));
  if (owned.isShortTerm && owned.state === "v")
    return { ok: false, code: "CERTIFICATE_NOT_REVOCABLE", why: "short-term" };
  if (owned.state === "e") return { ok: false, code: "CERTIFICATE_NOT_REVOCABLE", why: "expired" };
  if (owned.state === "v" && !isConfirmed) return { ok: false, code: "PHONE_UNPROVEN" };
  const proof = isIdentified
    ? `a code to their mailbox and the identification ${identified.check.checkId}`
    : "a code to their mailbox and one to their phone";
  const revoked = await inTransaction(deps.db, async (db) => {
    const own = { ...deps, db };
    if (isIdentified && owned.state === "v") await useIdentifiedOwner(own, identified, null);
    return await revokeCertificate(own, {
      certificateId,
      reason: told[reason],
      by: { kind: "system", ip, userAgent },
      evidence: `the owner, by ${proof}: ${reason}`,
      language,
    });
  });
  if (revoked === null) return { ok: false, code: "NOT_FOUND" };
  if (!revoked.ok) return { ok: false, code: "CERTIFICATE_NOT_REVOCABLE", why: revoked.why };
  const at = revoked.revocation.at.toISOString();
  return { ok: true, revocation: { certificate_id: certificateId, serial_number: owned.serial, revoked_at: at } };
}
