/** Where keys are: in software, and those of the own authority in a token where one is configured. */
import { systemRandom } from "./adapters/random.ts";
import { placedKeys } from "./adapters/trust/placed-keys.ts";
import { softwareKeys } from "./adapters/trust/software-keys.ts";
import { tokenKeys } from "./adapters/trust/token-keys.ts";
import type { Config } from "./config.ts";
import type { Db } from "./db/database.ts";
import { type KeyStore, KeysUnavailable } from "./ports/keys.ts";
import type { Random } from "./ports/random.ts";
import { wrappedKeyStore } from "./rooms/authority/authority.ts";

const entry = new URL("./workers/unit-keys.ts", import.meta.url);

/** All keys of this service. A token is opened when it is needed first; `masterKey`: 32 bytes under which those in software are. */
export function wireKeys(
  { authorityKeys }: Pick<Config, "authorityKeys">,
  { db, random }: { readonly db: Db; readonly random: Random },
  masterKey: Uint8Array,
): KeyStore {
  return placedKeys({
    software: softwareKeys({ records: wrappedKeyStore(db), keyEncryptionKey: masterKey, random }),
    token: tokenStore(authorityKeys, random),
    unitsIn: authorityKeys.madeIn,
  });
}

function tokenStore({ token }: Config["authorityKeys"], random: Random): KeyStore | null {
  return token === null ? null : tokenKeys({ entry, token, environment: token.environment, random });
}

/** What is wrong with the authority's token, in words for an operator; null: nothing, or there is none. */
export async function authorityTokenFault({ authorityKeys }: Pick<Config, "authorityKeys">): Promise<string | null> {
  const store = tokenStore(authorityKeys, systemRandom);
  try {
    await store?.check();
    return null;
  } catch (fault) {
    if (!(fault instanceof KeysUnavailable)) throw fault;
    return fault.message;
  } finally {
    await store?.close();
  }
}
