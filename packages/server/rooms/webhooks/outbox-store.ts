/** SQL of the events that are to be delivered, and of their receivers. */
import type { OrganisationId, TokenId, WorkflowId } from "@siegel/contract/ids.ts";
import type { WebhookEventType } from "@siegel/contract/webhook-events.ts";
import { sql } from "kysely";
import type { Db } from "../../db/database.ts";
import type { WorkflowsTables } from "../../db/workflows-tables.ts";

/** Where an event of a workflow goes, and its number. */
export type Numbered = {
  readonly url: string;
  readonly sequence: number;
  readonly status: WorkflowsTables["workflow"]["status"];
  readonly organisationId: OrganisationId;
  readonly tokenId: TokenId;
};

/** Takes the next number of a workflow whose events go somewhere; null where they go nowhere. The workflow's address wins over its token's. */
export async function takeNumber(db: Db, workflowId: WorkflowId): Promise<Numbered | null> {
  const { rows } = await sql<{
    url: string;
    webhook_sequence: number;
    status: Numbered["status"];
    organisation_id: OrganisationId;
    token_id: TokenId;
  }>`
    update workflow w set webhook_sequence = w.webhook_sequence + 1 from api_token t
     where w.workflow_id = ${workflowId} and t.token_id = w.token_id and coalesce(w.webhook_url, t.webhook_url) is not null
     returning coalesce(w.webhook_url, t.webhook_url) as url, w.webhook_sequence, w.status, w.organisation_id, w.token_id`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { url, webhook_sequence: sequence, status, organisation_id: organisationId, token_id: tokenId } = row;
  return { url, sequence, status, organisationId, tokenId };
}

/** The receiver of an origin, made under `newId` where there is none. It is only read where there is one: events of many workflows must not wait for each other. */
export async function keepReceiver(
  db: Db,
  receiver: { readonly organisationId: OrganisationId; readonly origin: string; readonly newId: string },
): Promise<string> {
  const { organisationId, origin, newId } = receiver;
  const found = await readReceiver(db, organisationId, origin);
  if (found !== null) return found;
  await db
    .insertInto("webhook_receiver")
    .values({ receiver_id: newId, organisation_id: organisationId, origin })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const made = await readReceiver(db, organisationId, origin);
  if (made === null) throw new Error("a receiver that was made is there");
  return made;
}

async function readReceiver(db: Db, organisationId: OrganisationId, origin: string): Promise<string | null> {
  const row = await db
    .selectFrom("webhook_receiver")
    .select("receiver_id")
    .where("organisation_id", "=", organisationId)
    .where("origin", "=", origin)
    .executeTakeFirst();
  return row?.receiver_id ?? null;
}

/** An event to deliver. */
export type NewDelivery = {
  readonly deliveryId: string;
  readonly receiverId: string;
  readonly organisationId: OrganisationId;
  readonly tokenId: TokenId;
  readonly workflowId: WorkflowId | null;
  readonly sequence: number | null;
  readonly type: WebhookEventType;
  readonly url: string;
  readonly body: string;
  readonly lane: string;
  /** When it happened, and from when on it is tried. */
  readonly at: Date;
  readonly dueAt: Date;
};

/** Writes it down, to be tried from now on. */
export async function insertDelivery(db: Db, made: NewDelivery): Promise<void> {
  await db
    .insertInto("webhook_delivery")
    .values({
      delivery_id: made.deliveryId,
      receiver_id: made.receiverId,
      organisation_id: made.organisationId,
      token_id: made.tokenId,
      workflow_id: made.workflowId,
      sequence: made.sequence,
      type: made.type,
      url: made.url,
      body: made.body,
      lane: made.lane,
      created_at: made.at,
      tries_since: made.dueAt,
      due_at: made.dueAt,
    })
    .execute();
}
