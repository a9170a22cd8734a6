/** Tables of the room `webhooks` (migration 0048). */
import type { OrganisationId, TokenId, WorkflowId } from "@siegel/contract/ids.ts";
import type { WebhookDeliveryState, WebhookEventType } from "@siegel/contract/webhook-events.ts";
import type { Generated, GeneratedAlways } from "kysely";

/** Tables of the room `webhooks`. */
export interface WebhooksTables {
  /** A server of one organisation. */
  webhook_receiver: {
    receiver_id: string;
    organisation_id: string;
    /** Scheme, host and port. */
    origin: string;
    /** Since when every try has failed; null: the last one worked. */
    failing_since: Generated<Date | null>;
    /** When administrators were told that deliveries failed for good; null: since it last worked, none did. */
    told_at: Generated<Date | null>;
  };
  webhook_delivery: {
    /** `webhook-id`: the same at every try. */
    delivery_id: string;
    /** Grows with every event: the order in which they happened. */
    number: GeneratedAlways<string>;
    receiver_id: string;
    organisation_id: OrganisationId;
    token_id: TokenId;
    /** Null: a test that an administrator sent. */
    workflow_id: WorkflowId | null;
    /** Counts the events of the workflow from 1. */
    sequence: number | null;
    type: WebhookEventType;
    url: string;
    /** What is sent, made once. */
    body: string;
    created_at: Date;
    state: Generated<WebhookDeliveryState>;
    /** Deliveries of one lane get their first try one after the other. */
    lane: string;
    tries: Generated<number>;
    /** When the tries began: at the event, or when it was sent again. */
    tries_since: Date;
    due_at: Date;
    /** Somebody is sending it until then. */
    leased_until: Generated<Date | null>;
    /** In this process (db/presence.ts). */
    presence: Generated<number | null>;
    /** What the last try came to: the status that was answered, or why there was no answer. */
    last_status: Generated<number | null>;
    last_fault: Generated<string | null>;
    last_ms: Generated<number | null>;
    settled_at: Generated<Date | null>;
  };
}
