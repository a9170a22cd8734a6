/** The workers that lay out values. */
import { type PoolLimits, workerPool } from "../adapters/workers/worker-pool.ts";
import type { ValueWork } from "../rooms/documents/documents.ts";

/**
 * Ten seconds of processor time are some fifty values of ten thousand characters each. One process, since hardly anybody types so
 * much; of a workflow and a signer few may wait, so that nobody fills the queue alone.
 */
const limits: PoolLimits = {
  timeMs: 10_000,
  heapMb: 256,
  workersMax: 1,
  waitingMax: 64,
  waitingMs: 20_000,
  ofOne: [{ waitingMax: 16 }, { waitingMax: 1 }],
  endsWithCaller: true,
};

/** Opens the pool; its process starts when somebody stores a long value. */
export const openValueWorkers = (): ValueWork => workerPool(new URL("./value-worker.ts", import.meta.url), limits);
