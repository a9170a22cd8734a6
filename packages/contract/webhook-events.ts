/** What a receiver of webhooks is told: one event for each change of a workflow. Ids and states only, no personal data. */

/** Every event of a workflow, with what it says. */
export const workflowEvents = {
  "workflow.created": "A workflow was created.",
  "signer.invited": "It is a signer's turn; they were invited by mail.",
  "signer.signed": "A signer has signed.",
  "signer.refused": "A signer has refused to sign. `workflow.revoked` follows.",
  "workflow.finished": "Everybody has signed; the documents can be fetched.",
  "workflow.revoked": "The workflow has ended, because a signer refused.",
  "workflow.cancelled": "The sender has cancelled the workflow.",
  "workflow.expired": "The workflow's time was over before everybody had signed.",
} as const satisfies Record<string, string>;
/** Name of an event of a workflow. */
export type WorkflowEventType = keyof typeof workflowEvents;

/** An administrator sent it to see whether deliveries arrive. */
export const test_event = "test.ping";
/** Name of any event. */
export type WebhookEventType = WorkflowEventType | typeof test_event;

/** waiting: tries go on · delivered: answered with 2xx · failed: given up; it can be sent again. */
export const deliveryStates = ["waiting", "delivered", "failed"] as const;
export type WebhookDeliveryState = (typeof deliveryStates)[number];
