/** What a receiver of events must know: for the API page and for the OpenAPI document (its `webhooks`). */
import { webhook_secret_before_s, webhook_tried_s } from "@siegel/contract/limits.ts";
import { type WorkflowEventType, workflowEvents } from "@siegel/contract/webhook-events.ts";
import { receiverExample } from "@siegel/contract/webhook-example.ts";
import { copied, json, sentence, table } from "./html.ts";

const hour_s = 3_600;

const example = {
  type: "signer.signed",
  timestamp: "2026-11-26T09:47:11.204Z",
  data: {
    workflow_id: "24rv262fnk5wkwnh4w7azz6wmz",
    sequence: 3,
    status: "OPEN",
    signer: { signer_id: "dmf5s6wztvz2wfex11fzsm4wyb", status: "SIGNED" },
  },
};

const told = [
  "We post an event to your address for each change of a workflow: ids and states only, no personal data. An administrator sets the address of a token under API; `webhook_url` of a workflow wins over it. It must be https and reachable from the internet; redirects are not followed.",
  `Answer with 2xx within 15 seconds, and do the work afterwards. Any other answer is tried again for ${webhook_tried_s / hour_s / 24} days with longer and longer pauses; \`Retry-After\` is honoured. What has failed for good is listed under API and can be sent again.`,
  "An event arrives at least once: the same `webhook-id` may come twice. After a failure a later event may arrive before an earlier one, so order by `sequence`, which counts the events of a workflow from 1. To see what stands now, read the workflow.",
  `Events are signed as Standard Webhooks (https://www.standardwebhooks.com) says: \`webhook-signature\` is \`v1,\` and the base64 of the HMAC-SHA256 of \`webhook-id.webhook-timestamp.body\` under the secret of the token, without its \`whsec_\` and decoded from base64. After the secret was renewed, there are two signatures, parted by a space, for ${webhook_secret_before_s / hour_s} hours. There are libraries for most languages; this is all it takes with Node.js:`,
];

/** The chapter's body, HTML. */
export const webhookGuide = (): string =>
  [
    ...told.slice(0, 1).map(paragraph),
    json(example),
    table(
      "Events",
      [
        { head: "Type", cell: ([type]) => `<code>${type}</code>` },
        { head: "When", cell: ([, when]) => sentence(when) },
      ],
      Object.entries(workflowEvents),
    ),
    ...told.slice(1).map(paragraph),
    copied(receiverExample),
  ].join("\n");

const paragraph = (text: string): string => `<p>${sentence(text)}</p>`;

const header = (name: string, description: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
});

const string = (description: string) => ({ type: "string", description });

const dataOfEvent = {
  type: "object",
  description: "What has changed.",
  required: ["workflow_id", "sequence", "status"],
  properties: {
    workflow_id: string("The workflow."),
    sequence: { type: "integer", description: "Counts the events of the workflow from 1." },
    status: string("Its state: `OPEN`, `FINISHED`, `REVOKED`, `CANCELLED` or `EXPIRED`."),
    signer: {
      type: "object",
      description: "The signer whose state changed; left out where none did.",
      required: ["signer_id", "status"],
      properties: {
        signer_id: string("The signer."),
        status: string("Their state: `INVITED`, `SIGNED` or `REVOKED`."),
      },
    },
  },
};

/** `webhooks` of the OpenAPI document: one for each type of event. */
export const describedWebhooks = (): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    (Object.keys(workflowEvents) as WorkflowEventType[]).map((type) => [
      type,
      {
        post: {
          operationId: `on.${type}`,
          tags: ["sender"],
          summary: type,
          description: `${workflowEvents[type]} The page /api/docs shows a program that checks the signature.`,
          security: [],
          parameters: [
            header("webhook-id", "The event's id, the same at every try."),
            header("webhook-timestamp", "When this try was made: seconds since 1970."),
            header("webhook-signature", "Signatures of this try, parted by spaces (Standard Webhooks)."),
          ],
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  required: ["type", "timestamp", "data"],
                  properties: {
                    type: { type: "string", const: type, description: "What happened." },
                    timestamp: { type: "string", format: "date-time", description: "When it happened." },
                    data: dataOfEvent,
                  },
                },
              },
            },
          },
          responses: {
            "2XX": { description: "It has arrived." },
            "4XX": { description: "It is sent again later." },
          },
        },
      },
    ]),
  );
