/** A new API token: its key is shown once and stored hashed. */
import { digestOfSecret } from "@siegel/kernel/mac/server-secret.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import { insertToken } from "./accounts-store.ts";
import { parseApiKey, writeApiKey } from "./api-key.ts";
import { readLicenceId } from "./licence-store.ts";

/** Makes a token of 256 random bits for an organisation that has a licence. */
export async function createToken(
  deps: { db: Db; clock: Clock; random: Random },
  input: { organisationId: string; name: string },
): Promise<{ tokenId: string; apiKey: string }> {
  const licenceId = await readLicenceId(deps.db, input.organisationId);
  const tokenId = deps.random.id();
  const apiKey = writeApiKey(tokenId, deps.random.bytes(32));
  const secretHash = digestOfSecret(parseApiKey(apiKey)?.secret ?? "");
  await insertToken(deps.db, { ...input, tokenId, licenceId, secretHash, createdAt: deps.clock.now() });
  return { tokenId, apiKey };
}
