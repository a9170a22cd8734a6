/** The workers that write logos anew. */
import { type PoolLimits, workerPool } from "../adapters/workers/worker-pool.ts";
import type { LogoDrawing } from "../ports/logo-drawing.ts";

/**
 * A picture of 16 megapixels takes half a second and 150 MB. One process, since logos change seldom, and none is kept: what has read one
 * foreign file reads no other.
 */
const limits: PoolLimits = {
  timeMs: 5_000,
  heapMb: 128,
  memoryMb: 512,
  keptMb: 1,
  isNative: true,
  workersMax: 1,
  waitingMax: 16,
  waitingMs: 15_000,
  ofOne: [{ waitingMax: 4 }],
};

/** Opens the pool; its process starts when somebody saves a logo. */
export const openLogoWorkers = (): LogoDrawing => workerPool(new URL("./logo-worker.ts", import.meta.url), limits);
