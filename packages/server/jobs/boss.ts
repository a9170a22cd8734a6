/** The queue itself: pg-boss in the same database, so that a job exists if and only if its cause does. */
import { mail_tries_max } from "@siegel/contract/limits.ts";
import { fromKysely, type JobResult, PgBoss, type QueueOptions, type QueuePolicy } from "pg-boss";
import type { Enqueue, JobName, JobPayloads } from "../ports/queue.ts";

/** Delivery of one job; a thrown fault makes it try again with growing pauses. */
type QueueSettings = { readonly retryLimit: number; readonly retryDelay: number; readonly retryDelayMax: number };

// Seconds. A mail server may be away for a night; a signing act is swept besides (decisions.md §9).
// A job comes more often than a mail may be tried: some of its turns find the mail in other hands, and its end is the room's to record.
const patient: QueueSettings = { retryLimit: mail_tries_max + 20, retryDelay: 5, retryDelayMax: 900 };
const brief: QueueSettings = { retryLimit: 3, retryDelay: 2, retryDelayMax: 15 };

const queues: Record<JobName, QueueSettings> = {
  "send-message": patient,
  "continue-signing": brief,
};

// Seconds. A job whose process was killed is due again after the first, found by the second: half a minute at most, where
// the queue alone would wait a quarter of an hour.
const heartbeatS = 10;
const superviseEveryS = 15;

/** What does each job: one function a queue. A throw means: later again. */
export type JobHandlers = { readonly [N in JobName]: (payload: JobPayloads[N]) => Promise<void> };

/** All queues there are. */
export const queueNames = Object.keys(queues) as JobName[];

/** Jobs of one queue: waiting for their turn, or being done. */
export type QueueDepth = { readonly queue: JobName; readonly waiting: number; readonly active: number };

/**
 * What is done every so often, at the minutes that `cron` names (UTC): by one process at a time, whichever takes it. `work` is null where
 * that is left to others. It tells of its faults itself; what failed waits for the next time.
 */
export type Repeated = { readonly cron: string; readonly work: (() => Promise<unknown>) | null };

/**
 * A started queue. `work` does the jobs of the handlers it is given; `repeat` keeps exactly these schedules, by name, whoever made others;
 * `stop` lets running jobs end for up to five seconds.
 */
export type JobQueue = {
  readonly enqueue: Enqueue;
  readonly work: (handlers: Partial<JobHandlers>) => Promise<void>;
  readonly repeat: (all: Readonly<Record<string, Repeated>>) => Promise<{ readonly stop: () => Promise<void> }>;
  readonly check: () => Promise<void>;
  readonly depths: () => Promise<QueueDepth[]>;
  readonly stop: () => Promise<void>;
};

/** Told of every fault of the queue and of every job that failed. */
type OnFault = (fault: unknown) => void;

/** Makes schema and queues where they are missing; `maintains: false` leaves the queue's upkeep to other processes. */
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
  });
  boss.on("error", onFault);
  await boss.start();
  for (const [name, settings] of Object.entries(queues))
    await keepQueue(boss, name, { ...settings, retryBackoff: true });
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
  { policy = "standard", ...settings }: QueueOptions & { readonly policy?: QueuePolicy },
): Promise<void> {
  await boss.createQueue(name, { ...settings, policy });
  // A queue that an older program made stays as it is unless told.
  await boss.updateQueue(name, { ...settings, heartbeatSeconds: heartbeatS });
}

// What nobody came to do waits once, not once for each time; and no two processes do it side by side.
const repeatedQueue = {
  policy: "exclusive",
  retryLimit: 0,
  expireInSeconds: 3_600,
  deleteAfterSeconds: 86_400,
} as const;
/** None of it is urgent to the second, and each asks the database. */
const repeated_poll_s = 30;

async function repeat(
  boss: PgBoss,
  all: Readonly<Record<string, Repeated>>,
): Promise<{ readonly stop: () => Promise<void> }> {
  for (const { name, key } of await boss.getSchedules()) if (!(name in all)) await boss.unschedule(name, key);
  const own: string[] = [];
  for (const [name, { cron, work }] of Object.entries(all)) {
    await keepQueue(boss, name, repeatedQueue);
    // Where no process ran at the minute, once as soon as one does.
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

// Each of these asks the queue once a second, and at once again while it gives so many: mails of a large workflow do not trickle.
// Of what one was given it asks for no more before all is done, so one that takes long holds up one of them only.
const at_once = 2;
const workers_per_queue = 3;

async function startWorker<N extends JobName>(boss: PgBoss, { name, handlers, onFault }: Worker<N>): Promise<void> {
  const handler = handlers[name];
  if (handler === undefined) return;
  const options = {
    pollingIntervalSeconds: 1,
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
  // The queue keeps what it is given: a name says enough, and holds no words of foreign servers.
  return { id, status: "failed", output: { message: `${name}: ${fault.name}` } };
}
