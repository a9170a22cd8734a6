/** Deliveries as Standard Webhooks has them: id, time of the try, and a signature for each secret that is valid. */
import { Webhook } from "standardwebhooks";
import type { WebhookMessage, WebhookPort } from "../../ports/webhooks.ts";
import { mayBeSpokenTo, type OutsideFetch, outsideFetch } from "./outside-fetch.ts";

/** Posts to the outside. `userAgent` names us to the receiver. */
export function standardWebhooks(how: OutsideFetch & { readonly userAgent: string }): WebhookPort {
  return {
    mayBeSpokenTo: (url) => mayBeSpokenTo(url, how.networks),
    post: async (message) => {
      const body = Buffer.from(message.body, "utf8");
      const own = { "content-type": "application/json", "user-agent": how.userAgent };
      return await outsideFetch(how, { url: message.url, headers: { ...own, ...signedHeaders(message) }, body });
    },
  };
}

const signedHeaders = ({ id, at, body, secrets }: WebhookMessage) => ({
  "webhook-id": id,
  "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
  "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(" "),
});
