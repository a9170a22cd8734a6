/** Webhooks of an organisation's tokens and what became of their events, for administrators. */
import { z } from "zod";
import { call } from "../call.ts";
import { tokenId, workflowId } from "../ids.ts";
import { password_chars_max, webhook_url_chars_max } from "../limits.ts";
import { beforePatterns } from "../text.ts";
import { valueFaults } from "../value-faults.ts";
import { isWebhookAddress } from "../webhook-address.ts";
import { deliveryStates } from "../webhook-events.ts";

const count = z.number().int();
const moment = z.iso.datetime();

/** An address that somebody gives. */
export const webhookUrl = z
  .string()
  .trim()
  .max(webhook_url_chars_max, beforePatterns)
  .refine(isWebhookAddress, valueFaults.webhookAddress.en);

const foreignIds = "An id of another organisation answers 404, as one that does not exist.";
const idParam = z.object({ id: z.string().describe("The token's id.") });
const ownPassword = z.object({
  password: z
    .string()
    .min(1)
    .max(password_chars_max)
    .describe("The password of the person who asks; wrong ones count like those at the login."),
});

export const webhookView = z
  .object({
    token_id: tokenId.describe("The token's id."),
    name: z.string().describe("What the token is called."),
    webhook_url: z.string().nullable().describe("Where events of its workflows go; null: nowhere."),
    version: count.describe("Counts the changes of the address; send it along with a change."),
    secret_before_until: moment
      .nullable()
      .describe("Until when the secret before the last renewal signs as well; null: it does not."),
  })
  .meta({ id: "WebhookView", description: "Where a token's events go." });
export type WebhookView = z.infer<typeof webhookView>;

export const webhookSecret = z
  .object({
    secret: z.string().describe("The secret that signs this token's events (Standard Webhooks): `whsec_` and base64."),
    secret_before_until: moment
      .nullable()
      .describe("Until when the secret before the last renewal signs as well; null: it does not."),
  })
  .meta({ id: "WebhookSecret", description: "The secret of a token's webhooks." });
export type WebhookSecret = z.infer<typeof webhookSecret>;

export const webhookDelivery = z
  .object({
    delivery_id: z.string().describe("`webhook-id`: the same at every try."),
    token_id: tokenId.describe("The token of the workflow."),
    type: z.string().describe("What happened, such as `signer.signed`."),
    workflow_id: workflowId.nullable().describe("The workflow; null: a test."),
    workflow_name: z.string().nullable().describe("Its name; it is not sent."),
    sequence: count.nullable().describe("Counts the events of the workflow from 1; null: a test."),
    url: z.string().describe("Where it goes."),
    state: z
      .enum(deliveryStates)
      .describe("`waiting`: tries go on; `delivered`: answered with 2xx; `failed`: given up after 3 days."),
    created_at: moment.describe("When it happened."),
    tries: count.describe("How often it was tried."),
    next_try_at: moment.nullable().describe("When it is tried again; null: it has ended."),
    last_status: count.nullable().describe("The HTTP status of the last answer; null: there was none."),
    last_fault: z
      .string()
      .nullable()
      .describe(
        "Why there was no answer: `address` (not public), `name`, `certificate`, `timeout`, `connection`, `removed` (the address was).",
      ),
    last_ms: count.nullable().describe("How long the last try took, milliseconds."),
  })
  .meta({ id: "WebhookDelivery", description: "An event and what became of it." });
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const getWebhook = call({
  name: "getWebhook",
  method: "GET",
  path: "/api/account/getWebhook/:id",
  caller: "admin",
  permission: "api",
  summary: "Read where a token's events go",
  description: `The secret is not told. ${foreignIds}`,
  params: idParam,
  response: webhookView,
});

export const updateWebhook = call({
  name: "updateWebhook",
  method: "PUT",
  path: "/api/account/updateWebhook",
  caller: "admin",
  permission: "api",
  summary: "Say where a token's events go",
  description: `What waits for the old address goes to the new one. ${foreignIds}`,
  body: z.object({
    token_id: z.string().describe("The token's id."),
    webhook_url: webhookUrl.nullable().describe("The address, https; null: events go nowhere, and what waits fails."),
    version: count
      .optional()
      .describe(
        "The `version` of what was read. Changed meanwhile: 409 with it as it is now. Left out: not looked at.",
      ),
  }),
  response: webhookView,
});

export const sendTestEvent = call({
  name: "sendTestEvent",
  method: "POST",
  path: "/api/account/sendTestEvent/:id",
  caller: "admin",
  permission: "api",
  summary: "Send a test event",
  description: `\`test.ping\` goes to the token's address, and only there; 60 an hour at most. ${foreignIds}`,
  params: idParam,
  response: z
    .object({ delivery_id: z.string().describe("The id to look for among the deliveries.") })
    .meta({ id: "SentTest", description: "A test event that is on its way." }),
});

export const showWebhookSecret = call({
  name: "showWebhookSecret",
  method: "POST",
  path: "/api/account/showWebhookSecret/:id",
  caller: "admin",
  permission: "api",
  summary: "Show the secret of a token's webhooks",
  description: `Asks for the own password; that it was shown stands in the trail. ${foreignIds}`,
  params: idParam,
  body: ownPassword,
  response: webhookSecret,
});

export const renewWebhookSecret = call({
  name: "renewWebhookSecret",
  method: "POST",
  path: "/api/account/renewWebhookSecret/:id",
  caller: "admin",
  permission: "api",
  summary: "Renew the secret of a token's webhooks",
  description: `Asks for the own password. For 24 hours events carry the signatures of both, the new one first. ${foreignIds}`,
  params: idParam,
  body: ownPassword,
  response: webhookSecret,
});

export const deliveryPage = z
  .object({
    deliveries: z.array(webhookDelivery).describe("The deliveries of this page."),
    next_cursor: z.string().nullable().describe("Asks for the next page; null on the last."),
    failed: z
      .object({
        count: count.describe("How many deliveries have failed for good."),
        since: moment.nullable().describe("When the first of these events happened; null: none failed."),
        last_status: count.nullable().describe("What the receiver answered the newest of them; null: nothing."),
        last_fault: z.string().nullable().describe("Why there was no answer to the newest of them; null: there was."),
      })
      .describe("What has failed for good in all."),
  })
  .meta({ id: "DeliveryPage", description: "A page of deliveries." });
export type DeliveryPage = z.infer<typeof deliveryPage>;

export const listWebhookDeliveries = call({
  name: "listWebhookDeliveries",
  method: "GET",
  path: "/api/account/webhookDeliveries",
  caller: "admin",
  permission: "api",
  summary: "List deliveries of webhooks",
  description: "The organisation's deliveries, newest first, a page at a time.",
  query: z.object({
    state: z.enum(["all", "failed"]).default("all").describe("All, or those that have failed for good."),
    limit: z.coerce.number().int().min(1).max(100).default(25).describe("How many deliveries a page has."),
    cursor: z.string().max(200).optional().describe("The `next_cursor` of the page before. Left out: the first page."),
  }),
  response: deliveryPage,
});

export const replayDelivery = call({
  name: "replayDelivery",
  method: "POST",
  path: "/api/account/replayDelivery/:id",
  caller: "admin",
  permission: "api",
  summary: "Send a delivery again",
  description: `With the same id and bytes, whatever became of it, to the address that is set now. ${foreignIds}`,
  params: z.object({ id: z.string().describe("The delivery's id.") }),
  response: z.literal(true).describe("It is on its way."),
});

export const replayFailed = call({
  name: "replayFailed",
  method: "POST",
  path: "/api/account/replayFailed",
  caller: "admin",
  permission: "api",
  summary: "Send everything again that failed",
  description: "What happened since a moment and failed for good, in the order in which it happened.",
  body: z.object({ since: z.iso.datetime({ offset: true }).describe("From when on.") }),
  response: z
    .object({ count: count.describe("How many deliveries are on their way.") })
    .meta({ id: "Replayed", description: "What is sent again." }),
});
