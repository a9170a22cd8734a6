/** The queue itself: pg-boss in the same database, so that a job exists if and only if its cause does. */
import { fromKysely, PgBoss } from "pg-boss";
import type { Enqueue, JobName, JobPayloads } from "./queue.ts";

/** Delivery of one job; a thrown fault makes it try again with growing pauses. */
type QueueSettings = { readonly retryLimit: number; readonly retryDelay: number; readonly retryDelayMax: number };

// Seconds. A mail server may be away for a night; a signing act is swept besides (decisions.md §9).
const patient: QueueSettings = { retryLimit: 60, retryDelay: 5, retryDelayMax: 900 };
const brief: QueueSettings = { retryLimit: 3, retryDelay: 2, retryDelayMax: 15 };

const queues: Record<JobName, QueueSettings> = {
  "send-message": patient,
  "continue-signing": brief,
};

/** What does each job: one function a queue. A throw means: later again. */
export type JobHandlers = { readonly [N in JobName]: (payload: JobPayloads[N]) => Promise<void> };

/** A started queue. `stop` lets running jobs end for up to five seconds. */
export type JobQueue = {
  readonly enqueue: Enqueue;
  readonly work: (handlers: JobHandlers) => Promise<void>;
  readonly check: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Told of every fault of the queue and of every job that failed. */
type OnFault = (fault: unknown) => void;

/** Makes schema and queues where they are missing and starts maintenance. */
export async function startJobQueue(url: string, onFault: OnFault): Promise<JobQueue> {
  const boss = new PgBoss({ connectionString: url, schema: "pgboss", max: 4, application_name: "siegel jobs" });
  boss.on("error", onFault);
  await boss.start();
  for (const [name, settings] of Object.entries(queues))
    await boss.createQueue(name, { ...settings, retryBackoff: true });
  return {
    enqueue: async (db, job, payload) => {
      await boss.send(job, payload, { db: fromKysely(db) });
    },
    work: async (handlers) => {
      for (const name of Object.keys(queues) as JobName[]) await startWorker(boss, { name, handlers, onFault });
    },
    check: async () => {
      if (!(await boss.isInstalled())) throw new Error("the queue's schema is missing");
    },
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  };
}

/** A job that failed, as the queue keeps it: the queue writes the whole error into its table, so nothing else goes there. */
class JobFailed extends Error {
  override readonly name = "JobFailed";
}

type Worker<N extends JobName> = { readonly name: N; readonly handlers: JobHandlers; readonly onFault: OnFault };

async function startWorker<N extends JobName>(boss: PgBoss, { name, handlers, onFault }: Worker<N>): Promise<void> {
  await boss.work<JobPayloads[N]>(name, { pollingIntervalSeconds: 1, batchSize: 1 }, async (jobs) => {
    for (const job of jobs) {
      const fault = await handlers[name](job.data).then(
        () => null,
        (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason))),
      );
      if (fault === null) continue;
      onFault(fault);
      throw new JobFailed(`${name}: ${fault.name}`);
    }
  });
}
