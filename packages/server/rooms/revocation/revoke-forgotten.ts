/** The certificates of an organisation that is forgotten are revoked: nobody is left who could use them (docs/decisions/0026). */
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Enqueue } from "../../ports/queue.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { readRevocable, revokeIssued } from "../authority/authority.ts";

const at_once = 100;
const reason = "cessationOfOperation";

/**
 * Revokes what was issued for an organisation and is still valid: its signers' advanced certificates, and its seals. No holder is written to:
 * their addresses go in the same act. Safe to call again after it was interrupted.
 */
export async function revokeForgotten(
  deps: { readonly db: Db; readonly clock: Clock; readonly enqueue: Enqueue },
  organisationId: string,
): Promise<void> {
  let isMore = true;
  while (isMore)
    isMore = await inTransaction(
      deps.db,
      async (db) => (await revokePage({ ...deps, db }, organisationId)) === at_once,
    );
}

async function revokePage(deps: Parameters<typeof revokeForgotten>[0], organisationId: string): Promise<number> {
  const { db, clock, enqueue } = deps;
  const page = await readRevocable(db, { organisationId, now: clock.now(), limit: at_once });
  const done: Array<(typeof page)[number] & { readonly from: string }> = [];
  for (const of of page) {
    const revoked = await revokeIssued(deps, { ...of, reason });
    if (revoked.ok && revoked.isFirst) done.push({ ...of, from: revoked.revocation.at.toISOString() });
  }
  // Rows first, then the trail: whoever revokes one certificate takes the locks in the same order.
  const event = { at: clock.now(), type: "certificate.revoked", actor: { kind: "system" } } as const;
  for (const one of done)
    await recordEvent(db, { ...event, details: { ...one, reason, evidence: "its organisation is forgotten" } });
  for (const issuer of new Set(done.map((one) => one.issuer))) await enqueue(db, "publish-crl", { issuer });
  return page.length;
}
