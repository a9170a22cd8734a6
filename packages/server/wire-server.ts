/** Puts the server together for one database: ports behind their adapters, queue, routes. `main.ts` and the tests' server use it alike. */
import { setTimeout as sleep } from "node:timers/promises";
import { keyFor } from "@siegel/kernel/mac/server-secret.ts";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { Registry } from "prom-client";
import { twilioCodes } from "./adapters/codes/twilio-codes.ts";
import { twilioHooks } from "./adapters/codes/twilio-hooks.ts";
import { openTextShaping } from "./adapters/fonts/text-shaping.ts";
import { smtpMail } from "./adapters/mail/smtp-mail.ts";
import type { ClockWatch } from "./adapters/time/clock-watch.ts";
import { keyEncryptionKey } from "./adapters/trust/key-encryption-key.ts";
import { softwareKeys } from "./adapters/trust/software-keys.ts";
import { CannotStart } from "./cannot-start.ts";
import type { Config } from "./config.ts";
import { type Database, openDatabase } from "./db/database.ts";
import { migrate } from "./db/migrations.ts";
import { announcePresence, type Presence } from "./db/presence.ts";
import { checkAnswers, readDatabaseTime } from "./db/server-answers.ts";
import { withStartLock } from "./db/start-lock.ts";
import type { ServerDeps } from "./deps.ts";
import { healthChecks } from "./health-checks.ts";
import { buildApp, type Routes } from "./http/app.ts";
import { healthRoutes } from "./http/health.ts";
import { countRequests } from "./http/metrics.ts";
import { hookRoutes } from "./http/providers/hooks.ts";
import { sendingRoutes } from "./http/sender/sending.ts";
import { challengeRoutes } from "./http/signer/challenges.ts";
import { configurationRoutes } from "./http/signer/configuration.ts";
import { documentRoutes } from "./http/signer/documents.ts";
import { pagePictureRoutes } from "./http/signer/page-pictures.ts";
import { signatureImageRoutes } from "./http/signer/signature-images.ts";
import { signingRoutes } from "./http/signer/signing.ts";
import { workflowRoutes } from "./http/signer/workflow.ts";
import { pkiRoutes } from "./http/trust/pki.ts";
import { closeGently } from "./http/wire/close-gently.ts";
import { type JobHandlers, type JobQueue, startJobQueue } from "./jobs/boss.ts";
import { continueSigningJob } from "./jobs/continue-signing.ts";
import { mailMessage } from "./jobs/mail-message.ts";
import { startTimers } from "./jobs/timers.ts";
import { logFaults } from "./log-faults.ts";
import { houseFigures } from "./metrics/house-figures.ts";
import { faultFigures } from "./metrics/lived-faults.ts";
import { refusedActFigures } from "./metrics/refused-acts.ts";
import { requestFigures } from "./metrics/requests.ts";
import { runtimeFigures } from "./metrics/runtime-figures.ts";
import { workFigures } from "./metrics/work-figures.ts";
import type { Clock, MonotonicClock } from "./ports/clock.ts";
import type { OnFault } from "./ports/fault-log.ts";
import type { JobName } from "./ports/queue.ts";
import type { Random } from "./ports/random.ts";
import type { SecurityLog } from "./ports/security-log.ts";
import { productionDatabaseFaults } from "./production-faults.ts";
import { type Role, type RouteGroup, workOf } from "./roles.ts";
import {
  type AuthorityDeps,
  checkKeys,
  ensureHierarchy,
  hierarchyIsMade,
  type TimestampDeps,
  wrappedKeyStore,
} from "./rooms/authority/authority.ts";
import { holderSecret } from "./rooms/certificates/certificates.ts";
import { codeSecret, recordDelivery, spokenCode, wrongTries } from "./rooms/challenges/challenges.ts";
import { auditReportOf } from "./rooms/evidence/evidence.ts";
import { approvalSecret, endOpenWork } from "./rooms/signing/signing.ts";
import { type RunningWork, runningWork } from "./running-work.ts";
import { securityLog } from "./security-log.ts";
import { clockWatchFrom, tellOfClock } from "./wire-clock.ts";
import { openStore } from "./wire-store.ts";
import { revocationFrom, timestampFrom } from "./wire-trust.ts";
import { openIntakeWorkers } from "./workers/open-intake-workers.ts";
import { openPageWorkers } from "./workers/open-page-workers.ts";
import { openValueWorkers } from "./workers/open-value-workers.ts";

/** A server put together, its queues at work, not listening yet. `close` is the graceful stop. */
export type WiredServer = {
  readonly app: FastifyInstance;
  readonly deps: ServerDeps;
  readonly startTimers: () => Promise<void>;
  /** Everything this process can say in figures, as Prometheus reads it. */
  readonly readMetrics: () => Promise<string>;
  readonly close: () => Promise<void>;
};

/** What the outside decides. `role` is `all` unless said otherwise. */
export type Surroundings = {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly clock: Clock;
  readonly monotonic: MonotonicClock;
  readonly random: Random;
  readonly log: Logger;
  readonly version: string;
  readonly role?: Role;
};

/** Migrates, makes the hierarchy or waits for it, starts the role's queues and builds its routes. @throws CannotStart, DatabaseNewer */
export async function wireServer(surroundings: Surroundings): Promise<WiredServer> {
  const { config, log } = surroundings;
  const database = openDatabase(surroundings.databaseUrl, {
    onIdleError: (fault) => log.warn({ fault }, "a database connection died"),
  });
  const role = workOf(surroundings.role ?? "all");
  const queue = await withStartLock(database.pool, async () => {
    const migrated = await migrate(database.db);
    if (migrated.length > 0) log.info({ migrated }, "database migrated");
    const faults = config.mode === "production" ? await productionDatabaseFaults(database.db) : [];
    if (faults.length > 0) throw new CannotStart(faults.join("\n"));
    const onFault = (fault: unknown) => log.warn({ fault }, "the job queue has a fault");
    return await startJobQueue(surroundings.databaseUrl, onFault, { maintains: role.timers.length > 0 });
  });
  const stop = stopSwitch();
  const watch = clockWatchFrom(
    config,
    { ...surroundings, readDatabaseTime: () => readDatabaseTime(database.pool) },
    tellOfClock({ ...surroundings, db: database.db }),
  );
  await watch.compare();
  const presence = await announcePresence(surroundings.databaseUrl, () => presenceNumber(surroundings.random));
  const registry = new Registry();
  const onFault = logFaults(log, faultFigures(registry));
  const refused = securityLog(log, surroundings.clock, refusedActFigures(registry));
  const foundation = { database, queue, stop, watch, presence, onFault, securityLog: refused };
  const deps = await makeDeps(surroundings, foundation);
  await queue.work(handlersOf(deps, role.queues));
  const figures = runtimeFigures(registry);
  const count = requestFigures(registry);
  workFigures(registry, deps.intakeWork, deps.pageDrawing);
  houseFigures(registry, {
    ...{ db: database.db, clock: surroundings.clock, queueDepths: queue.depths },
    checkDatabase: () => checkAnswers(database.pool),
    onUnread: (fault) => log.warn({ fault }, "figures of the house cannot be read"),
  });
  const counted: Routes = (scope) => countRequests(scope, count);
  const app = await buildApp(deps, [counted, healthRoutes, ...role.routes.flatMap((group) => routesOf[group])], {
    pages: role.routes.includes("pages"),
  });
  let timers: Awaited<ReturnType<typeof startTimers>> | null = null;
  let watching: ReturnType<ClockWatch["start"]> | null = null;
  return {
    app,
    deps,
    startTimers: async () => {
      timers ??= await startTimers(deps, queue, role.timers);
      watching ??= watch.start();
    },
    readMetrics: () => registry.metrics(),
    close: async () => {
      stop.begin();
      figures.stop();
      await closeGently(app, { drainMs: config.drainMs, finishMs: stop_finish_ms });
      await Promise.race([timers?.stop(), sleep(stop_finish_ms, undefined, { ref: false })]);
      // What was answered 202 goes on until it stands or waits; its lease is given back with its end. Its mails need the queue.
      await stop.work.settled(stop_finish_ms);
      await watching?.stop();
      await queue.stop();
      await deps.intakeWork.close();
      await deps.valueWork.close();
      await deps.pageDrawing?.close();
      await presence.close();
      await database.close();
    },
  };
}

/** How long requests, and then work without a request, may take to end. */
const stop_finish_ms = 10_000;

type StopSwitch = { readonly begin: () => void; readonly isBegun: () => boolean; readonly work: RunningWork };

function stopSwitch(): StopSwitch {
  let begun = false;
  return {
    begin: () => {
      begun = true;
    },
    isBegun: () => begun,
    work: runningWork(),
  };
}

const routesOf: Record<RouteGroup, readonly Routes[]> = {
  pages: [],
  calls: [
    workflowRoutes,
    documentRoutes,
    pagePictureRoutes,
    signatureImageRoutes,
    challengeRoutes,
    signingRoutes,
    sendingRoutes,
    configurationRoutes,
  ],
  "provider callbacks": [(scope, deps) => hookRoutes(scope, hookDeps(deps))],
  "trust points": [pkiRoutes],
};

function handlersOf(deps: ServerDeps, names: readonly JobName[]): Partial<JobHandlers> {
  const handlers: JobHandlers = {
    "send-message": mailMessage({ ...deps, service: serviceLook(deps.config), auditReportOf: auditReportOf(deps) }),
    "continue-signing": continueSigningJob(deps),
  };
  return Object.fromEntries(names.map((name) => [name, handlers[name]]));
}

const serviceLook = ({ provider, publicUrl, zone }: Config) => ({ provider: provider.name, publicUrl, timeZone: zone });

function hookDeps(deps: ServerDeps) {
  return {
    codeHooks: deps.codeHooks,
    spokenCode: (attemptId: string) => spokenCode(deps, attemptId),
    recordDelivery: async (status: Parameters<typeof recordDelivery>[1]) => void (await recordDelivery(deps, status)),
  };
}

type Foundation = {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly stop: StopSwitch;
  readonly watch: ClockWatch;
  readonly presence: Presence;
  readonly onFault: OnFault;
  readonly securityLog: SecurityLog;
};

// 31 bits: what PostgreSQL takes as a lock's number without a sign.
const presenceNumber = (random: Random): number => Buffer.from(random.bytes(4)).readUInt32BE() >>> 1;

async function makeDeps(surroundings: Surroundings, foundation: Foundation): Promise<ServerDeps> {
  const { database, queue, stop, watch, presence, onFault, securityLog } = foundation;
  const { config, clock, random, log, version } = surroundings;
  const { db } = database;
  const development = config.mode === "development";
  const masterKey = keyEncryptionKey({ configured: config.keyEncryptionKey, dataDir: config.dataDir, development });
  const keys = softwareKeys({ records: wrappedKeyStore(db), keyEncryptionKey: masterKey, random });
  const authority = {
    publicUrl: config.publicUrl,
    certificateUrl: config.certificateUrl,
    providerName: config.provider.name,
    country: config.provider.country,
    organizationIdentifier: config.provider.organizationIdentifier,
    certificatePolicy: config.certificatePolicy,
    development,
  };
  const own: TimestampDeps = { db, clock, trustedTime: watch, random, keys, authority };
  if (workOf(surroundings.role ?? "all").timers.includes("upkeep of the authority")) await ensureHierarchy(own);
  else await untilHierarchyIsMade(own);
  await checkKeys(own).catch((cause: unknown) => {
    throw new CannotStart("SIEGEL_KEY_ENCRYPTION_KEY does not open the keys in the database.", { cause });
  });
  const blobs = await openStore(own, config);
  return {
    ...own,
    config,
    log,
    onFault,
    securityLog,
    version,
    blobs,
    enqueue: queue.enqueue,
    intakeWork: openIntakeWorkers(config.storageDir),
    valueWork: openValueWorkers(),
    pageDrawing: config.drawsPages ? openPageWorkers(blobs) : null,
    intakeLimits: config.intakeLimits,
    timestamp: await timestampFrom(config, own),
    revocation: revocationFrom(config, own),
    shaper: openTextShaping(),
    mail: smtpMail({
      url: config.mail.url,
      fromAddress: config.mail.from,
      requiresTls: config.mode === "production",
    }),
    codes: twilioCodes({
      baseUrl: config.codes.url,
      accountSid: config.codes.accountSid,
      username: config.codes.accountSid,
      password: config.codes.authToken,
      from: config.codes.from,
      publicUrl: config.publicUrl,
    }),
    codeHooks: twilioHooks({ authToken: config.codes.authToken, publicUrl: config.publicUrl }),
    codeSecret: codeSecret(keyFor(masterKey, "one-time codes")),
    wrongTries: wrongTries(),
    approvalSecret: approvalSecret(keyFor(masterKey, "approvals")),
    holderSecret: holderSecret(keyFor(masterKey, "certificate holders")),
    endOpenWork,
    codeLimits: config.codeLimits,
    codeSender: { provider: config.provider.name, host: new URL(config.publicUrl).hostname },
    publicUrl: config.publicUrl,
    providerName: config.provider.name,
    zone: config.zone,
    healthChecks: { ...healthChecks({ pool: database.pool, blobs, clock, trustedTime: watch }), jobs: queue.check },
    isStopping: stop.isBegun,
    atWork: stop.work.track,
    presence: presence.current,
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
