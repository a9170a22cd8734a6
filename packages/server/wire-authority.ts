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
  authorityState,
  ceremoniesDue,
  checkKeys,
  ensureHierarchy,
  hierarchyIsMade,
  nextStep,
  publishListOf,
  rootIsOutside,
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

/** `makes`: its hierarchy, else another process does. `say`: to the operator, what a start waits for. */
type Making = {
  readonly masterKey: Uint8Array;
  readonly makes: boolean;
  readonly say: (sentence: string) => void;
};

/** An authority that can issue: `makes` its hierarchy, or waits until another process has. @throws CannotStart */
export async function wireAuthority(
  config: Config,
  parts: Parts,
  { masterKey, makes, say }: Making,
): Promise<TimestampDeps> {
  const own = authorityOver(config, parts, masterKey);
  try {
    if (makes) await makeHierarchy(own, say);
    else await untilHierarchyIsMade(own, say);
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

/** Names and addresses for certificates, as the environment has them. */
export function authorityConfig(config: Config): AuthorityConfig {
  return {
    publicUrl: config.publicUrl,
    certificateUrl: config.certificateUrl,
    providerName: config.provider.name,
    country: config.provider.country,
    organizationIdentifier: config.provider.organizationIdentifier,
    certificatePolicy: config.certificatePolicy,
    qcStatements: config.qcStatements,
    root: config.root,
    development: config.mode === "development",
  };
}

const look_every_ms = 60_000;

/** Where the root is outside: whether a ceremony is due, looked at once a minute at most. Nothing but a person makes that right. */
export async function ceremonyChecks(own: AuthorityDeps): Promise<Record<string, () => Promise<void>>> {
  if (!(await rootIsOutside(own))) return {};
  let known: { readonly at: number; readonly due: readonly string[] } | null = null;
  const authority = async () => {
    const at = own.clock.now().getTime();
    if (known === null || at - known.at > look_every_ms) known = { at, due: ceremoniesDue(await authorityState(own)) };
    if (known.due.length > 0) throw new Error(known.due.join("; "));
  };
  return { authority };
}

const hierarchy_patience_ms = 60_000;
const hierarchy_pause_ms = 250;
const ceremony_pause_ms = 2_000;

/** Makes it; where the root is outside, waits for as long as the first ceremony takes (docs/operations/authority.md). */
async function makeHierarchy(own: AuthorityDeps, say: Making["say"]): Promise<void> {
  const tell = onChange(say);
  for (;;) {
    await ensureHierarchy(own);
    const next = await nextStep(own);
    if (next !== null) tell(next.sentence);
    if (next === null || !next.isFirst) return;
    await sleep(ceremony_pause_ms);
  }
}

/** A process that makes no hierarchy starts as soon as another has made it. */
async function untilHierarchyIsMade(own: AuthorityDeps, say: Making["say"]): Promise<void> {
  const tell = onChange(say);
  for (let waitedMs = 0; !(await hierarchyIsMade(own.db)); waitedMs += hierarchy_pause_ms) {
    const next = await nextStep(own);
    if (next !== null) tell(next.sentence);
    if (next !== null && !next.isFirst) return;
    if (next === null && waitedMs >= hierarchy_patience_ms)
      throw new CannotStart(
        "There is no authority in this database yet: start `siegel authority` (or `npm start`) too.",
      );
    await sleep(hierarchy_pause_ms);
  }
}

function onChange(say: Making["say"]): Making["say"] {
  let said = "";
  return (sentence) => {
    if (sentence !== said) say(`A CA is missing, and the root is outside. ${sentence}`);
    said = sentence;
  };
}
