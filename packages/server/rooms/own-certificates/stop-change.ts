/** Who was told of a change that they did not make stops it: nobody signs with that certificate any more (docs/decisions/0029). */
import type { CertificateChange } from "@siegel/contract/calls/cert-identity.ts";
import { maskPhone } from "@siegel/contract/phone.ts";
import { inTransaction } from "../../db/transaction.ts";
import { changeOfLink, inUseAfter, markStopped, putAside } from "../certificates/certificates.ts";
import { revokeCertificate } from "../revocation/revocation.ts";
import { type OwnDeps, ownedById } from "./list-own.ts";

type Looked =
  | { readonly ok: true; readonly change: CertificateChange }
  | { readonly ok: false; readonly code: "NOT_FOUND" };

/** The change of a link; it changes nothing. */
export async function lookAtChange(deps: OwnDeps, secret: string): Promise<Looked> {
  const change = await changeOfLink(deps, secret);
  const owned = change === null ? null : await ownedById(deps, await inUseAfter(deps.db, change.certificateId));
  if (change === null || owned === null) return { ok: false, code: "NOT_FOUND" };
  const { kind, route, changedAt, restsUntil, stoppedAt } = change;
  return {
    ok: true,
    change: {
      kind,
      route,
      state: stoppedAt !== null ? "stopped" : owned.state === "v" ? "open" : "ended",
      changed_at: changedAt.toISOString(),
      rests_until: (restsUntil ?? changedAt).toISOString(),
      serial_number: owned.serial,
      masked_phone: owned.phone === null ? "" : maskPhone(owned.phone),
      revoked_at: owned.revokedAt?.toISOString() ?? null,
    },
  };
}

type StopDeps = OwnDeps & Parameters<typeof revokeCertificate>[0];

/** Revokes the certificate that is used after it, in one transaction with the note that it was stopped. Again: the same answer. */
export async function stopChange(
  deps: StopDeps,
  { secret, ip, userAgent }: { readonly secret: string; readonly ip: string; readonly userAgent: string },
): Promise<Looked> {
  const change = await changeOfLink(deps, secret);
  if (change === null) return { ok: false, code: "NOT_FOUND" };
  const { changeId, language } = change;
  await inTransaction(deps.db, async (db) => {
    const own = { ...deps, db };
    // Another change may have followed: what is used now ends.
    const certificateId = await inUseAfter(db, change.certificateId);
    const revoked = await revokeCertificate(own, {
      certificateId,
      reason: "keyCompromise",
      by: { kind: "system", ip, userAgent },
      evidence: `who was reached before the change ${changeId} says that it was not the holder`,
      language,
    });
    if (revoked !== null && !revoked.ok && revoked.why === "short-term") await putAside(own, certificateId);
    await markStopped(own, changeId);
  });
  return await lookAtChange(deps, secret);
}
