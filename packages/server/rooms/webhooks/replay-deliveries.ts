/** Administrators see what became of events, and have them sent again. */

import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import type { WebhookActor } from "./change-webhook.ts";
import { receiverOf } from "./note-change.ts";
import {
  addressNow,
  type FailedSummary,
  type ListedDelivery,
  readDeliveries,
  sendAgain,
  sendFailedAgain,
  summariseFailed,
} from "./replay-store.ts";

type Deps = { readonly db: Db; readonly clock: Clock; readonly random: Random };

/** A page of deliveries, newest first, with what has failed in all. */
export type DeliveryPage = {
  readonly deliveries: readonly ListedDelivery[];
  readonly nextCursor: string | null;
  readonly failed: FailedSummary;
};

/** A page. A cursor that is not ours is refused. */
export async function listDeliveries(
  { db }: Pick<Deps, "db">,
  asked: Pick<WebhookActor, "organisationId"> & {
    readonly state: "all" | "failed";
    readonly limit: number;
    readonly cursor?: string | undefined;
  },
): Promise<{ ok: true; page: DeliveryPage } | { ok: false; code: "INVALID_REQUEST" }> {
  const { organisationId, limit, cursor } = asked;
  if (cursor !== undefined && !/^\d{1,18}$/.test(cursor)) return { ok: false, code: "INVALID_REQUEST" };
  const state = asked.state === "failed" ? "failed" : null;
  const found = await readDeliveries(db, { organisationId, state, before: cursor ?? null, limit: limit + 1 });
  const deliveries = found.slice(0, limit);
  const nextCursor = found.length > limit ? (deliveries.at(-1)?.number ?? null) : null;
  return { ok: true, page: { deliveries, nextCursor, failed: await summariseFailed(db, organisationId) } };
}

/** Sends one delivery again, with the same id and bytes, to the address that is set now: the one of then may be in other hands. */
export async function replayDelivery(
  deps: Deps,
  { organisationId, actor }: WebhookActor,
  deliveryId: string,
): Promise<{ ok: true } | { ok: false; code: "NOT_FOUND" | "WEBHOOK_URL_MISSING" }> {
  return await inTransaction(deps.db, async (db) => {
    const at = deps.clock.now();
    const url = await addressNow(db, organisationId, deliveryId);
    if (url === undefined) return { ok: false, code: "NOT_FOUND" };
    if (url === null) return { ok: false, code: "WEBHOOK_URL_MISSING" };
    await sendAgain(db, deliveryId, { url, receiverId: await receiverOf(deps, db, { organisationId, url }), now: at });
    const details = { deliveryId, organisationId };
    await recordEvent(db, { at, type: "webhook.sent-again", actor, details });
    return { ok: true };
  });
}

/** Sends everything again that happened since then and failed for good, in the order in which it happened; answers how much. */
export async function replayFailed(
  deps: Deps,
  { organisationId, actor }: WebhookActor,
  since: Date,
): Promise<{ readonly count: number }> {
  return await inTransaction(deps.db, async (db) => {
    const at = deps.clock.now();
    const count = await sendFailedAgain(db, { organisationId, since, lane: deps.random.id(), now: at });
    const details = { since: since.toISOString(), count, organisationId };
    await recordEvent(db, { at, type: "webhook.failed-sent-again", actor, details });
    return { count };
  });
}
