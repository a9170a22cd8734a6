/** SQL of what administrators see of deliveries and do with them. */
import type { OrganisationId, TokenId, WorkflowId } from "@siegel/contract/ids.ts";
import type { WebhookDeliveryState, WebhookEventType } from "@siegel/contract/webhook-events.ts";
import { sql } from "kysely";
import type { Db } from "../../db/database.ts";

/** A delivery in the list. */
export type ListedDelivery = {
  readonly deliveryId: string;
  /** In the order in which the events happened. */
  readonly number: string;
  readonly tokenId: TokenId;
  readonly type: WebhookEventType;
  readonly workflowId: WorkflowId | null;
  readonly workflowName: string | null;
  readonly sequence: number | null;
  readonly url: string;
  readonly state: WebhookDeliveryState;
  readonly createdAt: Date;
  readonly tries: number;
  /** Null once it has ended. */
  readonly nextTryAt: Date | null;
  readonly lastStatus: number | null;
  readonly lastFault: string | null;
  readonly lastMs: number | null;
};

/** A page of an organisation's deliveries, newest first. */
export async function readDeliveries(
  db: Db,
  page: {
    readonly organisationId: OrganisationId;
    readonly state: WebhookDeliveryState | null;
    /** The number of the last one of the page before. */
    readonly before: string | null;
    readonly limit: number;
  },
): Promise<ListedDelivery[]> {
  let query = db
    .selectFrom("webhook_delivery as d")
    .leftJoin("workflow as w", "w.workflow_id", "d.workflow_id")
    .select(["d.delivery_id", "d.number", "d.token_id", "d.type", "d.workflow_id", "w.name", "d.sequence", "d.url"])
    .select(["d.state", "d.created_at", "d.tries", "d.due_at", "d.last_status", "d.last_fault", "d.last_ms"])
    .where("d.organisation_id", "=", page.organisationId);
  if (page.state !== null) query = query.where("d.state", "=", page.state);
  if (page.before !== null) query = query.where("d.number", "<", page.before);
  const rows = await query.orderBy("d.number", "desc").limit(page.limit).execute();
  return rows.map((row) => ({
    deliveryId: row.delivery_id,
    number: row.number,
    tokenId: row.token_id,
    type: row.type,
    workflowId: row.workflow_id,
    workflowName: row.name,
    sequence: row.sequence,
    url: row.url,
    state: row.state,
    createdAt: row.created_at,
    tries: row.tries,
    nextTryAt: row.state === "waiting" ? row.due_at : null,
    lastStatus: row.last_status,
    lastFault: row.last_fault,
    lastMs: row.last_ms,
  }));
}

/** What has failed for good. `since`: when the first of these events happened. */
export type FailedSummary = {
  readonly count: number;
  readonly since: Date | null;
  readonly lastStatus: number | null;
  readonly lastFault: string | null;
};

/** Of an organisation; `lastStatus` and `lastFault` are the newest one's. */
export async function summariseFailed(db: Db, organisationId: OrganisationId): Promise<FailedSummary> {
  const { rows } = await sql<{
    count: number;
    since: Date | null;
    last_status: number | null;
    last_fault: string | null;
  }>`
    select count(*)::int as count, min(created_at) as since,
           (array_agg(last_status order by number desc))[1] as last_status,
           (array_agg(last_fault order by number desc))[1] as last_fault
      from webhook_delivery where organisation_id = ${organisationId} and state = 'failed'`.execute(db);
  const [row] = rows;
  return {
    count: row?.count ?? 0,
    since: row?.since ?? null,
    lastStatus: row?.last_status ?? null,
    lastFault: row?.last_fault ?? null,
  };
}

/** Whether the events of a delivery's workflow or token still go somewhere. */
const goesSomewhere = sql`exists (
  select 1 from api_token t where t.token_id = webhook_delivery.token_id and (t.webhook_url is not null or exists (
    select 1 from workflow w where w.workflow_id = webhook_delivery.workflow_id and w.webhook_url is not null)))`;

/** Tried from the start, in this lane. */
const again = (lane: string, now: Date) => sql`
  state = 'waiting', settled_at = null, tries = 0, tries_since = ${now}, due_at = ${now},
  leased_until = null, presence = null, lane = ${lane}`;

/** Where the events of a delivery's workflow or token go now, null: nowhere; undefined where the organisation has no delivery of this id. */
export async function addressNow(
  db: Db,
  organisationId: OrganisationId,
  deliveryId: string,
): Promise<string | null | undefined> {
  const { rows } = await sql<{ url: string | null }>`
    select coalesce(w.webhook_url, t.webhook_url) as url from webhook_delivery d join api_token t on t.token_id = d.token_id
      left join workflow w on w.workflow_id = d.workflow_id
     where d.delivery_id = ${deliveryId} and d.organisation_id = ${organisationId}`.execute(db);
  return rows[0]?.url;
}

/** Has one delivery sent again, whatever became of it, to this address. */
export async function sendAgain(
  db: Db,
  deliveryId: string,
  { url, receiverId, now }: { readonly url: string; readonly receiverId: string; readonly now: Date },
): Promise<void> {
  await sql`
    update webhook_delivery set ${again(deliveryId, now)}, url = ${url}, receiver_id = ${receiverId}
     where delivery_id = ${deliveryId}`.execute(db);
}

/** Has everything sent again that happened since then and failed, one after the other in the order in which it happened; answers how much it is. */
export async function sendFailedAgain(
  db: Db,
  asked: {
    readonly organisationId: OrganisationId;
    readonly since: Date;
    readonly lane: string;
    readonly now: Date;
  },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_delivery set ${again(asked.lane, asked.now)}
     where organisation_id = ${asked.organisationId} and state = 'failed' and created_at >= ${asked.since} and ${goesSomewhere}`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}

/** Deliveries to a token's own address. */
const ofToken = (tokenId: TokenId) => sql`
  token_id = ${tokenId}
  and not exists (select 1 from workflow w where w.workflow_id = webhook_delivery.workflow_id and w.webhook_url is not null)`;

/** What waits for a token's address goes to another one, and so does what failed, if it is sent again. */
export async function leadElsewhere(
  db: Db,
  tokenId: TokenId,
  { url, receiverId }: { readonly url: string; readonly receiverId: string },
): Promise<void> {
  await sql`
    update webhook_delivery set url = ${url}, receiver_id = ${receiverId}
     where ${ofToken(tokenId)} and state <> 'delivered'`.execute(db);
}

/** What waits for the address of a token that has none any more has failed. */
export async function endWaiting(db: Db, tokenId: TokenId, at: Date): Promise<void> {
  await sql`
    update webhook_delivery set state = 'failed', settled_at = ${at}, last_status = null, last_fault = 'removed'
     where ${ofToken(tokenId)} and state = 'waiting'`.execute(db);
}
