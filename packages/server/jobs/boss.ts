/** The queue: pg-boss in the same database, so that a job exists if and only if its cause was committed. */
import { mail_tries_max } from "@siegel/contract/limits.ts";
import { fromKysely, type JobResult, PgBoss, type Queue } from "pg-boss";
import type { Enqueue, JobName, JobPayloads } from "../ports/queue.ts";

/** Handles one job; after a thrown fault the queue tries again with growing pauses. */
type QueueSettings = { readonly retryLimit: number; readonly retryDelay: number; readonly retryDelayMax: number };

// Seconds. A mail server may be unavailable for a night; a timer retries signing acts as well (decisions.md §9).
// A job is retried more often than a mail: some runs find the mail leased by another process, and the room records when it gives up.
const patient: QueueSettings = { retryLimit: mail_tries_max + 20, retryDelay: 5, retryDelayMax: 900 };
const brief: QueueSettings = { retryLimit: 3, retryDelay: 2, retryDelayMax: 15 };

const queues: Record<JobName, QueueSettings> = {
  "send-message": patient,
  "send-account-mail": patient,
  "send-ident-mail": patient,
  "send-certificate-mail": patient,
  "send-revocation-mail": patient,
  "send-change-mail": patient,
  "send-change-text": patient,
  "send-code-mail": patient,
  "send-ending-mail": patient,
  // The key store may be another system.
  "destroy-key": patient,
  // What is left of an order is left until somebody looks.
  "revoke-of-organisation": patient,
  "settle-identification": brief,
  // Also the upkeep of the authority makes a list that lacks somebody.
  "publish-crl": brief,
  "continue-signing": brief,
};

// Seconds. A job of a killed process is due again after the first and found by the second: at most half a minute later. The
// queue's own default is a quarter of an hour.
const heartbeatS = 10;
const superviseEveryS = 15;

/** One function for each queue. If it throws, the job is tried again later. */
export type JobHandlers = { readonly [N in JobName]: (payload: JobPayloads[N]) => Promise<void> };

/** All queues. */
export const queueNames = Object.keys(queues) as JobName[];

/** Numbers of waiting and running jobs of one queue. */
export type QueueDepth = { readonly queue: JobName; readonly waiting: number; readonly active: number };

/**
 * Recurring work, at the minutes that `cron` names (UTC), done by one process at a time. `work` is null if other processes do it.
 * It reports its own faults; failed work waits for the next time.
 */
export type Repeated = { readonly cron: string; readonly work: (() => Promise<unknown>) | null };

/**
 * A started queue. `work` runs the given handlers; `repeat` keeps exactly these schedules, by name, and removes all others;
 * `stop` waits up to five seconds for running jobs.
 */
export type JobQueue = {
  readonly enqueue: Enqueue;
  readonly work: (handlers: Partial<JobHandlers>) => Promise<void>;
  readonly repeat: (all: Readonly<Record<string, Repeated>>) => Promise<{ readonly stop: () => Promise<void> }>;
  readonly check: () => Promise<void>;
  readonly depths: () => Promise<QueueDepth[]>;
  readonly stop: () => Promise<void>;
};

/** Called for every fault of the queue and every failed job. */
type OnFault = (fault: unknown) => void;

/** Creates missing schema and queues; `maintains: false` leaves the queue's maintenance to other processes. */
export async function startJobQueue(
  url: string,
  onFault: OnFault,
  { maintains = true }: { maintains?: boolean } = {},
): Promise<JobQueue> {
  const boss = new PgBoss({
    connectionString: url,
    schema: "pgboss",
    max: 4,
    application_name: "siegel jobs",
    supervise: maintains,
    superviseIntervalSeconds: superviseEveryS,
    monitorIntervalSeconds: superviseEveryS,
    schedule: maintains,
    // A listener of its own on one connection more; where it cannot listen (PgBouncer's transaction mode), polling goes on alone.
    useListenNotify: true,
  });
  boss.on("error", onFault);
  await boss.start();
  for (const [name, settings] of Object.entries(queues))
    await keepQueue(boss, name, { ...settings, retryBackoff: true, notify: true });
  return {
    enqueue: async (db, job, payload) => {
      await boss.send(job, payload, { db: fromKysely(db) });
    },
    work: async (handlers) => {
      for (const name of queueNames) await startWorker(boss, { name, handlers, onFault });
    },
    repeat: (all) => repeat(boss, all),
    check: async () => {
      if (!(await boss.isInstalled())) throw new Error("the queue's schema is missing");
    },
    depths: () => Promise.all(queueNames.map((queue) => depthOf(boss, queue))),
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  };
}

async function keepQueue(
  boss: PgBoss,
  name: string,
  { policy = "standard", ...settings }: Omit<Queue, "name">,
): Promise<void> {
  await boss.createQueue(name, { ...settings, policy });
  // pg-boss does not change the settings of an existing queue by itself.
  await boss.updateQueue(name, { ...settings, heartbeatSeconds: heartbeatS });
}

// Missed work waits once, not once for each time; and no two processes do it at the same time.
const repeatedQueue = {
  policy: "exclusive",
  retryLimit: 0,
  expireInSeconds: 3_600,
  deleteAfterSeconds: 86_400,
} as const;
/** Not urgent to the second, and each poll is a database query. */
const repeated_poll_s = 30;

async function repeat(
  boss: PgBoss,
  all: Readonly<Record<string, Repeated>>,
): Promise<{ readonly stop: () => Promise<void> }> {
  for (const { name, key } of await boss.getSchedules()) if (!(name in all)) await boss.unschedule(name, key);
  const own: string[] = [];
  for (const [name, { cron, work }] of Object.entries(all)) {
    await keepQueue(boss, name, repeatedQueue);
    // If no process ran at that minute: once, as soon as one does.
    await boss.schedule(name, cron, null, { missed: "once" });
    if (work === null) continue;
    own.push(name);
    const options = { pollingIntervalSeconds: repeated_poll_s, batchSize: 1, perJobResults: true } as const;
    await boss.work<null, unknown, typeof options>(name, options, (jobs) =>
      Promise.all(jobs.map(({ id }) => resultOf({ id, name, done: work(), onFault: () => undefined }))),
    );
  }
  return { stop: async () => void (await Promise.all(own.map((name) => boss.offWork(name)))) };
}

async function depthOf(boss: PgBoss, queue: JobName): Promise<QueueDepth> {
  const [stats] = await boss.getQueueStats(queue);
  return { queue, waiting: stats?.queuedCount ?? 0, active: stats?.activeCount ?? 0 };
}

type Worker<N extends JobName> = {
  readonly name: N;
  readonly handlers: Partial<JobHandlers>;
  readonly onFault: OnFault;
};

// PostgreSQL tells these pollers of a job when it is committed. A poller fetches a batch, and the next one at once while batches are full, so
// that the mails of a large workflow go out quickly. Every few seconds it also looks by itself: for jobs that are due again, and for those
// that a lost connection did not tell of. A poller fetches again only when its batch is done, so a long job holds up one poller only.
const unasked_poll_s = 3;
const at_once = 2;
const workers_per_queue = 3;

async function startWorker<N extends JobName>(boss: PgBoss, { name, handlers, onFault }: Worker<N>): Promise<void> {
  const handler = handlers[name];
  if (handler === undefined) return;
  const options = {
    // Where nobody can listen.
    pollingIntervalSeconds: 1,
    notifyPollingIntervalSeconds: unasked_poll_s,
    batchSize: at_once,
    localConcurrency: workers_per_queue,
    burstWhenBatchFull: true,
    perJobResults: true,
  } as const;
  await boss.work<JobPayloads[N], unknown, typeof options>(name, options, (jobs) =>
    Promise.all(jobs.map(({ id, data }) => resultOf({ id, name, done: handler(data), onFault }))),
  );
}

type Run = {
  readonly id: string;
  readonly name: string;
  readonly done: Promise<unknown>;
  readonly onFault: OnFault;
};

async function resultOf({ id, name, done, onFault }: Run): Promise<JobResult> {
  const fault = await done.then(
    () => null,
    (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason))),
  );
  if (fault === null) return { id, status: "completed" };
  onFault(fault);
  // The queue stores what it is given: the fault's name is enough, and contains no text of foreign servers.
  return { id, status: "failed", output: { message: `${name}: ${fault.name}` } };
}
