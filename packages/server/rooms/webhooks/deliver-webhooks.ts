/**
 * Delivers events: takes what is due, tries each once, and decides when the next try is. A dead receiver holds up only itself: it is tried
 * with at most four at once, with one once it fails, and nobody else waits for that.
 */
import type { TokenId } from "@siegel/contract/ids.ts";
import { webhook_at_once_max, webhook_kept_days } from "@siegel/contract/limits.ts";
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
  type Batch,
  batch_max,
  deleteEnded,
  giveBack,
  type Lease,
  saveFails,
  saveTry,
  saveWorks,
  type TakenDelivery,
  type TryEnd,
  takeDue,
  takeTelling,
} from "./delivery-store.ts";
import { hasArrived, nextTryAt } from "./webhooks-rules.ts";

/** The receivers that this process speaks to now; one record for all of it. */
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

/** Receivers that one process speaks to at once: each has four sockets at most, none holds a connection to the database while it waits. */
const receivers_max = 64;
/** Longer than a batch takes: nobody else tries what is still being tried. Of a process that dies it is taken over at once all the same. */
const lease_ms = (batch_max / webhook_at_once_max) * 15_000 + 30_000;
const after_fault_ms = 60_000;

/** Begins every try that is due and has a place; answers when they have begun. Each receiver that is through makes room for the next. */
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
  const free = receivers_max - places.taken;
  if (free <= 0 || deps.isStopping()) return;
  const now = clock.now();
  const lease: Lease = { now, until: new Date(now.getTime() + lease_ms), presence: deps.presence() };
  for (const batch of await inTransaction(db, (trx) => takeDue(trx, lease, free))) {
    places.taken += 1;
    void begin(deps, batch, lease);
  }
}

/** Never throws: whoever began it does not wait for it. */
async function begin(deps: WebhookDeps, batch: Batch, lease: Lease): Promise<void> {
  const told = (fault: unknown) =>
    deps.onFault({ room: "webhooks", undone: "deliveries", actId: batch.receiverId, fault, outage: false });
  await deps
    .atWork(() => deliverBatch(deps, batch, lease))
    .catch(async (fault: unknown) => {
      told(fault);
      // Not at once: what stands against it, such as a database that is away, may stand a while.
      const dueAt = new Date(deps.clock.now().getTime() + after_fault_ms);
      await giveBack(deps.db, batch.deliveries, { ...lease, dueAt }).catch(told);
    });
  deps.deliveryPlaces.taken -= 1;
  await deliverDue(deps).catch(told);
}

/** Tries what was taken of one receiver, four at a time. Once one fails, the others that have not begun are given back. */
async function deliverBatch(deps: WebhookDeps, { deliveries, wasFailing }: Batch, lease: Lease): Promise<void> {
  const left = [...deliveries];
  const secrets = new Map<TokenId, Promise<readonly string[]>>();
  let mayFail = wasFailing;
  const work = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) {
      const found = secrets.get(one.tokenId) ?? webhookSecretsOf(deps, one.tokenId, lease.now);
      secrets.set(one.tokenId, found);
      const arrived = await deliver(deps, one, { secrets: await found, mayFail });
      if (!arrived) mayFail = true;
      if (!arrived || deps.isStopping()) await giveBack(deps.db, left.splice(0), lease);
    }
  };
  // Each ends by itself: what one cannot write down must not stop the others in the middle.
  const ended = await Promise.allSettled(Array.from({ length: webhook_at_once_max }, work));
  const fault = ended.find((one) => one.status === "rejected");
  if (fault !== undefined) throw fault.reason;
}

/** Makes one try and writes down what came of it; answers whether it arrived. `mayFail`: the receiver has failed before. */
async function deliver(
  deps: WebhookDeps,
  taken: TakenDelivery,
  { secrets, mayFail }: { readonly secrets: readonly string[]; readonly mayFail: boolean },
): Promise<boolean> {
  const { deliveryId: id, receiverId, url, body } = taken;
  const at = deps.clock.now();
  const answer = await deps.webhooks.post({ url, id, body, at, secrets });
  const end = endOf(taken, answer, { begun: at, at: deps.clock.now() });
  if (!end.arrived) await inTransaction(deps.db, (db) => settleFailed({ ...deps, db }, taken, end));
  else if ((await saveTry(deps.db, taken, end)) && mayFail) await saveWorks(deps.db, receiverId);
  return end.arrived;
}

function endOf(
  { tries, since }: TakenDelivery,
  answer: WebhookAnswer,
  { begun, at }: { readonly begun: Date; readonly at: Date },
): TryEnd {
  const ms = at.getTime() - begun.getTime();
  if (answer.kind === "unanswered") {
    const nextAt = nextTryAt({ tries, since, retryAfter: null }, at);
    return { at, ms, status: null, fault: answer.fault, arrived: false, nextAt };
  }
  const { status, retryAfter } = answer;
  const arrived = hasArrived(status);
  const nextAt = arrived ? null : nextTryAt({ tries, since, retryAfter }, at);
  return { at, ms, status, fault: null, arrived, nextAt };
}

async function settleFailed(deps: WebhookDeps, taken: TakenDelivery, end: TryEnd): Promise<void> {
  const { db } = deps;
  const { receiverId, organisationId } = taken;
  if (!(await saveTry(db, taken, end))) return;
  await saveFails(db, receiverId, end.at);
  if (end.nextAt === null && (await takeTelling(db, receiverId, end.at)))
    await mailAdministrators(deps, organisationId, "webhook_failed");
}

/** Forgets deliveries that ended long ago. `now`: trusted, because a clock that was set forward would make all of them look old. */
export async function forgetDeliveries(db: Db, now: Date): Promise<void> {
  await deleteEnded(db, new Date(now.getTime() - webhook_kept_days * 86_400_000));
}
