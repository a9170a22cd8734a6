/** The workers that read foreign files. */
import { type PoolLimits, workerPool } from "../adapters/worker-pool.ts";
import type { IntakeWork } from "../rooms/documents/documents.ts";

/** Opens the pool; its processes start when there is work. */
export function openIntakeWorkers(limits?: PoolLimits): IntakeWork {
  return workerPool(new URL("./intake-worker.ts", import.meta.url), limits);
}
