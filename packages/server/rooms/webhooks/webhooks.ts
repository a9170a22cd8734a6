/** Tells programs of senders what happens to workflows: events, their delivery, and what administrators do with them (docs/flows/webhooks.md). */

export {
  changeWebhook,
  renewSecret,
  type ShownSecret,
  sendTest,
  showSecret,
  stillValid,
  webhookOf,
} from "./change-webhook.ts";
export { type DeliveryPlaces, deliverDue, deliveryPlaces, forgetDeliveries } from "./deliver-webhooks.ts";
export { countUndelivered } from "./delivery-store.ts";
export { noteChanges } from "./note-change.ts";
export { listDeliveries, replayDelivery, replayFailed } from "./replay-deliveries.ts";
export type { ListedDelivery } from "./replay-store.ts";
