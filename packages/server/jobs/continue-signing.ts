/** The job `continue-signing`: takes up an approved act where it stands; harmless when it is done. */

import type { JobPayloads } from "../ports/queue.ts";
import { continueSigning, type SigningDeps } from "../rooms/signing/signing.ts";

/** The queue's handler. What fails waits for the sweep, so the queue never has to come again. */
export function continueSigningJob(deps: SigningDeps): (payload: JobPayloads["continue-signing"]) => Promise<void> {
  return async ({ actId }) => {
    await continueSigning(deps, actId);
  };
}
