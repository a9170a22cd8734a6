/** SQL of where a token's events go, and of the secrets that sign them. */
import type { OrganisationId, TokenId } from "@siegel/contract/ids.ts";
import { sql } from "kysely";
import type { Db } from "../../db/database.ts";

/** The sealed secret that signs a token's webhooks, or null where none was made yet. */
export async function readWebhookSecret(db: Db, tokenId: TokenId): Promise<Uint8Array | null> {
  const query = db.selectFrom("api_token").select("webhook_secret").where("token_id", "=", tokenId);
  return (await query.executeTakeFirstOrThrow()).webhook_secret;
}

/** Keeps the sealed secret of a token that has none; answers whether it had none. */
export async function saveWebhookSecret(db: Db, tokenId: TokenId, sealed: Uint8Array): Promise<boolean> {
  const done = await db
    .updateTable("api_token")
    .set({ webhook_secret: sealed })
    .where("token_id", "=", tokenId)
    .where("webhook_secret", "is", null)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/** The sealed secret, the one before the last renewal, and until when that one signs. */
export async function readWebhookSecrets(
  db: Db,
  tokenId: TokenId,
): Promise<{
  readonly sealed: Uint8Array | null;
  readonly before: Uint8Array | null;
  readonly beforeUntil: Date | null;
}> {
  const row = await db
    .selectFrom("api_token")
    .select(["webhook_secret", "webhook_secret_before", "webhook_secret_before_until"])
    .where("token_id", "=", tokenId)
    .executeTakeFirstOrThrow();
  const { webhook_secret: sealed, webhook_secret_before: before, webhook_secret_before_until: beforeUntil } = row;
  return { sealed, before, beforeUntil };
}

/** Puts a new secret in the place of the one that there is, which becomes the one before. */
export async function saveRenewedSecret(
  db: Db,
  tokenId: TokenId,
  { sealed, beforeUntil }: { readonly sealed: Uint8Array; readonly beforeUntil: Date },
): Promise<void> {
  await db
    .updateTable("api_token")
    .set((e) => ({
      webhook_secret_before: e.ref("webhook_secret"),
      webhook_secret_before_until: beforeUntil,
      webhook_secret: sealed,
    }))
    .where("token_id", "=", tokenId)
    .execute();
}

/** Where a token's events go. */
export type TokenWebhook = {
  readonly tokenId: TokenId;
  readonly name: string;
  /** Null: nowhere. */
  readonly url: string | null;
  /** Counts the changes of the address. */
  readonly version: number;
  /** Until when the secret before the last renewal signs as well; null: it was never renewed. */
  readonly secretBeforeUntil: Date | null;
};

const webhookColumns = ["token_id", "name", "webhook_url", "webhook_version", "webhook_secret_before_until"] as const;

const ownToken = (db: Db, organisationId: OrganisationId, tokenId: string) =>
  db
    .selectFrom("api_token")
    .select(webhookColumns)
    .where("token_id", "=", tokenId)
    .where("organisation_id", "=", organisationId);

type WebhookRow = Awaited<ReturnType<ReturnType<typeof ownToken>["executeTakeFirstOrThrow"]>>;

const toWebhook = (row: WebhookRow): TokenWebhook => ({
  tokenId: row.token_id as TokenId,
  name: row.name,
  url: row.webhook_url,
  version: row.webhook_version,
  secretBeforeUntil: row.webhook_secret_before_until,
});

/** Of a token of this organisation; null for an id that is unknown or another organisation's. */
export async function readTokenWebhook(
  db: Db,
  organisationId: OrganisationId,
  tokenId: string,
): Promise<TokenWebhook | null> {
  const row = await ownToken(db, organisationId, tokenId).executeTakeFirst();
  return row === undefined ? null : toWebhook(row);
}

/** The same, held until the transaction ends. */
export async function lockTokenWebhook(
  db: Db,
  organisationId: OrganisationId,
  tokenId: string,
): Promise<TokenWebhook | null> {
  const row = await ownToken(db, organisationId, tokenId).forUpdate().executeTakeFirst();
  return row === undefined ? null : toWebhook(row);
}

/** Sets the address of a token that is locked. */
export async function saveTokenWebhook(db: Db, tokenId: TokenId, url: string | null): Promise<TokenWebhook> {
  const row = await db
    .updateTable("api_token")
    .set({ webhook_url: url, webhook_version: sql<number>`webhook_version + 1` })
    .where("token_id", "=", tokenId)
    .returning(webhookColumns)
    .executeTakeFirstOrThrow();
  return toWebhook(row);
}
