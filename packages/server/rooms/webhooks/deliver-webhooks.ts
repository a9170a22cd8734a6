/**
 * Delivers events: takes what is due, tries each once, and decides when the next try is. A dead receiver holds up only itself: it has at most
 * four places, one once it fails, and nobody waits for a try to end.
 */
import { webhook_kept_days } from "@siegel/contract/limits.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import type { OnFault } from "../../ports/fault-log.ts";
import type { Enqueue } from "../../ports/queue.ts";
import type { Random } from "../../ports/random.ts";
import type { WebhookAnswer, WebhookPort } from "../../ports/webhooks.ts";
import { type TokenSecret, webhookSecretsOf } from "../accounts/accounts.ts";
import { mailAdministrators } from "../administrators/administrators.ts";
import {
  deleteEnded,
  saveFails,
  saveTry,
  saveWorks,
  type TakenDelivery,
  takeDue,
  takeTelling,
} from "./delivery-store.ts";
import { hasArrived, nextTryAt } from "./webhooks-rules.ts";

/** The tries that this process makes now; one record for all of it. */
export type DeliveryPlaces = { taken: number; taking: Promise<void> | null; next: Promise<void> | null };

/** Places of a process that has not begun. */
export const deliveryPlaces = (): DeliveryPlaces => ({ taken: 0, taking: null, next: null });

/** What delivering needs. */
export type WebhookDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly enqueue: Enqueue;
  readonly webhooks: WebhookPort;
  readonly tokenSecret: TokenSecret;
  readonly deliveryPlaces: DeliveryPlaces;
  readonly onFault: OnFault;
  /** Whether this process was told to stop: it begins nothing any more. */
  readonly isStopping: () => boolean;
  /** A stopping process waits for work that was begun. */
  readonly atWork: <T>(work: () => Promise<T>) => Promise<T>;
  /** The number by which others see that this process lives (db/presence.ts). */
  readonly presence: () => number | null;
};

/** Tries that one process makes at once: each is a socket, none holds a connection to the database while it waits. */
const at_once_max = 256;
/** Longer than a try takes: nobody else tries what is still being tried. */
const lease_ms = 45_000;

/** Begins every try that is due and has a place; answers when they have begun. Each that ends makes room for the next. */
export async function deliverDue(deps: WebhookDeps): Promise<void> {
  const { deliveryPlaces: places } = deps;
  if (places.taking === null) return await take(deps);
  // What is free is known once the one before has taken; one more look after that is enough for all who ask meanwhile.
  places.next ??= places.taking
    .catch(() => undefined)
    .then(() => {
      places.next = null;
      return take(deps);
    });
  await places.next;
}

async function take(deps: WebhookDeps): Promise<void> {
  const { deliveryPlaces: places } = deps;
  places.taking = takeAll(deps).finally(() => {
    places.taking = null;
  });
  await places.taking;
}

async function takeAll(deps: WebhookDeps): Promise<void> {
  const { deliveryPlaces: places, db, clock } = deps;
  const limit = at_once_max - places.taken;
  if (limit <= 0 || deps.isStopping()) return;
  const now = clock.now();
  const lease = { now, until: new Date(now.getTime() + lease_ms), presence: deps.presence(), limit };
  for (const taken of await inTransaction(db, (trx) => takeDue(trx, lease))) {
    places.taken += 1;
    void begin(deps, taken);
  }
}

/** Never throws: whoever began it does not wait for it. */
async function begin(deps: WebhookDeps, taken: TakenDelivery): Promise<void> {
  const told = (fault: unknown) =>
    deps.onFault({ room: "webhooks", undone: "a delivery", actId: taken.deliveryId, fault, outage: false });
  await deps.atWork(() => deliver(deps, taken)).catch(told);
  deps.deliveryPlaces.taken -= 1;
  await deliverDue(deps).catch(told);
}

async function deliver(deps: WebhookDeps, taken: TakenDelivery): Promise<void> {
  const { deliveryId: id, url, body, tokenId } = taken;
  const at = deps.clock.now();
  const secrets = await webhookSecretsOf(deps, tokenId, at);
  const answer = await deps.webhooks.post({ url, id, body, at, secrets });
  await inTransaction(deps.db, (db) => settle({ ...deps, db }, taken, { begun: at, answer }));
}

async function settle(
  deps: WebhookDeps,
  taken: TakenDelivery,
  { begun, answer }: { readonly begun: Date; readonly answer: WebhookAnswer },
): Promise<void> {
  const { db } = deps;
  const { receiverId, organisationId, tries, since } = taken;
  const at = deps.clock.now();
  const [status, fault] = answer.kind === "answered" ? [answer.status, null] : [null, answer.fault];
  const arrived = status !== null && hasArrived(status);
  const retryAfter = answer.kind === "answered" ? answer.retryAfter : null;
  const nextAt = arrived ? null : nextTryAt({ tries, since, retryAfter }, at);
  const ms = at.getTime() - begun.getTime();
  if (!(await saveTry(db, taken, { at, status, fault, ms, arrived, nextAt }))) return;
  if (arrived) return await saveWorks(db, receiverId);
  await saveFails(db, receiverId, at);
  if (nextAt === null && (await takeTelling(db, receiverId, at)))
    await mailAdministrators(deps, organisationId, "webhook_failed");
}

/** Forgets deliveries that ended long ago. `now`: trusted, because a clock that was set forward would make all of them look old. */
export async function forgetDeliveries(db: Db, now: Date): Promise<void> {
  await deleteEnded(db, new Date(now.getTime() - webhook_kept_days * 86_400_000));
}
