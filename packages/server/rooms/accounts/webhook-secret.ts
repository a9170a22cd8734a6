/**
 * The secret that signs a token's webhooks (Standard Webhooks: `whsec_` and base64). Unlike a key it must be known to sign with it, so it is
 * stored sealed under a secret of the server, and made when it is first read.
 */
import { createCipheriv, createDecipheriv } from "node:crypto";
import type { TokenId } from "@siegel/contract/ids.ts";
import { webhook_secret_before_s } from "@siegel/contract/limits.ts";
import { keyFor, type ServerSecret, serverSecret } from "@siegel/kernel/mac/server-secret.ts";
import type { Db } from "../../db/database.ts";
import type { Random } from "../../ports/random.ts";
import { readWebhookSecret, readWebhookSecrets, saveRenewedSecret, saveWebhookSecret } from "./webhook-store.ts";

/** The secret under which secrets of tokens are sealed. */
export type TokenSecret = ServerSecret<"token secrets">;

/** @throws RangeError when the bytes are too few to be a secret */
export const tokenSecret = (bytes: Uint8Array): TokenSecret => serverSecret("token secrets", bytes);

type SecretDeps = { readonly db: Db; readonly random: Random; readonly tokenSecret: TokenSecret };

const nonceLength = 12;
const tagLength = 16;
const secretLength = 32;

/** The secret of a token; makes it where there is none yet. @throws when what is stored was not sealed for this token */
export async function webhookSecretOf(deps: SecretDeps, tokenId: TokenId): Promise<string> {
  const stored = await readWebhookSecret(deps.db, tokenId);
  if (stored !== null) return open(deps.tokenSecret, tokenId, stored);
  const { secret, sealed } = makeSecret(deps, tokenId);
  if (await saveWebhookSecret(deps.db, tokenId, sealed)) return secret;
  // Somebody else read it first at the same moment.
  return await webhookSecretOf(deps, tokenId);
}

/** The secrets that sign now: the token's own, and the one before it for a while after it was renewed. */
export async function webhookSecretsOf(deps: SecretDeps, tokenId: TokenId, now: Date): Promise<readonly string[]> {
  const { sealed, before, beforeUntil } = await readWebhookSecrets(deps.db, tokenId);
  const current = sealed === null ? await webhookSecretOf(deps, tokenId) : open(deps.tokenSecret, tokenId, sealed);
  if (before === null || beforeUntil === null || beforeUntil <= now) return [current];
  return [current, open(deps.tokenSecret, tokenId, before)];
}

/** Gives a token a new secret and answers it; the one before stays valid for a day. Call it under the token's row lock. */
export async function renewWebhookSecret(
  deps: SecretDeps,
  tokenId: TokenId,
  now: Date,
): Promise<{ readonly secret: string; readonly beforeUntil: Date }> {
  await webhookSecretOf(deps, tokenId);
  const beforeUntil = new Date(now.getTime() + webhook_secret_before_s * 1_000);
  const { secret, sealed } = makeSecret(deps, tokenId);
  await saveRenewedSecret(deps.db, tokenId, { sealed, beforeUntil });
  return { secret, beforeUntil };
}

function makeSecret({ random, tokenSecret }: SecretDeps, tokenId: TokenId) {
  const secret = `whsec_${Buffer.from(random.bytes(secretLength)).toString("base64")}`;
  return { secret, sealed: seal(tokenSecret, { tokenId, secret, nonce: random.bytes(nonceLength) }) };
}

/** nonce ‖ ciphertext ‖ tag, openable for this token only. */
function seal(key: TokenSecret, of: { tokenId: TokenId; secret: string; nonce: Uint8Array }): Uint8Array {
  const cipher = createCipheriv("aes-256-gcm", keyFor(key, "webhook secret"), of.nonce).setAAD(Buffer.from(of.tokenId));
  return Buffer.concat([of.nonce, cipher.update(of.secret, "utf8"), cipher.final(), cipher.getAuthTag()]);
}

function open(key: TokenSecret, tokenId: TokenId, sealed: Uint8Array): string {
  const end = sealed.length - tagLength;
  const decipher = createDecipheriv("aes-256-gcm", keyFor(key, "webhook secret"), sealed.subarray(0, nonceLength), {
    authTagLength: tagLength,
  });
  decipher.setAAD(Buffer.from(tokenId)).setAuthTag(sealed.subarray(end));
  return Buffer.concat([decipher.update(sealed.subarray(nonceLength, end)), decipher.final()]).toString("utf8");
}
