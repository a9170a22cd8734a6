/** What senders call, and the workers that read the documents they send. */
import type { Config } from "./config.ts";
import type { ServerDeps } from "./deps.ts";
import type { Routes } from "./http/app.ts";
import { sendingRoutes } from "./http/sender/sending.ts";
import { usageRoutes } from "./http/sender/usage.ts";
import type { IntakeWork } from "./rooms/documents/documents.ts";
import { openIntakeWorkers } from "./workers/open-intake-workers.ts";

/** Calls of the API (`/api/v1`). */
export const senderRoutes: readonly Routes[] = [sendingRoutes, usageRoutes];

/** What taking documents needs. `intakeWork`: workers that are there already. */
export function wireSender(config: Config, intakeWork: IntakeWork | undefined) {
  return {
    intakeWork: intakeWork ?? openIntakeWorkers(config.storageDir),
    intakeLimits: config.intakeLimits,
  } satisfies Partial<ServerDeps>;
}
