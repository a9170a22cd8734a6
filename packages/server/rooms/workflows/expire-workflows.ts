/** Writes down that a workflow's time is over, once. Readers honour it without that; this ends what was still open and tells whom it concerns. */
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { expiry_told_within_d } from "@siegel/contract/limits.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import { TimeNotTrusted, type TrustedTime } from "../../ports/clock.ts";
import type { Enqueue } from "../../ports/queue.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { releaseRest } from "./end-workflow.ts";
import type { NoteChange } from "./note-change.ts";
import { statusAt } from "./workflows-rules.ts";
import { lockWithSigners, readOverdue, saveEnd } from "./workflows-store.ts";

/**
 * Ends what rooms after this one hold for signers who have not signed: codes, and approvals that are not signed yet. Runs in the
 * transaction that ends the workflow, under its row lock.
 */
export type EndOpenWork = (
  db: Db,
  ended: { readonly workflowId: WorkflowId; readonly signerIds: readonly SignerId[]; readonly at: Date },
) => Promise<void>;

/** What writing an expiry down asks of the world; `endOpenWork` and `noteChange` come from rooms after this one. */
export type ExpireDeps = {
  readonly db: Db;
  readonly enqueue: Enqueue;
  readonly noteChange: NoteChange;
  readonly endOpenWork: EndOpenWork;
  readonly trustedTime: TrustedTime;
};

const at_once = 100;
/** The sender waits for this many; the timer expires the rest. */
const before_sending_max = 20;

/**
 * Expires every open workflow whose time is over, each in a transaction of its own; answers how many. Harmless when two processes do
 * it at once. An expiry is never taken back: it needs a time to rely on.
 * @throws TimeNotTrusted, or when some could not be expired, after the others were
 */
export async function expireOverdue(deps: ExpireDeps): Promise<number> {
  const now = deps.trustedTime.attest();
  const failed: WorkflowId[] = [];
  let cause: unknown;
  let expired = 0;
  for (;;) {
    const overdue = await readOverdue(deps.db, { now, limit: at_once, except: failed });
    for (const workflowId of overdue) {
      try {
        if (await expireOne(deps, workflowId, now)) expired += 1;
      } catch (fault) {
        failed.push(workflowId);
        cause = fault;
      }
    }
    // If this many fail, the others would fail too.
    if (overdue.length < at_once || failed.length >= at_once) break;
  }
  if (failed.length > 0) throw new Error(`${failed.length} workflows could not be expired`, { cause });
  return expired;
}

/**
 * Expires an organisation's overdue workflows, the longest overdue first, up to a limit: the licence has their promises back before
 * anything new is promised. While the clock is in doubt it expires none, and one that cannot be expired does not stop the sender: the
 * timer comes for these and for the rest, and reports faults.
 */
export async function settleExpired(deps: ExpireDeps, organisationId: string): Promise<void> {
  const now = attestedNow(deps.trustedTime);
  if (now === null) return;
  for (const workflowId of await readOverdue(deps.db, { now, organisationId, limit: before_sending_max }))
    await expireOne(deps, workflowId, now).catch(() => undefined);
}

/**
 * Writes one workflow's expiry down where its time is over, before something tells of its end for good. While the clock is in doubt, or
 * where it fails, nothing is written: the timer comes for it and reports faults.
 */
export async function settleExpiry(deps: ExpireDeps, workflowId: WorkflowId): Promise<void> {
  const now = attestedNow(deps.trustedTime);
  if (now !== null) await expireOne(deps, workflowId, now).catch(() => undefined);
}

function attestedNow(trustedTime: TrustedTime): Date | null {
  try {
    return trustedTime.attest();
  } catch (fault) {
    if (fault instanceof TimeNotTrusted) return null;
    throw fault;
  }
}

/** OPEN → EXPIRED with everything that follows; false where somebody else ended it first. */
async function expireOne(deps: ExpireDeps, workflowId: WorkflowId, now: Date): Promise<boolean> {
  return await inTransaction(deps.db, async (db) => {
    const locked = await lockWithSigners(db, workflowId);
    if (locked?.workflow.status !== "OPEN" || statusAt(locked.workflow, now) !== "EXPIRED") return false;
    const { workflow, signers } = locked;
    // It ended when its time was over, not when somebody wrote it down.
    const endedAt = workflow.expiresAt ?? now;
    await saveEnd(db, workflowId, { status: "EXPIRED", at: endedAt });
    const signerIds = signers.filter((signer) => signer.status !== "SIGNED").map((signer) => signer.signerId);
    await deps.endOpenWork(db, { workflowId, signerIds, at: now });
    await recordEvent(db, { at: now, type: "workflow.expired", actor: { kind: "system" }, workflowId, details: {} });
    await deps.noteChange(db, { workflowId, type: "workflow.expired", at: endedAt });
    if (isNews(endedAt, now))
      await deps.enqueue(db, "send-message", { messageKind: "expired", workflowId, signerId: null });
    // Last, because everybody who signs or sends under this licence waits for its row until the transaction ends.
    await releaseRest(db, workflow, signers);
    return true;
  });
}

// The first program that records expiries also finds workflows that ran out under an older program that did not.
const isNews = (endedAt: Date, now: Date): boolean =>
  now.getTime() - endedAt.getTime() <= expiry_told_within_d * 86_400_000;
