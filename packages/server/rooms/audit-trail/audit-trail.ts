/**
 * The audit trail: events in a hash chain for each workflow and one for the service itself.
 * Database triggers refuse every change except erasing details; `verifyTrail` finds changes that bypassed them. The chain has no
 * key: an attacker could recompute all later hashes and the head, or cut them off, but a sealed report that quotes the head
 * reveals it. Erased details verify only if a later event of the chain records the erasure (`eraseTrailDetails`).
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
  readErasableAbout,
  readEvents,
  readEventsAbout,
  readHead,
  readWorkflowsWithoutChain,
} from "./audit-trail-store.ts";
import type { Json } from "./canonical-json.ts";

export type { TrailFault } from "./audit-trail-rules.ts";

/** Who acted; address and browser as the server saw them. */
export type Actor = {
  readonly kind: "signer" | "sender" | "system" | "operator" | "administrator";
  readonly id?: string | undefined;
  readonly ip?: string | undefined;
  readonly userAgent?: string | undefined;
};

/** An event to record. `details` may hold personal data: it can be erased later without breaking the chain. */
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

/** A stored event; `details` is null after erasure. */
export type RecordedEvent = Omit<ChainedEvent, "chainId"> & { readonly hash: string; readonly details: Json | null };

/** Adds an event to its chain, in the caller's transaction: the change and its event commit together. */
export async function recordEvent(db: Db, event: TrailEvent): Promise<void> {
  await inTransaction(db, async (trx) => {
    const chainId = event.workflowId ?? serviceChain;
    // The lock orders the writers of one chain; it is held until the caller's transaction ends.
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

/** The service's own events of one type between two moments whose details say something, oldest first; erased ones say nothing. */
export async function eventsAbout(
  db: Db,
  asked: {
    readonly type: string;
    readonly from: Date;
    readonly until: Date;
    readonly detail: { readonly name: string; readonly value: string };
  },
): Promise<Array<{ readonly actorKind: string; readonly actorId: string | null; readonly details: unknown }>> {
  return await readEventsAbout(db, asked);
}

/** The newest event of a workflow's chain, which the audit report quotes; null before the first event. */
export async function trailHead(db: Db, workflowId: WorkflowId): Promise<TrailHead | null> {
  return await readHead(db, workflowId);
}

/** Recomputes every chain and returns its faults; an empty list means that nothing was changed. */
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

/** Head and events of one snapshot: an event recorded between two reads must not look like a fault. */
async function readChain(db: Db, chainId: string): Promise<{ head: TrailHead | null; rows: StoredEvent[] }> {
  const read = async (trx: Db) => ({ rows: await readEvents(trx, chainId), head: await readHead(trx, chainId) });
  if (db.isTransaction) return await read(db);
  return await db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(read);
}

/**
 * Erases the details of a workflow's events for good (GDPR Art. 17) and records who erased which in the same transaction.
 * The chain still verifies. Details are erased nowhere else.
 */
export async function eraseTrailDetails(
  db: Db,
  erasure: { readonly workflowId: WorkflowId; readonly at: Date; readonly actor: Actor },
): Promise<void> {
  const { workflowId, at, actor } = erasure;
  await inTransaction(db, async (trx) => {
    await lockHead(trx, workflowId);
    const erased = await readErasable(trx, workflowId);
    await erase(trx, { seqs: erased, at, actor, workflowId });
  });
}

/**
 * The same in the service's own chain, for events whose actor is one of `ids` or whose details name one, from a day before `since` on: ids
 * of an organisation, its people and tokens.
 */
export async function eraseServiceDetails(
  db: Db,
  erasure: { readonly ids: readonly string[]; readonly since: Date; readonly at: Date; readonly actor: Actor },
): Promise<void> {
  const { ids, since, at, actor } = erasure;
  await inTransaction(db, async (trx) => {
    await lockHead(trx, serviceChain);
    const from = new Date(since.getTime() - 86_400_000);
    await erase(trx, { seqs: await readErasableAbout(trx, { ids, from }), at, actor });
  });
}

type Erasure = { readonly seqs: readonly number[]; readonly at: Date; readonly actor: Actor; workflowId?: WorkflowId };

async function erase(trx: Db, { seqs, at, actor, workflowId }: Erasure): Promise<void> {
  if (seqs.length === 0) return;
  const type = "trail.details-erased" satisfies typeof erasureType;
  await recordEvent(trx, { at, type, actor, workflowId, details: { erased: [...seqs] } });
  await eraseDetails(trx, workflowId ?? serviceChain, { seqs, at });
}
