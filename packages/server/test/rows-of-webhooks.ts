/** Where events go, and deliveries in each of their states (rows-of-each-schema.ts). */
import { at, later, type SchemaRows } from "./schema-rows.ts";

const delivery = {
  receiver_id: "portal",
  organisation_id: "org",
  token_id: "token",
  url: "https://portal.hafenwerk.example/siegel",
  created_at: at,
  tries_since: at,
  due_at: at,
};
const untried = { tries: 0, leased_until: null, presence: null, last_status: null, last_fault: null, last_ms: null };

/** By name of the migration. */
export const rowsOfWebhooks: Readonly<Record<string, SchemaRows>> = {
  "0048_webhooks": {
    changes: [
      {
        table: "api_token",
        where: { token_id: "token" },
        to: {
          webhook_url: null,
          webhook_version: 1,
          webhook_secret_before: null,
          webhook_secret_before_until: null,
        },
      },
      { table: "workflow", where: { workflow_id: "open" }, to: { webhook_url: null, webhook_sequence: 0 } },
    ],
    rows: [
      [
        "webhook_receiver",
        {
          receiver_id: "portal",
          organisation_id: "org",
          origin: "https://portal.hafenwerk.example",
          failing_since: at,
          told_at: later,
        },
      ],
      [
        "webhook_delivery",
        {
          ...delivery,
          delivery_id: "evt_invited",
          workflow_id: "open",
          sequence: 2,
          type: "signer.invited",
          body: "{}",
          state: "waiting",
          lane: "open",
          ...untried,
          settled_at: null,
        },
      ],
      [
        "webhook_delivery",
        {
          ...delivery,
          delivery_id: "evt_created",
          workflow_id: "open",
          sequence: 1,
          type: "workflow.created",
          body: "{}",
          state: "failed",
          lane: "open",
          tries: 14,
          leased_until: null,
          presence: 7,
          last_status: 503,
          last_fault: null,
          last_ms: 210,
          settled_at: later,
        },
      ],
      [
        "webhook_delivery",
        {
          ...delivery,
          delivery_id: "evt_ping",
          workflow_id: null,
          sequence: null,
          type: "test.ping",
          body: "{}",
          state: "failed",
          lane: "evt_ping",
          ...untried,
          tries: 1,
          last_fault: "timeout",
          settled_at: later,
        },
      ],
    ],
  },
};

/** What is being tried. */
export const rowsOfFairWebhooks: Readonly<Record<string, SchemaRows>> = {
  "0052_fair-webhooks": {
    rows: [
      [
        "webhook_delivery",
        {
          ...delivery,
          delivery_id: "evt_leased",
          workflow_id: null,
          sequence: null,
          type: "test.ping",
          body: "{}",
          state: "waiting",
          lane: "evt_leased",
          ...untried,
          tries: 1,
          leased_until: later,
          presence: 7,
          settled_at: null,
        },
      ],
    ],
  },
};
