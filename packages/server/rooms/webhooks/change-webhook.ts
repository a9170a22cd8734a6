/** Administrators say where a token's events go, try that, and see or renew the secret; each act with its event in one transaction. */
import { createHash } from "node:crypto";
import type { OrganisationId, TokenId } from "@siegel/contract/ids.ts";
import type { Db } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import type { WebhookPort } from "../../ports/webhooks.ts";
import {
  lockTokenWebhook,
  readTokenWebhook,
  renewWebhookSecret,
  saveTokenWebhook,
  type TokenSecret,
  type TokenWebhook,
  webhookSecretOf,
} from "../accounts/accounts.ts";
import { secondsToNextTestEvent } from "../administrators/administrators.ts";
import { type Actor, recordEvent } from "../audit-trail/audit-trail.ts";
import { noteTest, receiverOf } from "./note-change.ts";
import { endWaiting, leadElsewhere } from "./replay-store.ts";
import { originOf } from "./webhooks-rules.ts";

type Deps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly tokenSecret: TokenSecret;
  readonly webhooks: Pick<WebhookPort, "mayBeSpokenTo">;
};
/** Who acts: the organisation is the session's. */
export type WebhookActor = { readonly organisationId: OrganisationId; readonly actor: Actor };

type NotFound = { readonly ok: false; readonly code: "NOT_FOUND" };
const notFound: NotFound = { ok: false, code: "NOT_FOUND" };

/** Where a token's events go. */
export async function webhookOf(
  { db }: Pick<Deps, "db">,
  { organisationId }: Pick<WebhookActor, "organisationId">,
  tokenId: string,
): Promise<{ readonly ok: true; readonly webhook: TokenWebhook } | NotFound> {
  const webhook = await readTokenWebhook(db, organisationId, tokenId);
  return webhook === null ? notFound : { ok: true, webhook };
}

/** Why an address stays as it is. */
export type AddressRefusal =
  | NotFound
  | { readonly ok: false; readonly code: "WEBHOOK_URL_INVALID" }
  | { readonly ok: false; readonly code: "CHANGED_MEANWHILE"; readonly now: TokenWebhook };

/**
 * Sets or removes a token's address; `version`: what the caller read, if it says so. What waits for the token's old address goes to the new one;
 * if there is none any more, it has failed.
 */
export async function changeWebhook(
  deps: Deps,
  by: WebhookActor,
  to: { readonly tokenId: string; readonly url: string | null; readonly version?: number | undefined },
): Promise<{ readonly ok: true; readonly webhook: TokenWebhook } | AddressRefusal> {
  const { organisationId } = by;
  return await inTransaction(deps.db, async (db) => {
    const before = await lockTokenWebhook(db, organisationId, to.tokenId);
    if (before === null) return notFound;
    if (to.version !== undefined && to.version !== before.version)
      return { ok: false, code: "CHANGED_MEANWHILE", now: before };
    if (to.url !== null && !deps.webhooks.mayBeSpokenTo(to.url)) return { ok: false, code: "WEBHOOK_URL_INVALID" };
    if (to.url === before.url) return { ok: true, webhook: before };
    const { tokenId } = before;
    const webhook = await saveTokenWebhook(db, tokenId, to.url);
    if (to.url === null) await endWaiting(db, tokenId, deps.clock.now());
    else {
      const receiverId = await receiverOf(deps, db, { organisationId, url: to.url });
      await leadElsewhere(db, tokenId, { url: to.url, receiverId });
    }
    await record(deps, db, by, { type: "webhook.address-changed", tokenId, details: addressSaid(to.url) });
    return { ok: true, webhook };
  });
}

/**
 * What the trail says of an address: its server, and by how it can be told from another one there. Path and query may be a secret of the
 * receiver, and the trail is kept.
 */
function addressSaid(url: string | null): { readonly origin: string | null; readonly hash: string | null } {
  if (url === null) return { origin: null, hash: null };
  return { origin: originOf(url), hash: createHash("sha256").update(url).digest("hex").slice(0, 12) };
}

/** Why no test event is sent. */
export type TestRefusal =
  | NotFound
  | { readonly ok: false; readonly code: "WEBHOOK_URL_MISSING" }
  | { readonly ok: false; readonly code: "TOO_MANY_REQUESTS"; readonly retryAfterS: number };

/** Sends a test event to the token's address; answers its id. */
export async function sendTest(
  deps: Deps,
  by: WebhookActor,
  tokenId: string,
): Promise<{ readonly ok: true; readonly deliveryId: string } | TestRefusal> {
  const { organisationId } = by;
  return await inTransaction(deps.db, async (db) => {
    const webhook = await lockTokenWebhook(db, organisationId, tokenId);
    if (webhook === null) return notFound;
    const { url } = webhook;
    if (url === null) return { ok: false, code: "WEBHOOK_URL_MISSING" };
    const retryAfterS = await secondsToNextTestEvent(db, organisationId, deps.clock.now());
    if (retryAfterS > 0) return { ok: false, code: "TOO_MANY_REQUESTS", retryAfterS };
    const deliveryId = await noteTest(deps, db, { organisationId, tokenId: webhook.tokenId, url });
    await record(deps, db, by, { type: "webhook.test-sent", tokenId: webhook.tokenId, details: { deliveryId } });
    return { ok: true, deliveryId };
  });
}

/** A token's secret; `beforeUntil`: until when the one before signs as well. */
export type ShownSecret = { readonly ok: true; readonly secret: string; readonly beforeUntil: Date | null };

/** Shows the secret. The caller has made sure of the password. */
export async function showSecret(deps: Deps, by: WebhookActor, tokenId: string): Promise<ShownSecret | NotFound> {
  return await inTransaction(deps.db, async (db) => {
    const webhook = await lockTokenWebhook(db, by.organisationId, tokenId);
    if (webhook === null) return notFound;
    const secret = await webhookSecretOf({ ...deps, db }, webhook.tokenId);
    await record(deps, db, by, { type: "webhook.secret-shown", tokenId: webhook.tokenId, details: {} });
    return { ok: true, secret, beforeUntil: stillValid(webhook.secretBeforeUntil, deps.clock.now()) };
  });
}

/** Gives the token a new secret and shows it. The caller has made sure of the password. */
export async function renewSecret(deps: Deps, by: WebhookActor, tokenId: string): Promise<ShownSecret | NotFound> {
  return await inTransaction(deps.db, async (db) => {
    const webhook = await lockTokenWebhook(db, by.organisationId, tokenId);
    if (webhook === null) return notFound;
    const renewed = await renewWebhookSecret({ ...deps, db }, webhook.tokenId, deps.clock.now());
    await record(deps, db, by, { type: "webhook.secret-renewed", tokenId: webhook.tokenId, details: {} });
    return { ok: true, ...renewed };
  });
}

/** Null where the time is over. */
export const stillValid = (until: Date | null, now: Date): Date | null =>
  until !== null && until > now ? until : null;

type Act = {
  readonly type: string;
  readonly tokenId: TokenId;
  readonly details: Readonly<Record<string, string | null>>;
};

async function record(
  { clock }: Pick<Deps, "clock">,
  db: Db,
  { organisationId, actor }: WebhookActor,
  { type, tokenId, details }: Act,
): Promise<void> {
  await recordEvent(db, { at: clock.now(), type, actor, details: { tokenId, organisationId, ...details } });
}
