/** Revokes a certificate that this authority issued (RFC 5280 §5.3): for ever, and with one time. */
import type { IssuedRevocationReason } from "@siegel/kernel/revocation/revocation-reason.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import { isShortTermProfile } from "./authority-rules.ts";
import { type Revocation, readIssuedOne, type SerialOf, saveRevocation } from "./revocation-store.ts";

/** Revoked, now or before; or why it is not: its time is over, or it lives too short to be revoked (ETSI EN 319 411-1 REV-6.3.9-15A). */
export type RevokedIssued =
  | { readonly ok: true; readonly revocation: Revocation; readonly isFirst: boolean }
  | { readonly ok: false; readonly why: "expired" | "short-term" };

/** Revokes it in the caller's transaction, which locks its row. A second call answers the first time and reason. @throws when it was never issued */
export async function revokeIssued(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { reason, ...of }: SerialOf & { readonly reason: IssuedRevocationReason },
): Promise<RevokedIssued> {
  const found = await readIssuedOne(db, of);
  if (found === null) throw new Error(`${of.issuer} never issued ${of.serial}`);
  if (found.revocation !== null) return { ok: true, revocation: found.revocation, isFirst: false };
  if (isShortTermProfile(found.profile)) return { ok: false, why: "short-term" };
  const now = clock.now();
  if (found.notAfter <= now) return { ok: false, why: "expired" };
  const revocation = { at: nextSecond(now), reason };
  if (await saveRevocation(db, of, revocation)) return { ok: true, revocation, isFirst: true };
  const before = (await readIssuedOne(db, of))?.revocation ?? null;
  if (before === null) throw new Error(`${of.serial} of ${of.issuer} is gone`);
  return { ok: true, revocation: before, isFirst: false };
}

/** Lists and answers tell whole seconds, and timestamps are rounded down: what was stamped in the second of the revocation was stamped before it. */
const nextSecond = (now: Date): Date => new Date((Math.floor(now.getTime() / 1_000) + 1) * 1_000);
