/**
 * The audit trail: what happened, in a hash chain for each workflow and one for the service itself.
 * Triggers refuse every change but the erasure of details, and `verifyTrail` finds what was changed past them. The chain has no
 * key: whoever computes all later hashes and the head anew, or cuts them off together, is found by a sealed report that quotes
 * the head. Details that were erased verify only where a later event of the chain says so (`eraseTrailDetails`).
 */
import type { FileId, SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import {
  type ChainedEvent,
  checkChain,
  type erasureType,
  hashDetails,
  hashEvent,
  type StoredEvent,
  serviceChain,
  type TrailFault,
  type TrailHead,
} from "./audit-trail-rules.ts";
import {
  eraseDetails,
  insertEvent,
  lockHead,
  readChainIds,
  readErasable,
  readEvents,
  readHead,
  readWorkflowsWithoutChain,
} from "./audit-trail-store.ts";
import type { Json } from "./canonical-json.ts";

export type { TrailFault } from "./audit-trail-rules.ts";

/** Who did it; address and browser are what the server saw. */
export type Actor = {
  readonly kind: "signer" | "sender" | "system" | "operator";
  readonly id?: string | undefined;
  readonly ip?: string | undefined;
  readonly userAgent?: string | undefined;
};

/** A fact to record. `details` may hold personal facts: they can be erased later without breaking the chain. */
export type TrailEvent = {
  readonly at: Date;
  /** `<subject>.<what happened>`, for example `workflow.created`. */
  readonly type: string;
  readonly actor: Actor;
  readonly workflowId?: WorkflowId | undefined;
  readonly signerId?: SignerId | undefined;
  readonly fileId?: FileId | undefined;
  readonly details: { readonly [name: string]: Json };
};

/** An event read back; `details` is null once erased. */
export type RecordedEvent = Omit<ChainedEvent, "chainId"> & { readonly hash: string; readonly details: Json | null };

/** Adds an event to its chain, in the caller's transaction: the fact and its record stand or fall together. */
export async function recordEvent(db: Db, event: TrailEvent): Promise<void> {
  await inTransaction(db, async (trx) => {
    const chainId = event.workflowId ?? serviceChain;
    // The lock orders the writers of one chain; it is held until the fact itself commits.
    const head = await lockHead(trx, chainId);
    const { ip, userAgent } = event.actor;
    const details: Json = {
      ...event.details,
      ...(ip === undefined ? {} : { ip }),
      ...(userAgent === undefined ? {} : { userAgent }),
    };
    const chained: ChainedEvent = {
      chainId,
      seq: head.seq + 1,
      at: event.at.toISOString().replace("Z", "000Z"),
      type: event.type,
      actorKind: event.actor.kind,
      actorId: event.actor.id ?? null,
      workflowId: event.workflowId ?? null,
      signerId: event.signerId ?? null,
      fileId: event.fileId ?? null,
      detailsHash: hashDetails(head.salt, details),
      prevHash: head.hash,
    };
    await insertEvent(trx, { ...chained, hash: hashEvent(chained) }, { salt: head.salt, details });
  });
}

/** The events of a workflow, oldest first. */
export async function readTrail(db: Db, workflowId: WorkflowId): Promise<RecordedEvent[]> {
  const events = await readEvents(db, workflowId);
  return events.map(({ chainId: _, kept, ...event }) => ({
    ...event,
    details: kept.kind === "kept" ? kept.details : null,
  }));
}

/** The newest event of a workflow's chain: what an audit report quotes. Null before the first event. */
export async function trailHead(db: Db, workflowId: WorkflowId): Promise<TrailHead | null> {
  return await readHead(db, workflowId);
}

/** Recomputes every chain and answers what does not hold; an empty list means that all is as it was recorded. */
export async function verifyTrail(db: Db): Promise<{ chains: number; events: number; faults: TrailFault[] }> {
  const faults: TrailFault[] = [];
  const chainIds = await readChainIds(db);
  let events = 0;
  for (const chainId of chainIds) {
    const { head, rows } = await readChain(db, chainId);
    events += rows.length;
    faults.push(...checkChain(chainId, head, rows));
  }
  for (const workflowId of await readWorkflowsWithoutChain(db))
    faults.push({ chainId: workflowId, seq: null, kind: "no-chain" });
  return { chains: chainIds.length, events, faults };
}

/** Head and events as of one moment: an event recorded between two looks must not be taken for a fault. */
async function readChain(db: Db, chainId: string): Promise<{ head: TrailHead | null; rows: StoredEvent[] }> {
  const read = async (trx: Db) => ({ rows: await readEvents(trx, chainId), head: await readHead(trx, chainId) });
  if (db.isTransaction) return await read(db);
  return await db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(read);
}

/**
 * Erases the details of a workflow's events for good (GDPR Art. 17) and records, in the same transaction, who erased which.
 * The chain still verifies. The one place where details are erased.
 */
export async function eraseTrailDetails(
  db: Db,
  erasure: { readonly workflowId: WorkflowId; readonly at: Date; readonly actor: Actor },
): Promise<void> {
  const { workflowId, at, actor } = erasure;
  await inTransaction(db, async (trx) => {
    await lockHead(trx, workflowId);
    const erased = await readErasable(trx, workflowId);
    if (erased.length === 0) return;
    const type = "trail.details-erased" satisfies typeof erasureType;
    await recordEvent(trx, { at, type, actor, workflowId, details: { erased } });
    await eraseDetails(trx, workflowId, { seqs: erased, at });
  });
}
