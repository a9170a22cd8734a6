/** Webhooks of tokens and their deliveries, for an organisation's administrators (contract/calls/webhooks.ts). */
import {
  getWebhook,
  listWebhookDeliveries,
  renewWebhookSecret,
  replayDelivery as replayDeliveryCall,
  replayFailed as replayFailedCall,
  sendTestEvent,
  showWebhookSecret,
  updateWebhook,
  type WebhookDelivery,
  type WebhookSecret,
  type WebhookView,
} from "@siegel/contract/calls/webhooks.ts";
import type { Said } from "@siegel/contract/said.ts";
import type { FastifyInstance } from "fastify";
import type { ServerDeps } from "../../deps.ts";
import type { TokenWebhook } from "../../rooms/accounts/accounts.ts";
import { whyNotPassword } from "../../rooms/administrators/administrators.ts";
import {
  changeWebhook,
  type ListedDelivery,
  listDeliveries,
  renewSecret,
  replayDelivery,
  replayFailed,
  type ShownSecret,
  sendTest,
  showSecret,
  stillValid,
  webhookOf,
} from "../../rooms/webhooks/webhooks.ts";
import { serveAdminCall } from "../wire/serve-call.ts";
import { actingIn } from "./acting.ts";
import { byPerson } from "./by-person.ts";
import { changedMeanwhile } from "./changed-meanwhile.ts";

const notOurCursor: Said = {
  en: "cursor: take the next_cursor of the page before, or leave it out for the first page",
  de: "cursor: nehmen Sie den next_cursor der vorigen Seite, oder lassen Sie ihn für die erste weg",
};

/** Registers the calls of `contract/calls/webhooks.ts`. */
export function webhookRoutes(app: FastifyInstance, deps: ServerDeps): void {
  addressRoutes(app, deps);
  secretRoutes(app, deps);
  deliveryRoutes(app, deps);
}

function addressRoutes(app: FastifyInstance, deps: ServerDeps): void {
  const view = (webhook: TokenWebhook) => viewOf(webhook, deps.clock.now());

  serveAdminCall(app, { deps, call: getWebhook }, async (request) => {
    const found = await webhookOf(deps, actingIn(request), request.params.id);
    return found.ok ? { ok: true, data: view(found.webhook) } : found;
  });

  serveAdminCall(app, { deps, call: updateWebhook }, async (request) => {
    const { token_id: tokenId, webhook_url: url, version } = request.body;
    const changed = await changeWebhook(deps, actingIn(request), { tokenId, url, version });
    if (changed.ok) return { ok: true, data: view(changed.webhook) };
    return changed.code === "CHANGED_MEANWHILE" ? changedMeanwhile(view(changed.now)) : changed;
  });

  serveAdminCall(app, { deps, call: sendTestEvent }, async (request) => {
    const sent = await sendTest(deps, actingIn(request), request.params.id);
    return sent.ok ? { ok: true, data: { delivery_id: sent.deliveryId } } : sent;
  });
}

function secretRoutes(app: FastifyInstance, deps: ServerDeps): void {
  serveAdminCall(app, { deps, call: showWebhookSecret }, async (request) => {
    const refusal = await whyNotPassword(deps, byPerson(request), request.body.password);
    if (refusal !== null) return refusal;
    const shown = await showSecret(deps, actingIn(request), request.params.id);
    return shown.ok ? { ok: true, data: secretView(shown) } : shown;
  });

  serveAdminCall(app, { deps, call: renewWebhookSecret }, async (request) => {
    const refusal = await whyNotPassword(deps, byPerson(request), request.body.password);
    if (refusal !== null) return refusal;
    const renewed = await renewSecret(deps, actingIn(request), request.params.id);
    return renewed.ok ? { ok: true, data: secretView(renewed) } : renewed;
  });
}

function deliveryRoutes(app: FastifyInstance, deps: ServerDeps): void {
  serveAdminCall(app, { deps, call: listWebhookDeliveries }, async ({ query, session: { person } }) => {
    const listed = await listDeliveries(deps, { ...query, organisationId: person.organisationId });
    if (!listed.ok) return { ...listed, message: notOurCursor };
    const { deliveries, nextCursor, failed } = listed.page;
    return {
      ok: true,
      data: {
        deliveries: deliveries.map(deliveryView),
        next_cursor: nextCursor,
        failed: {
          count: failed.count,
          since: failed.since?.toISOString() ?? null,
          last_status: failed.lastStatus,
          last_fault: failed.lastFault,
        },
      },
    };
  });

  serveAdminCall(app, { deps, call: replayDeliveryCall }, async (request) => {
    const done = await replayDelivery(deps, actingIn(request), request.params.id);
    return done.ok ? { ok: true, data: true as const } : done;
  });

  serveAdminCall(app, { deps, call: replayFailedCall }, async (request) => {
    const { count } = await replayFailed(deps, actingIn(request), new Date(request.body.since));
    return { ok: true, data: { count } };
  });
}

const viewOf = ({ tokenId, name, url, version, secretBeforeUntil }: TokenWebhook, now: Date): WebhookView => ({
  token_id: tokenId,
  name,
  webhook_url: url,
  version,
  secret_before_until: stillValid(secretBeforeUntil, now)?.toISOString() ?? null,
});

const secretView = ({ secret, beforeUntil }: ShownSecret): WebhookSecret => ({
  secret,
  secret_before_until: beforeUntil?.toISOString() ?? null,
});

const deliveryView = (one: ListedDelivery): WebhookDelivery => ({
  delivery_id: one.deliveryId,
  token_id: one.tokenId,
  type: one.type,
  workflow_id: one.workflowId,
  workflow_name: one.workflowName,
  sequence: one.sequence,
  url: one.url,
  state: one.state,
  created_at: one.createdAt.toISOString(),
  tries: one.tries,
  next_try_at: one.nextTryAt?.toISOString() ?? null,
  last_status: one.lastStatus,
  last_fault: one.lastFault,
  last_ms: one.lastMs,
});
