/** The workers that read foreign files. */
import { lentFiles } from "../adapters/store/file-blobs.ts";
import { type PoolLimits, workerPool } from "../adapters/workers/worker-pool.ts";
import type { IntakeWork } from "../rooms/documents/documents.ts";

/** Opens the pool for files lent by the store in `storageDir`; its processes start when there is work. */
export function openIntakeWorkers(storageDir: string, limits?: PoolLimits): IntakeWork {
  return workerPool(new URL("./intake-worker.ts", import.meta.url), limits, lentFiles(storageDir));
}
