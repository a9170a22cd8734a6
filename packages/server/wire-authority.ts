/** The own authority: its keys, its hierarchy, and the points where verifiers ask. */
import { setTimeout as sleep } from "node:timers/promises";
import { keyEncryptionKey } from "./adapters/trust/key-encryption-key.ts";
import { CannotStart } from "./cannot-start.ts";
import type { Config } from "./config.ts";
import type { Db } from "./db/database.ts";
import type { ServerDeps } from "./deps.ts";
import type { Routes } from "./http/app.ts";
import { pkiRoutes } from "./http/trust/pki.ts";
import type { JobHandlers } from "./jobs/boss.ts";
import type { Clock, TrustedTime } from "./ports/clock.ts";
import { KeysUnavailable } from "./ports/keys.ts";
import type { Random } from "./ports/random.ts";
import {
  type AuthorityConfig,
  type AuthorityDeps,
  checkKeys,
  ensureHierarchy,
  hierarchyIsMade,
  publishListOf,
  type TimestampDeps,
} from "./rooms/authority/authority.ts";
import { wireKeys } from "./wire-authority-keys.ts";

/** Certificates, revocation lists, OCSP and timestamps for whoever checks a signature. */
export const trustRoutes: readonly Routes[] = [pkiRoutes];

/** Jobs of the process that makes lists. */
export const authorityJobs = (deps: AuthorityDeps): Pick<JobHandlers, "publish-crl"> => ({
  "publish-crl": ({ issuer }) => publishListOf(deps, issuer),
});

type Parts = { readonly db: Db; readonly clock: Clock; readonly trustedTime: TrustedTime; readonly random: Random };

/** The key that all keys and secrets of this installation hang on: 32 bytes. @throws CannotStart where production has none */
export function masterKeyOf(config: Config): Uint8Array {
  return keyEncryptionKey({
    configured: config.keyEncryptionKey,
    dataDir: config.dataDir,
    development: config.mode === "development",
  });
}

/** The authority as it is in the database, with its keys; makes nothing. */
export function authorityOver(config: Config, parts: Parts, masterKey: Uint8Array): TimestampDeps {
  return { ...parts, keys: wireKeys(config, parts, masterKey), authority: authorityConfig(config) };
}

/** An authority that can issue: `makes` its hierarchy, or waits until another process has. @throws CannotStart */
export async function wireAuthority(
  config: Config,
  parts: Parts,
  { masterKey, makes }: { readonly masterKey: Uint8Array; readonly makes: boolean },
): Promise<TimestampDeps> {
  const own = authorityOver(config, parts, masterKey);
  try {
    if (makes) await ensureHierarchy(own);
    else await untilHierarchyIsMade(own);
    await checkKeys(own).catch((cause: unknown) => {
      if (cause instanceof KeysUnavailable) throw cause;
      throw new CannotStart("SIEGEL_KEY_ENCRYPTION_KEY does not open the keys in the database.", { cause });
    });
  } catch (cause) {
    await own.keys.close();
    throw cause instanceof KeysUnavailable ? new CannotStart(`${cause.message}.`, { cause }) : cause;
  }
  return own;
}

/** The part that can be away: a token with the authority's keys. */
export const authorityKeyChecks = (config: Config, { keys }: AuthorityDeps): ServerDeps["healthChecks"] =>
  config.authorityKeys.token === null ? {} : { authority_keys: keys.check };

function authorityConfig(config: Config): AuthorityConfig {
  return {
    publicUrl: config.publicUrl,
    certificateUrl: config.certificateUrl,
    providerName: config.provider.name,
    country: config.provider.country,
    organizationIdentifier: config.provider.organizationIdentifier,
    certificatePolicy: config.certificatePolicy,
    qcStatements: config.qcStatements,
    development: config.mode === "development",
  };
}

const hierarchy_patience_ms = 60_000;
const hierarchy_pause_ms = 250;

/** A process that makes no hierarchy starts as soon as another has made it. */
async function untilHierarchyIsMade({ db }: AuthorityDeps): Promise<void> {
  for (let waitedMs = 0; waitedMs < hierarchy_patience_ms; waitedMs += hierarchy_pause_ms) {
    if (await hierarchyIsMade(db)) return;
    await sleep(hierarchy_pause_ms);
  }
  throw new CannotStart("There is no authority in this database yet: start `siegel authority` (or `npm start`) too.");
}
