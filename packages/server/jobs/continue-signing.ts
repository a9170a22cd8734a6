/** The job `continue-signing`: continues an approved act; harmless if the act is done. */

import type { JobPayloads } from "../ports/queue.ts";
import { continueSigning, type SigningDeps } from "../rooms/signing/signing.ts";

/** The queue's handler. A timer retries failed acts, so the queue does not need to. */
export function continueSigningJob(deps: SigningDeps): (payload: JobPayloads["continue-signing"]) => Promise<void> {
  return async ({ actId }) => {
    await continueSigning(deps, actId);
  };
}
