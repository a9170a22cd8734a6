/** SQL of the room `audit-trail`. */
import { sql } from "kysely";
import { builtOnce } from "../../db/built-once.ts";
import type { Db } from "../../db/database.ts";
import {
  type ChainedEvent,
  chainStart,
  erasureType,
  type KeptDetails,
  type StoredEvent,
  serviceChain,
  type TrailHead,
} from "./audit-trail-rules.ts";
import type { Json } from "./canonical-json.ts";

type LockedHead = { seq: number; hash: string; salt: Uint8Array };

// 244 random bits.
const salt = sql<Uint8Array>`uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())`;

/** Heads that a running transaction has locked: no other transaction changes them, so its next event need not read them again. */
const held = new WeakMap<Db, Map<string, LockedHead>>();

const keepHead = (trx: Db, chainId: string, head: LockedHead): void => {
  held.set(trx, (held.get(trx) ?? new Map<string, LockedHead>()).set(chainId, head));
};

/** Locks a chain's head until the transaction ends, and draws a salt; makes the chain where it is missing. */
export async function lockHead(trx: Db, chainId: string): Promise<LockedHead> {
  const known = held.get(trx)?.get(chainId);
  if (known !== undefined) return known;
  const head = await makeHead(trx, chainId);
  keepHead(trx, chainId, head);
  return head;
}

async function makeHead(db: Db, chainId: string): Promise<LockedHead> {
  const head = await selectLockedHead(db, chainId);
  if (head !== undefined) return head;
  await db
    .insertInto("audit_chain")
    .values({ chain_id: chainId, seq: 0, hash: chainStart })
    .onConflict((conflict) => conflict.column("chain_id").doNothing())
    .execute();
  const made = await selectLockedHead(db, chainId);
  if (made === undefined) throw new Error(`chain ${chainId} is gone`);
  return made;
}

const lockedHead = builtOnce((db, { chainId }: { chainId: string }) =>
  db
    .selectFrom("audit_chain")
    .select(["seq", "hash", salt.as("salt")])
    .where("chain_id", "=", chainId)
    .forNoKeyUpdate(),
);

async function selectLockedHead(db: Db, chainId: string): Promise<LockedHead | undefined> {
  return (await lockedHead(db, { chainId })).rows[0];
}

type NewEvent = ChainedEvent & { readonly hash: string; readonly salt: Uint8Array; readonly detailsText: string };

const eventWithHead = builtOnce((db, event: NewEvent) => {
  const place = { chain_id: event.chainId, seq: event.seq };
  const row = {
    ...place,
    at: event.at,
    type: event.type,
    actor_kind: event.actorKind as "signer" | "sender" | "system" | "operator" | "administrator",
    actor_id: event.actorId,
    workflow_id: event.workflowId,
    signer_id: event.signerId,
    file_id: event.fileId,
    details_hash: event.detailsHash,
    prev_hash: event.prevHash,
    hash: event.hash,
  };
  return db
    .with("head", (cte) =>
      cte
        .updateTable("audit_chain")
        .set({ seq: event.seq, hash: event.hash })
        .where("chain_id", "=", event.chainId)
        .returning("chain_id"),
    )
    .with("event", (cte) => cte.insertInto("audit_event").values(row).returning("chain_id"))
    .insertInto("audit_event_details")
    .values({ ...place, salt: event.salt, details: event.detailsText })
    .returning(salt.as("salt"));
});

/** Writes the event, its details and the new head, in one statement that draws the salt of the next: this happens a dozen times a journey. */
export async function insertEvent(
  trx: Db,
  event: ChainedEvent & { hash: string },
  kept: { salt: Uint8Array; details: Json },
): Promise<void> {
  const { rows } = await eventWithHead(trx, { ...event, salt: kept.salt, detailsText: JSON.stringify(kept.details) });
  const [next] = rows;
  if (next === undefined) throw new Error(`event ${event.seq} of ${event.chainId} was not written`);
  keepHead(trx, event.chainId, { seq: event.seq, hash: event.hash, salt: next.salt });
}

/** A chain's newest event, or null. */
export async function readHead(db: Db, chainId: string): Promise<TrailHead | null> {
  return (await newestHead(db, { chainId })).rows[0] ?? null;
}

const newestHead = builtOnce((db, { chainId }: { chainId: string }) =>
  db.selectFrom("audit_chain").select(["seq", "hash"]).where("chain_id", "=", chainId),
);

/** Every chain that has a head or an event. */
export async function readChainIds(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("audit_chain")
    .select("chain_id")
    .union(db.selectFrom("audit_event").select("chain_id"))
    .orderBy("chain_id")
    .execute();
  return rows.map((row) => row.chain_id);
}

/** The events of a chain by `seq`, with what is left of their details. */
export async function readEvents(db: Db, chainId: string): Promise<StoredEvent[]> {
  const { rows } = await eventsOfChain(db, { chainId });
  return rows.map((row) => ({
    chainId: row.chain_id,
    seq: row.seq,
    at: row.at_text,
    type: row.type,
    actorKind: row.actor_kind,
    actorId: row.actor_id,
    workflowId: row.workflow_id,
    signerId: row.signer_id,
    fileId: row.file_id,
    detailsHash: row.details_hash,
    prevHash: row.prev_hash,
    hash: row.hash,
    kept: keptDetails(row),
  }));
}

const eventsOfChain = builtOnce((db, { chainId }: { chainId: string }) =>
  db
    .selectFrom("audit_event as e")
    .leftJoin("audit_event_details as d", (join) =>
      join.onRef("d.chain_id", "=", "e.chain_id").onRef("d.seq", "=", "e.seq"),
    )
    .selectAll("e")
    // Microseconds as stored: a JavaScript date would hide a change below the millisecond.
    .select(sql<string>`to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as("at_text"))
    .select(["d.salt", "d.details", "d.erased_at"])
    .where("e.chain_id", "=", chainId)
    .orderBy("e.seq"),
);

function keptDetails(row: { salt: Uint8Array | null; details: unknown; erased_at: Date | null }): KeptDetails {
  if (row.salt === null) return { kind: "missing" };
  if (row.erased_at !== null) return { kind: "erased" };
  return { kind: "kept", salt: row.salt, details: row.details as Json };
}

/** Workflows of which the trail knows nothing at all. */
export async function readWorkflowsWithoutChain(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("workflow as w")
    .leftJoin("audit_chain as c", (join) => join.on(sql<boolean>`c.chain_id = w.workflow_id`))
    .select("w.workflow_id")
    .where("c.chain_id", "is", null)
    .execute();
  return rows.map((row) => row.workflow_id);
}

/** The events of a chain, by `seq`, that still have details of their own; events that report an erasure keep theirs. */
export async function readErasable(db: Db, chainId: string): Promise<number[]> {
  const rows = await db
    .selectFrom("audit_event_details as d")
    .innerJoin("audit_event as e", (join) => join.onRef("e.chain_id", "=", "d.chain_id").onRef("e.seq", "=", "d.seq"))
    .select("d.seq")
    .where("d.chain_id", "=", chainId)
    .where("d.erased_at", "is", null)
    .where("e.type", "<>", erasureType)
    .orderBy("d.seq")
    .execute();
  return rows.map(({ seq }) => seq);
}

/** The same in the service's chain, of events since then whose actor is one of these ids or whose details name one. */
export async function readErasableAbout(
  db: Db,
  { ids, from }: { readonly ids: readonly string[]; readonly from: Date },
): Promise<number[]> {
  // The chain grows with time: its key leads to the first event that can be meant.
  const { rows } = await sql<{ seq: number }>`
    select e.seq from audit_event e join audit_event_details d using (chain_id, seq)
     where e.chain_id = ${serviceChain} and d.erased_at is null and e.type <> ${erasureType}
       and e.seq > coalesce((select seq from audit_event where chain_id = ${serviceChain} and at < ${from} order by seq desc limit 1), 0)
       and (e.actor_id = any(${ids}::text[])
            or exists (select 1 from jsonb_each_text(d.details) as detail where detail.value = any(${ids}::text[])))
     order by e.seq`.execute(db);
  return rows.map(({ seq }) => seq);
}

/** The service's own events of one type between two moments whose details have a value under a name, oldest first. */
export async function readEventsAbout(
  db: Db,
  asked: {
    readonly type: string;
    readonly from: Date;
    readonly until: Date;
    readonly detail: { readonly name: string; readonly value: string };
  },
): Promise<Array<{ actorKind: string; actorId: string | null; details: unknown }>> {
  const { type, from, until, detail } = asked;
  // The index of revocations names its type as a constant.
  const { rows } = await sql<{ actorKind: string; actorId: string | null; details: unknown }>`
    select e.actor_kind as "actorKind", e.actor_id as "actorId", d.details
      from audit_event e join audit_event_details d using (chain_id, seq)
     where e.chain_id = ${serviceChain} and e.type = ${sql.lit(type)} and e.at between ${from} and ${until}
       and d.details ->> ${detail.name}::text = ${detail.value}
     order by e.seq`.execute(db);
  return rows;
}

/** Empties details and salt of some of a chain's events. */
export async function eraseDetails(
  db: Db,
  chainId: string,
  erased: { readonly seqs: readonly number[]; readonly at: Date },
): Promise<void> {
  await db
    .updateTable("audit_event_details")
    .set({ details: "{}", salt: new Uint8Array(), erased_at: erased.at })
    .where("chain_id", "=", chainId)
    .where("seq", "in", [...erased.seqs])
    .execute();
}
