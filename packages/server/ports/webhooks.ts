/** Deliveries to addresses that other people chose. */

/** What is delivered. `body`, `id`: the same at every try. */
export type WebhookMessage = {
  readonly url: string;
  /** `webhook-id` of Standard Webhooks. */
  readonly id: string;
  readonly body: string;
  /** When this try is made. */
  readonly at: Date;
  /** Secrets (`whsec_…`) that are valid now; each gives a signature. */
  readonly secrets: readonly string[];
};

/** Why there was no answer. `address`: it leads to where we do not go. */
export const webhookFaults = ["address", "name", "certificate", "timeout", "connection"] as const;
/** One of them. */
export type WebhookFault = (typeof webhookFaults)[number];

/** What came of a try. `retryAfter`: the header as it was sent. */
export type WebhookAnswer =
  | { readonly kind: "answered"; readonly status: number; readonly retryAfter: string | null }
  | { readonly kind: "unanswered"; readonly fault: WebhookFault };

/** How deliveries leave. */
export type WebhookPort = {
  /** Whether an address may be spoken to, as far as its form says: a name is judged at each delivery, by what it resolves to. */
  readonly mayBeSpokenTo: (url: string) => boolean;
  /** One try, over in 15 seconds. Never throws, never repeats, follows no redirect. */
  readonly post: (message: WebhookMessage) => Promise<WebhookAnswer>;
};
