/** Where timestamps and revocation status come from: the own authority in process, or services over HTTP. */
import { httpRevocationStatus } from "./adapters/trust/http-revocation-status.ts";
import { httpTimestamp, readAnchorFile } from "./adapters/trust/http-timestamp.ts";
import { ownRevocationStatus } from "./adapters/trust/own-revocation-status.ts";
import { ownTimestamp } from "./adapters/trust/own-timestamp.ts";
import type { Config } from "./config.ts";
import { ConfigurationFault } from "./configuration-fault.ts";
import type { RevocationAnswer, RevocationQuery, RevocationStatusPort } from "./ports/revocation-status.ts";
import type { TimestampPort } from "./ports/timestamp.ts";
import {
  type AuthorityDeps,
  crlOf,
  ocspResponse,
  type TimestampDeps,
  timestampPolicy,
  timestampResponse,
  trustAnchors,
} from "./rooms/authority/authority.ts";

/** The own authority, or the one that is named with whom to trust for it. @throws ConfigurationFault */
export async function timestampFrom(config: Config, own: TimestampDeps): Promise<TimestampPort> {
  const { clock, random } = own;
  if (config.tsaUrl === null) {
    const respond = (request: Uint8Array) => timestampResponse(own, request);
    return ownTimestamp({
      clock,
      random,
      anchors: await trustAnchors(own.db),
      policy: timestampPolicy,
      timestampResponse: respond,
    });
  }
  if (config.tsaAnchorFile === null)
    throw new ConfigurationFault("SIEGEL_TSA_ANCHOR: whom to trust for SIEGEL_TSA_URL is missing");
  return httpTimestamp({
    clock,
    random,
    url: config.tsaUrl,
    anchors: readAnchorFile(config.tsaAnchorFile),
    policy: null,
  });
}

/**
 * The own authority speaks for what it issued, always: its lists lie at the public address, which nothing here may ask. Others
 * are asked over HTTP, at hosts that the configuration names.
 */
export function revocationFrom(config: Config, own: AuthorityDeps): RevocationStatusPort {
  const { db, clock, random } = own;
  const inProcess = ownRevocationStatus({
    clock,
    random,
    ocspResponse: (request) => ocspResponse(own, request),
    crlOf: (issuer) => crlOf(db, issuer),
  });
  const trustedHosts = [config.tsaUrl, config.ocspUrl].filter((url) => url !== null).map((url) => new URL(url).host);
  if (trustedHosts.length === 0) return inProcess;
  const overHttp = httpRevocationStatus({ clock, random, ocspUrl: config.ocspUrl, trustedHosts });
  const speaksFor = async (issuer: Uint8Array) => (await crlOf(db, issuer)) !== null;
  return {
    status: async (queries) => {
      const ports = await Promise.all(
        queries.map(async (one) => ((await speaksFor(one.issuer)) ? inProcess : overHttp)),
      );
      return await askInRuns(queries, ports);
    },
  };
}

/** Queries in a row that go to the same port are one call of it. */
async function askInRuns(
  queries: readonly RevocationQuery[],
  ports: readonly RevocationStatusPort[],
): Promise<readonly RevocationAnswer[]> {
  const answers: RevocationAnswer[] = [];
  for (const [i, port] of ports.entries()) {
    if (i < answers.length) continue;
    const end = ports.findIndex((other, at) => at > i && other !== port);
    answers.push(...(await port.status(queries.slice(i, end < 0 ? undefined : end))));
    if (answers.at(-1)?.status.state !== "good") break;
  }
  return answers;
}
