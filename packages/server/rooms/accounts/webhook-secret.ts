/**
 * The secret that signs a token's webhooks (Standard Webhooks: `whsec_` and base64). Unlike a key it must be known to sign with it, so it is
 * stored sealed under a secret of the server, and made when it is first read.
 */
import { createCipheriv, createDecipheriv } from "node:crypto";
import type { TokenId } from "@siegel/contract/ids.ts";
import { keyFor, type ServerSecret, serverSecret } from "@siegel/kernel/mac/server-secret.ts";
import type { Db } from "../../db/database.ts";
import type { Random } from "../../ports/random.ts";
import { readWebhookSecret, saveWebhookSecret } from "./tokens-store.ts";

/** The secret under which secrets of tokens are sealed. */
export type TokenSecret = ServerSecret<"token secrets">;

/** @throws RangeError when the bytes are too few to be a secret */
export const tokenSecret = (bytes: Uint8Array): TokenSecret => serverSecret("token secrets", bytes);

const nonceLength = 12;
const tagLength = 16;
const secretLength = 32;

/** The secret of a token; makes it where there is none yet. @throws when what is stored was not sealed for this token */
export async function webhookSecretOf(
  deps: { readonly db: Db; readonly random: Random; readonly tokenSecret: TokenSecret },
  tokenId: TokenId,
): Promise<string> {
  const stored = await readWebhookSecret(deps.db, tokenId);
  if (stored !== null) return open(deps.tokenSecret, tokenId, stored);
  const secret = `whsec_${Buffer.from(deps.random.bytes(secretLength)).toString("base64")}`;
  const sealed = seal(deps.tokenSecret, { tokenId, secret, nonce: deps.random.bytes(nonceLength) });
  if (await saveWebhookSecret(deps.db, tokenId, sealed)) return secret;
  // Somebody else read it first at the same moment.
  return await webhookSecretOf(deps, tokenId);
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
