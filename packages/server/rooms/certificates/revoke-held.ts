/** What every revocation of a signer's certificate is made of: its status, its codes, the event, and the list that tells the world. */
import type { IssuedRevocationReason } from "@siegel/kernel/revocation/revocation-reason.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Enqueue } from "../../ports/queue.ts";
import { type Actor, recordEvent } from "../audit-trail/audit-trail.ts";
import { type RevokedIssued, revokeIssued } from "../authority/authority.ts";
import { closeCodesOfCertificate } from "../challenges/challenges.ts";

/** Which certificate, why, who wants it, and on what it rests. */
export type HeldToRevoke = {
  readonly certificateId: string;
  readonly issuer: string;
  readonly serial: string;
  readonly reason: IssuedRevocationReason;
  readonly by: Actor;
  readonly evidence: string;
};

/** Revokes it in the caller's transaction. Done once more, it changes nothing and answers the first time. @throws when it was never issued */
export async function revokeHeld(
  deps: { readonly db: Db; readonly clock: Clock; readonly enqueue: Enqueue },
  { certificateId, issuer, serial, reason, by, evidence }: HeldToRevoke,
): Promise<RevokedIssued> {
  const { db, clock, enqueue } = deps;
  const revoked = await revokeIssued(deps, { issuer, serial, reason });
  if (!revoked.ok || !revoked.isFirst) return revoked;
  await closeCodesOfCertificate(db, certificateId);
  const from = revoked.revocation.at.toISOString();
  const details = { certificate: certificateId, issuer, serial, reason, evidence, from };
  await recordEvent(db, { at: clock.now(), type: "certificate.revoked", actor: by, details });
  await enqueue(db, "publish-crl", { issuer });
  return revoked;
}
