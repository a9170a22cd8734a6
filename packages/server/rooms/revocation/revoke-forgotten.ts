/** Many certificates are revoked at once, because nobody is left who could use them (docs/decisions/0026, 0027). */
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Enqueue } from "../../ports/queue.ts";
import { type Actor, recordEvent } from "../audit-trail/audit-trail.ts";
import { readRevocable, revokeIssued } from "../authority/authority.ts";

type Deps = { readonly db: Db; readonly clock: Clock; readonly enqueue: Enqueue };

const at_once = 100;
const reason = "cessationOfOperation";

/**
 * Revokes what was issued for an organisation and is still valid: its signers' advanced certificates, and its seals. No holder is written to:
 * their addresses go in the same act. Safe to call again after it was interrupted.
 */
export async function revokeForgotten(deps: Deps, organisationId: string): Promise<void> {
  const evidence = "its organisation is forgotten";
  await revokePages(deps, { organisationId, evidence, actor: { kind: "system" } });
}

/** Revokes every certificate of a signer and every seal that is still valid: the service ends. Answers how many. */
export async function revokeAll(deps: Deps): Promise<number> {
  const evidence = "the service ends";
  return await revokePages(deps, { organisationId: null, evidence, actor: { kind: "operator" } });
}

type Why = { readonly organisationId: string | null; readonly evidence: string; readonly actor: Actor };

async function revokePages(deps: Deps, why: Why): Promise<number> {
  for (let all = 0; ; ) {
    const taken = await inTransaction(deps.db, async (db) => await revokePage({ ...deps, db }, why));
    all += taken;
    if (taken < at_once) return all;
  }
}

async function revokePage(deps: Deps, { organisationId, evidence, actor }: Why): Promise<number> {
  const { db, clock, enqueue } = deps;
  const page = await readRevocable(db, { organisationId, now: clock.now(), limit: at_once });
  const done: Array<(typeof page)[number] & { readonly from: string }> = [];
  for (const of of page) {
    const revoked = await revokeIssued(deps, { ...of, reason });
    if (revoked.ok && revoked.isFirst) done.push({ ...of, from: revoked.revocation.at.toISOString() });
  }
  // Rows first, then the trail: the locks are taken in the order in which one certificate is revoked.
  const event = { at: clock.now(), type: "certificate.revoked", actor } as const;
  for (const one of done) await recordEvent(db, { ...event, details: { ...one, reason, evidence } });
  for (const issuer of new Set(done.map((one) => one.issuer))) await enqueue(db, "publish-crl", { issuer });
  return page.length;
}
