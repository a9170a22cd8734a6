/** How events of workflows leave. */
import { parseNetworks } from "./adapters/webhooks/public-address.ts";
import { standardWebhooks } from "./adapters/webhooks/standard-webhooks.ts";
import type { Config } from "./config.ts";
import type { ServerDeps } from "./deps.ts";
import { deliveryPlaces, noteChanges } from "./rooms/webhooks/webhooks.ts";

/** Noting events, and delivering them. */
export function wireWebhooks(
  { webhookNetworks }: Config,
  { clock, random, version }: Pick<ServerDeps, "clock" | "random" | "version">,
) {
  const userAgent = `Siegel-Webhooks/${version}`;
  return {
    noteChange: noteChanges({ clock, random }),
    webhooks: standardWebhooks({ networks: parseNetworks(webhookNetworks), userAgent }),
    deliveryPlaces: deliveryPlaces(),
  } satisfies Partial<ServerDeps>;
}
