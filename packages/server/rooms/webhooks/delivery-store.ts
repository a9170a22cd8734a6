/** SQL of tries: whoever makes one holds a lease on the delivery's row, as with mails (messages/mail-rows.ts). */
import type { OrganisationId, TokenId } from "@siegel/contract/ids.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../db/database.ts";
import { isGone } from "../../db/presence.ts";

/** A delivery that was taken to be tried now. */
export type TakenDelivery = {
  readonly deliveryId: string;
  readonly receiverId: string;
  readonly organisationId: OrganisationId;
  readonly tokenId: TokenId;
  readonly url: string;
  readonly body: string;
  /** Which try this is, from 1. */
  readonly tries: number;
  readonly since: Date;
};
/** What was taken of one receiver. `wasFailing`: its last try had failed, or its administrators were told that it fails. */
export type Batch = { readonly receiverId: string; readonly wasFailing: boolean; readonly deliveries: TakenDelivery[] };

/** Whose a taken delivery is until when. */
export type Lease = { readonly now: Date; readonly until: Date; readonly presence: number | null };

/** Any number that no other lock of ours uses. */
const claim_lock = 5_457_748;
/** A receiver's first deliveries that are looked at. Those of one lane wait for each other, and so does what comes after so many of them. */
const looked_at = 64;
/** What one process takes of a receiver at once; it tries four of them at a time. */
export const batch_max = 32;
/** Receivers of one organisation that all processes speak to at once: one with very many slow ones must leave room for the others. */
const of_organisation_max = 16;
/** A receiver that fails gets one delivery at a time until one arrives. */
const batch_while_failing = 1;

const isBusy = (delivery: RawBuilder<unknown>, now: Date): RawBuilder<boolean> =>
  sql<boolean>`(${delivery}.leased_until > ${now} and not ${isGone(sql`${delivery}.presence`)})`;

/**
 * Takes the leases of deliveries that are due, of at most so many receivers: of a receiver whose deliveries no process has at the moment,
 * one of each organisation before a second of any; and of a lane those whose turn it is: a first try begins when the first tries of earlier
 * events have ended. A try of a process that died is taken again.
 */
export async function takeDue(db: Db, { now, until, presence }: Lease, receivers: number): Promise<Batch[]> {
  // One process after the other: two that look at once would both find the receiver free.
  await sql`select pg_advisory_xact_lock(${claim_lock})`.execute(db);
  const { rows } = await sql<TakenRow>`
    with busy as (
      select organisation_id, array_agg(distinct receiver_id) as receiver_ids from webhook_delivery
       where state = 'waiting' and ${isBusy(sql`webhook_delivery`, now)} group by organisation_id),
    free as (
      select r.receiver_id, r.failing_since, r.failing_since is not null or r.told_at is not null as was_failing,
             coalesce(cardinality(b.receiver_ids), 0)
               + row_number() over (partition by r.organisation_id order by r.failing_since nulls first) as place
        from webhook_receiver r left join busy b on b.organisation_id = r.organisation_id
       where exists (
               select 1 from webhook_delivery due
                where due.receiver_id = r.receiver_id and due.state = 'waiting' and due.due_at <= ${now})
         and r.receiver_id <> all(coalesce(b.receiver_ids, '{}'))),
    receiver as (
      select receiver_id, was_failing from free where place <= ${sql.lit(of_organisation_max)}
       order by failing_since is not null, place, failing_since
       limit ${receivers}),
    chosen as (
      select own.delivery_id, r.was_failing from receiver r cross join lateral (
        select d.delivery_id from (
          select * from webhook_delivery
           where receiver_id = r.receiver_id and state = 'waiting' and due_at <= ${now}
           order by due_at, number limit ${sql.lit(looked_at)}
        ) d
         where not exists (
           select 1 from webhook_delivery earlier
            where earlier.lane = d.lane and earlier.state = 'waiting' and earlier.number < d.number
              and (earlier.tries = 0 or (earlier.tries = 1 and earlier.leased_until is not null)))
         order by d.due_at, d.number
         limit case when r.was_failing then ${sql.lit(batch_while_failing)} else ${sql.lit(batch_max)} end
      ) own)
    update webhook_delivery taken
       set tries = taken.tries + 1, leased_until = ${until}, presence = ${presence}
      from chosen where taken.delivery_id = chosen.delivery_id
     returning taken.delivery_id, taken.number, taken.receiver_id, taken.organisation_id, taken.token_id, taken.url,
               taken.body, taken.tries, taken.tries_since, chosen.was_failing`.execute(db);
  return batchesOf(rows.sort((a, b) => Number(a.number) - Number(b.number)));
}

type TakenRow = {
  delivery_id: string;
  number: string;
  receiver_id: string;
  organisation_id: OrganisationId;
  token_id: TokenId;
  url: string;
  body: string;
  tries: number;
  tries_since: Date;
  was_failing: boolean;
};

function batchesOf(rows: readonly TakenRow[]): Batch[] {
  const batches = new Map<string, Batch>();
  for (const row of rows) {
    const { receiver_id: receiverId, was_failing: wasFailing } = row;
    const batch = batches.get(receiverId) ?? { receiverId, wasFailing, deliveries: [] };
    batches.set(receiverId, batch);
    batch.deliveries.push({
      deliveryId: row.delivery_id,
      receiverId,
      organisationId: row.organisation_id,
      tokenId: row.token_id,
      url: row.url,
      body: row.body,
      tries: row.tries,
      since: row.tries_since,
    });
  }
  return [...batches.values()];
}

/** Gives deliveries back that were taken and not tried; `dueAt`: until when nobody takes them again. What has ended stays as it is. */
export async function giveBack(
  db: Db,
  deliveries: readonly TakenDelivery[],
  { until, dueAt }: Pick<Lease, "until"> & { readonly dueAt?: Date },
): Promise<void> {
  if (deliveries.length === 0) return;
  await db
    .updateTable("webhook_delivery")
    .set((e) => ({ tries: e("tries", "-", 1), leased_until: null, presence: null, ...(dueAt && { due_at: dueAt }) }))
    .where(
      "delivery_id",
      "in",
      deliveries.map((one) => one.deliveryId),
    )
    .where("state", "=", "waiting")
    .where("leased_until", "=", until)
    .execute();
}

/** What came of a try. `nextAt`: when the next one is due; null: none follows. */
export type TryEnd = {
  readonly at: Date;
  readonly status: number | null;
  readonly fault: string | null;
  readonly ms: number;
  readonly arrived: boolean;
  readonly nextAt: Date | null;
};

/** Ends a try; false where it is not this try's to end any more: the lease was lost, or the delivery was sent again meanwhile. */
export async function saveTry(
  db: Db,
  { deliveryId, tries, since }: Pick<TakenDelivery, "deliveryId" | "tries" | "since">,
  end: TryEnd,
): Promise<boolean> {
  const done = end.arrived || end.nextAt === null;
  const saved = await db
    .updateTable("webhook_delivery")
    .set({
      state: end.arrived ? "delivered" : done ? "failed" : "waiting",
      settled_at: done ? end.at : null,
      ...(end.nextAt === null ? {} : { due_at: end.nextAt }),
      leased_until: null,
      presence: null,
      last_status: end.status,
      last_fault: end.fault,
      last_ms: end.ms,
    })
    .where("delivery_id", "=", deliveryId)
    .where("state", "=", "waiting")
    .where("tries", "=", tries)
    .where("tries_since", "=", since)
    .executeTakeFirst();
  return saved.numUpdatedRows === 1n;
}

/** A receiver works: its next failure for good is told again. Writes nothing where it worked before. */
export async function saveWorks(db: Db, receiverId: string): Promise<void> {
  await db
    .updateTable("webhook_receiver")
    .set({ failing_since: null, told_at: null })
    .where("receiver_id", "=", receiverId)
    .where((e) => e.or([e("failing_since", "is not", null), e("told_at", "is not", null)]))
    .execute();
}

/** A receiver fails. */
export async function saveFails(db: Db, receiverId: string, at: Date): Promise<void> {
  await db
    .updateTable("webhook_receiver")
    .set({ failing_since: at })
    .where("receiver_id", "=", receiverId)
    .where("failing_since", "is", null)
    .execute();
}

/** Whether administrators are to be told now that a delivery to this receiver failed for good: only the first since it last worked. */
export async function takeTelling(db: Db, receiverId: string, at: Date): Promise<boolean> {
  const told = await db
    .updateTable("webhook_receiver")
    .set({ told_at: at })
    .where("receiver_id", "=", receiverId)
    .where("told_at", "is", null)
    .executeTakeFirst();
  return told.numUpdatedRows === 1n;
}

/** Deliveries that have not arrived, by what becomes of them. Those that have are not counted: their number grows. */
export async function countUndelivered(db: Db): Promise<Record<"untried" | "tried" | "failed", number>> {
  const { rows } = await sql<{ untried: number; tried: number; failed: number }>`
    select waiting.untried, waiting.tried, failed.failed
      from (select count(*) filter (where tries = 0)::int as untried, count(*) filter (where tries > 0)::int as tried
              from webhook_delivery where state = 'waiting') waiting,
           (select count(*)::int as failed from webhook_delivery where state = 'failed') failed`.execute(db);
  return rows[0] ?? { untried: 0, tried: 0, failed: 0 };
}

/** Deletes deliveries that ended before then. */
export async function deleteEnded(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("webhook_delivery").where("settled_at", "<", before).execute();
}
