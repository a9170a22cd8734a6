/** What somebody had for the same purpose ends when they get another certificate: revoked as superseded, and its key is gone. */
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Enqueue } from "../../ports/queue.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { closeCodesOfCertificate } from "../challenges/challenges.ts";
import { destroyKey } from "../password-keys/password-keys.ts";
import { readLivingOf, retireCertificate } from "./certificates-store.ts";
import type { HolderSecret } from "./holder-mac.ts";
import { openPhone } from "./registered-phone.ts";
import { revokeHeld } from "./revoke-held.ts";

/** What it asks of the world. */
export type EndEarlierDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly enqueue: Enqueue;
  readonly holderSecret: HolderSecret;
};

/** One that could still be used, and was revoked just now; its phone is to be told. */
export type Replaced = { readonly certificateId: string; readonly phone: string };

/** Ends it in the caller's transaction. One that had ended, or that lives for a day only, is put aside without a word. Null: there was none to tell of. */
export async function endEarlier(
  deps: EndEarlierDeps,
  of: { readonly personId: string; readonly organisationId: string | null },
  from: { readonly ip?: string; readonly userAgent?: string },
): Promise<Replaced | null> {
  const { db, clock, holderSecret } = deps;
  const at = clock.now();
  const actor = { kind: "system", ...from } as const;
  let replaced: Replaced | null = null;
  for (const { certificateId, keyId, issuer, serial, phone: sealed } of await readLivingOf(db, of)) {
    await retireCertificate(db, certificateId, at);
    await closeCodesOfCertificate(db, certificateId);
    await destroyKey(db, keyId);
    const details = { certificate: certificateId, person: of.personId };
    await recordEvent(db, { at, type: "certificate.replaced", actor, details });
    const evidence = "its holder was identified again and has another one";
    const wish = { certificateId, issuer, serial, reason: "superseded", by: actor, evidence } as const;
    const revoked = await revokeHeld(deps, wish);
    if (!revoked.ok || !revoked.isFirst) continue;
    replaced = { certificateId, phone: openPhone(holderSecret, { certificateId, sealed }) };
  }
  return replaced;
}
