/** The one verb that revokes a signer's certificate: all of it in one transaction, for ever (eIDAS Art. 28 (4); docs/decisions/0024). */
import type { AdministratorId, OrganisationId } from "@siegel/contract/ids.ts";
import type { Language } from "@siegel/contract/limits.ts";
import type { IssuedRevocationReason } from "@siegel/kernel/revocation/revocation-reason.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Enqueue } from "../../ports/queue.ts";
import type { Random } from "../../ports/random.ts";
import { readAdministratorIds } from "../administrators/administrators.ts";
import type { Actor } from "../audit-trail/audit-trail.ts";
import type { RevokedIssued } from "../authority/authority.ts";
import { holderOf, issuedAs, revokeHeld } from "../certificates/certificates.ts";
import { endPreparationsOf } from "../signing/signing.ts";

/** What it asks of the world. */
export type RevokeDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly enqueue: Enqueue;
};

/** Which certificate, why, and who wants it. */
type Revoke = {
  readonly certificateId: string;
  readonly reason: IssuedRevocationReason;
  readonly by: Actor;
  /** On what it rests: a proof, a letter, a court's order. It stays in the trail. */
  readonly evidence: string;
  /** In which the holder is written to. */
  readonly language: Language;
};

/** Revoked, now or before; or why not. null: there is no such certificate. */
type Revoked = RevokedIssued | null;

/**
 * Revokes it: its status, with the codes and the preparations that would still use it, the event, and the jobs that publish the list, destroy
 * the key and write to the holder. Done once more, it changes nothing and answers the first time.
 */
export async function revokeCertificate(deps: RevokeDeps, revoke: Revoke): Promise<Revoked> {
  return await inTransaction(deps.db, async (db) => await revokeIn({ ...deps, db }, revoke));
}

async function revokeIn(deps: RevokeDeps, { certificateId, reason, by, evidence, language }: Revoke): Promise<Revoked> {
  const { db, clock, random, enqueue } = deps;
  const of = await issuedAs(db, certificateId);
  if (of === null) return null;
  const revoked = await revokeHeld(deps, { certificateId, ...of, reason, by, evidence });
  if (!revoked.ok || !revoked.isFirst) return revoked;
  await endPreparationsOf(deps, certificateId, clock.now());
  await enqueue(db, "destroy-key", { certificateId });
  for (const to of await toldOf(db, certificateId))
    await enqueue(db, "send-revocation-mail", { mailId: random.id(), certificateId, language, ...to });
  return revoked;
}

/** Who is written to: the holder, or the administrators of an organisation whose seal it is. */
async function toldOf(db: Db, certificateId: string): Promise<Array<{ readonly administratorId?: AdministratorId }>> {
  const holder = await holderOf(db, certificateId);
  if (holder === null || holder.email !== "" || holder.organisationId === null) return [{}];
  const ids = await readAdministratorIds(db, holder.organisationId as OrganisationId);
  return ids.map((administratorId) => ({ administratorId }));
}
