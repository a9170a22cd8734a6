/** Puts the server together for one database: ports behind their adapters, queue, routes. `main.ts` and the tests' server use it alike. */
import { hkdfSync } from "node:crypto";
import { pdf_bytes_max, pdf_pages_max } from "@siegel/contract/limits.ts";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { fileBlobs } from "./adapters/file-blobs.ts";
import { httpRevocationStatus } from "./adapters/http-revocation-status.ts";
import { httpTimestamp, readAnchorFile } from "./adapters/http-timestamp.ts";
import { keyEncryptionKey } from "./adapters/key-encryption-key.ts";
import { ownRevocationStatus } from "./adapters/own-revocation-status.ts";
import { ownTimestamp } from "./adapters/own-timestamp.ts";
import { smtpMail } from "./adapters/smtp-mail.ts";
import { softwareKeys } from "./adapters/software-keys.ts";
import { openTextShaping } from "./adapters/text-shaping.ts";
import { twilioCodes } from "./adapters/twilio-codes.ts";
import { twilioHooks } from "./adapters/twilio-hooks.ts";
import { type Config, ConfigurationFault } from "./config.ts";
import { type Database, openDatabase } from "./db/database.ts";
import { migrate } from "./db/migrations.ts";
import type { ServerDeps } from "./deps.ts";
import { buildApp } from "./http/app.ts";
import { challengeRoutes } from "./http/challenges.ts";
import { configurationRoutes } from "./http/configuration.ts";
import { documentRoutes } from "./http/documents.ts";
import { healthRoutes } from "./http/health.ts";
import { routes as hookRoutes } from "./http/hooks.ts";
import { pkiRoutes } from "./http/pki.ts";
import { sendingRoutes } from "./http/sending.ts";
import { signingRoutes } from "./http/signing.ts";
import { workflowRoutes } from "./http/workflow.ts";
import { type JobQueue, startJobQueue } from "./jobs/boss.ts";
import { continueSigningJob } from "./jobs/continue-signing.ts";
import { mailMessage } from "./jobs/mail-message.ts";
import type { Clock } from "./ports/clock.ts";
import type { Random } from "./ports/random.ts";
import type { RevocationStatusPort } from "./ports/revocation-status.ts";
import type { TimestampPort } from "./ports/timestamp.ts";
import {
  type AuthorityDeps,
  crlOf,
  ensureHierarchy,
  ocspResponse,
  timestampPolicy,
  timestampResponse,
  trustAnchors,
  wrappedKeyStore,
} from "./rooms/authority/authority.ts";
import { codeSecret, recordDelivery, spokenCode } from "./rooms/challenges/challenges.ts";
import { auditReportOf } from "./rooms/evidence/evidence.ts";

/** A server put together, its jobs at work, not listening yet. */
export type WiredServer = {
  readonly app: FastifyInstance;
  readonly deps: ServerDeps;
  readonly close: () => Promise<void>;
};

/** What the outside decides. */
export type Surroundings = {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly version: string;
};

/** Migrates, makes the development hierarchy where it is missing, starts jobs and builds the routes. */
export async function wireServer(surroundings: Surroundings): Promise<WiredServer> {
  const { config, log } = surroundings;
  const database = openDatabase(surroundings.databaseUrl, {
    onIdleError: (fault) => log.warn({ fault }, "a database connection died"),
  });
  const migrated = await migrate(database.db);
  if (migrated.length > 0) log.info({ migrated }, "database migrated");
  const queue = await startJobQueue(surroundings.databaseUrl, (fault) =>
    log.warn({ fault }, "the job queue has a fault"),
  );
  const deps = await makeDeps(surroundings, database, queue);
  await queue.work({
    "send-message": mailMessage({ ...deps, service: serviceLook(config), auditReportOf: auditReportOf(deps) }),
    "continue-signing": continueSigningJob(deps),
  });
  const app = await buildApp(deps, [
    workflowRoutes,
    documentRoutes,
    challengeRoutes,
    signingRoutes,
    sendingRoutes,
    configurationRoutes,
    healthRoutes,
    pkiRoutes,
    (scope) => hookRoutes(scope, hookDeps(deps)),
  ]);
  const close = async () => {
    await app.close();
    await queue.stop();
    await database.close();
  };
  return { app, deps, close };
}

const serviceLook = ({ provider, publicUrl, zone }: Config) => ({ provider: provider.name, publicUrl, timeZone: zone });

function hookDeps(deps: ServerDeps) {
  return {
    codeHooks: deps.codeHooks,
    spokenCode: (attemptId: string) => spokenCode(deps, attemptId),
    recordDelivery: async (status: Parameters<typeof recordDelivery>[1]) => void (await recordDelivery(deps, status)),
  };
}

async function makeDeps(surroundings: Surroundings, database: Database, queue: JobQueue): Promise<ServerDeps> {
  const { config, clock, random, log, version } = surroundings;
  const { db } = database;
  const development = config.mode === "development";
  const masterKey = keyEncryptionKey({ configured: config.keyEncryptionKey, dataDir: config.dataDir, development });
  const keys = softwareKeys({ records: wrappedKeyStore(db), keyEncryptionKey: masterKey, random });
  const authority = {
    publicUrl: config.publicUrl,
    providerName: config.provider.name,
    country: config.provider.country,
    organizationIdentifier: config.provider.organizationIdentifier,
    development,
  };
  const own: AuthorityDeps = { db, clock, random, keys, authority };
  await ensureHierarchy(own);
  const blobs = fileBlobs(config.storageDir);
  return {
    ...own,
    config,
    log,
    version,
    blobs,
    enqueue: queue.enqueue,
    intakeLimits: { fileBytesMax: pdf_bytes_max, pagesMax: pdf_pages_max },
    timestamp: await timestampFrom(config, own),
    revocation: revocationFrom(config, own),
    shaper: openTextShaping(),
    mail: smtpMail({ url: config.mail.url, fromAddress: config.mail.from }),
    codes: twilioCodes({
      baseUrl: config.twilio.url,
      accountSid: config.twilio.accountSid,
      username: config.twilio.accountSid,
      password: config.twilio.authToken,
      from: config.twilio.from,
      publicUrl: config.publicUrl,
    }),
    codeHooks: twilioHooks({ authToken: config.twilio.authToken, publicUrl: config.publicUrl }),
    // Another key from the same secret (RFC 5869), so that one leaking through its use says nothing about the other.
    codeSecret: codeSecret(new Uint8Array(hkdfSync("sha256", masterKey, "", "siegel one-time codes", 32))),
    codeLimits: config.codeLimits,
    codeSender: { provider: config.provider.name, host: new URL(config.publicUrl).host },
    publicUrl: config.publicUrl,
    providerName: config.provider.name,
    zone: config.zone,
    healthChecks: {
      database: async () => void (await database.pool.query("select 1")),
      storage: blobs.check,
      jobs: queue.check,
      clock: () => checkClock(database, clock),
    },
  };
}

/** Two clocks that differ by more than this cannot both be right, and evidence needs a right one. */
const clockSkewMaxMs = 5_000;

async function checkClock(database: Database, clock: Clock): Promise<void> {
  const answer = await database.pool.query<{ now: Date }>("select clock_timestamp() as now");
  const skewMs = Math.abs((answer.rows[0]?.now.getTime() ?? 0) - clock.now().getTime());
  if (skewMs > clockSkewMaxMs) throw new Error(`the clocks of server and database differ by ${skewMs} ms`);
}

async function timestampFrom(config: Config, own: AuthorityDeps): Promise<TimestampPort> {
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

/** The own authority speaks for what it issued; others are asked over HTTP, at hosts that the configuration names. */
function revocationFrom(config: Config, own: AuthorityDeps): RevocationStatusPort {
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
  const speaksFor = async (issuer: Uint8Array) => config.ocspUrl === null && (await crlOf(db, issuer)) !== null;
  return { status: async (query) => ((await speaksFor(query.issuer)) ? inProcess : overHttp).status(query) };
}
