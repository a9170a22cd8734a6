/** A new API token: its key is shown once and stored hashed. */
import type { TokenId } from "@siegel/contract/ids.ts";
import { digestOfSecret } from "@siegel/kernel/mac/server-secret.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import { insertToken } from "./accounts-store.ts";
import { keyTailLength, parseApiKey, writeApiKey } from "./api-key.ts";
import { readLicenceId } from "./licence-store.ts";

/** Makes a token for an organisation that has a licence; `expiresAt` null or left out: it does not expire. */
export async function createToken(
  deps: { db: Db; clock: Clock; random: Random },
  input: { organisationId: string; name: string; expiresAt?: Date | null },
): Promise<{ tokenId: TokenId; apiKey: string }> {
  const licenceId = await readLicenceId(deps.db, input.organisationId);
  const tokenId = deps.random.id() as TokenId;
  const { apiKey, ...stored } = makeKey(deps.random, tokenId);
  const { organisationId, name, expiresAt = null } = input;
  const createdAt = deps.clock.now();
  await insertToken(deps.db, { tokenId, organisationId, licenceId, name, ...stored, createdAt, expiresAt });
  return { tokenId, apiKey };
}

/** A key of 256 random bits, with what is stored of it. */
export function makeKey(
  random: Random,
  tokenId: string,
): { readonly apiKey: string; readonly secretHash: string; readonly keyTail: string } {
  const apiKey = writeApiKey(tokenId, random.bytes(32));
  const secretHash = digestOfSecret(parseApiKey(apiKey)?.secret ?? "");
  return { apiKey, secretHash, keyTail: apiKey.slice(-keyTailLength) };
}
