/**
 * Puts the server together for one database, from what each area wires (`wire-*.ts`), and takes it apart again in order.
 * `main.ts` and the tests' server use it alike.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { ClockWatch } from "./adapters/time/clock-watch.ts";
import { CannotStart } from "./cannot-start.ts";
import type { Config } from "./config.ts";
import { type Database, openDatabase } from "./db/database.ts";
import { migrate } from "./db/migrations.ts";
import { announcePresence, type Presence } from "./db/presence.ts";
import { readDatabaseTime } from "./db/server-answers.ts";
import { withStartLock } from "./db/start-lock.ts";
import type { ServerDeps } from "./deps.ts";
import { healthChecks } from "./health-checks.ts";
import { buildApp, type Routes } from "./http/app.ts";
import { healthRoutes } from "./http/health.ts";
import { closeGently } from "./http/wire/close-gently.ts";
import { type JobHandlers, type JobQueue, startJobQueue } from "./jobs/boss.ts";
import { startTimers } from "./jobs/timers.ts";
import type { Clock, MonotonicClock } from "./ports/clock.ts";
import type { JobName } from "./ports/queue.ts";
import type { Random } from "./ports/random.ts";
import { productionDatabaseFaults } from "./production-faults.ts";
import { type Role, type RouteGroup, workOf } from "./roles.ts";
import type { IntakeWork } from "./rooms/documents/documents.ts";
import { type RunningWork, runningWork } from "./running-work.ts";
import { administratorRoutes, wireAdministrators } from "./wire-administrators.ts";
import {
  authorityJobs,
  authorityKeyChecks,
  ceremonyChecks,
  masterKeyOf,
  trustRoutes,
  wireAuthority,
} from "./wire-authority.ts";
import { clockWatchFrom, tellOfClock } from "./wire-clock.ts";
import { providerRoutes, wireCodes } from "./wire-codes.ts";
import { wireFigures } from "./wire-figures.ts";
import { wireIdentification } from "./wire-identification.ts";
import { messageJobs, wireMessages } from "./wire-messages.ts";
import { operatorRoutes } from "./wire-operators.ts";
import { senderRoutes, wireSender } from "./wire-sender.ts";
import { signerJobs, signerRoutes, wireSigner } from "./wire-signer.ts";
import { tokenChecks, wireSigningModule } from "./wire-signing-module.ts";
import { openStore } from "./wire-store.ts";
import { revocationFrom, timestampFrom } from "./wire-trust.ts";
import { wireWebhooks } from "./wire-webhooks.ts";

/** A server put together, its queues at work, not listening yet. `close` is the graceful stop. */
export type WiredServer = {
  readonly app: FastifyInstance;
  readonly deps: ServerDeps;
  readonly startTimers: () => Promise<void>;
  /** Everything this process can say in figures, as Prometheus reads it. */
  readonly readMetrics: () => Promise<string>;
  readonly close: () => Promise<void>;
};

/** What the outside decides. `role` is `all` unless said otherwise; the server opens workers for intake where it is given none. */
export type Surroundings = {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly clock: Clock;
  readonly monotonic: MonotonicClock;
  readonly random: Random;
  readonly log: Logger;
  readonly version: string;
  readonly role?: Role;
  readonly intakeWork?: IntakeWork;
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
  const figures = wireFigures(surroundings);
  const foundation = { database, queue, stop, watch, presence, told: figures.told };
  const deps = await makeDeps(surroundings, foundation);
  await queue.work(handlersOf(deps, role.queues));
  const watched = figures.watch(deps, { database, queue });
  const app = await buildApp(deps, [figures.count, healthRoutes, ...role.routes.flatMap((group) => routesOf[group])], {
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
    readMetrics: figures.read,
    close: async () => {
      stop.begin();
      watched.stop();
      await closeGently(app, { drainMs: config.drainMs, finishMs: stop_finish_ms });
      await Promise.race([timers?.stop(), sleep(stop_finish_ms, undefined, { ref: false })]);
      // What was answered 202 goes on until it stands or waits; its lease is given back with its end. Its mails need the queue.
      await stop.work.settled(stop_finish_ms);
      await watching?.stop();
      await queue.stop();
      await deps.intakeWork.close();
      await deps.valueWork.close();
      await deps.pageDrawing?.close();
      await deps.logoDrawing?.close();
      await deps.signingModule.close();
      await deps.keys.close();
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

/** Each area says what it serves; a role serves groups of them (roles.ts). */
const routesOf: Record<RouteGroup, readonly Routes[]> = {
  pages: [],
  calls: [...signerRoutes, ...senderRoutes, ...administratorRoutes, ...operatorRoutes],
  "provider callbacks": providerRoutes,
  "trust points": trustRoutes,
};

function handlersOf(deps: ServerDeps, names: readonly JobName[]): Partial<JobHandlers> {
  const handlers: JobHandlers = { ...signerJobs(deps), ...messageJobs(deps), ...authorityJobs(deps) };
  return Object.fromEntries(names.map((name) => [name, handlers[name]]));
}

type Foundation = {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly stop: StopSwitch;
  readonly watch: ClockWatch;
  readonly presence: Presence;
  readonly told: Pick<ServerDeps, "onFault" | "securityLog">;
};

// 31 bits: what PostgreSQL takes as a lock's number without a sign.
const presenceNumber = (random: Random): number => Buffer.from(random.bytes(4)).readUInt32BE() >>> 1;

async function makeDeps(surroundings: Surroundings, foundation: Foundation): Promise<ServerDeps> {
  const { database, queue, stop, watch, presence, told } = foundation;
  const { config, clock, random, log, version } = surroundings;
  const masterKey = masterKeyOf(config);
  const makes = workOf(surroundings.role ?? "all").timers.includes("upkeep of the authority");
  const parts = { db: database.db, clock, trustedTime: watch, random };
  const own = await wireAuthority(config, parts, { masterKey, makes, say: (sentence) => log.warn(sentence) });
  const blobs = await openStore(own, config);
  const keysOfSigners = wireSigningModule(config, masterKey);
  const checks = healthChecks({ pool: database.pool, blobs, clock, trustedTime: watch });
  return {
    ...own,
    ...told,
    config,
    log,
    version,
    blobs,
    enqueue: queue.enqueue,
    ...keysOfSigners,
    ...wireSender(config, surroundings.intakeWork),
    ...wireSigner(config, { masterKey, blobs }),
    ...wireCodes(config, masterKey),
    ...wireIdentification(config, { clock, random, monotonic: surroundings.monotonic }),
    ...wireMessages(config),
    ...wireWebhooks(config, { clock, random, version }),
    ...wireAdministrators(config, { masterKey, monotonic: surroundings.monotonic }),
    timestamp: await timestampFrom(config, own),
    revocation: revocationFrom(config, own),
    publicUrl: config.publicUrl,
    providerName: config.provider.name,
    zone: config.zone,
    healthChecks: {
      ...checks,
      jobs: queue.check,
      ...tokenChecks(config, keysOfSigners.signingModule),
      ...authorityKeyChecks(config, own),
      ...(await ceremonyChecks(own)),
    },
    isStopping: stop.isBegun,
    atWork: stop.work.track,
    presence: presence.current,
  };
}
