/** One pool of intake workers for all test files of a worker of the test runner: starting its processes takes longer than most of these files. */
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { defaultPoolLimits, workerPool } from "../adapters/workers/worker-pool.ts";
import type { IntakeWork } from "../rooms/documents/documents.ts";

/** Stores of tests are below folders of this beginning; what a process is lent of them is lent by name, as everywhere. */
const beginning = join(tmpdir(), "siegel-");

let pool: IntakeWork | undefined;

/** Whether the shared processes may read what this store lends. */
export const sharesIntake = (storageDir: string): boolean => resolve(storageDir).startsWith(beginning);

/** A real process, at work for every store of this worker. Who closes it ends nothing; the process goes when the worker does. */
export function sharedIntake(): IntakeWork {
  // One process: a second would end with each task, since one is kept, and start anew with the next two.
  const limits = { ...defaultPoolLimits, workersMax: 1 };
  const files = { read: [beginning], write: [beginning] };
  pool ??= workerPool(new URL("../workers/intake-worker.ts", import.meta.url), limits, files);
  const { run, figures } = pool;
  return { run, figures, close: async () => undefined };
}
