/** Everything that a process can say in figures, in one registry. */
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { Registry } from "prom-client";
import type { Database } from "./db/database.ts";
import { checkAnswers } from "./db/server-answers.ts";
import type { ServerDeps } from "./deps.ts";
import { countRequests } from "./http/metrics.ts";
import type { JobQueue } from "./jobs/boss.ts";
import { logFaults } from "./log-faults.ts";
import { houseFigures } from "./metrics/house-figures.ts";
import { faultFigures } from "./metrics/lived-faults.ts";
import { refusedActFigures } from "./metrics/refused-acts.ts";
import { requestFigures } from "./metrics/requests.ts";
import { runtimeFigures } from "./metrics/runtime-figures.ts";
import { workFigures } from "./metrics/work-figures.ts";
import type { Clock } from "./ports/clock.ts";
import { securityLog } from "./security-log.ts";

/** Where faults and refused acts are told and counted, and where figures of the process are added once it is put together. */
export function wireFigures({ log, clock }: { readonly log: Logger; readonly clock: Clock }) {
  const registry = new Registry();
  const told = {
    onFault: logFaults(log, faultFigures(registry)),
    securityLog: securityLog(log, clock, refusedActFigures(registry)),
  } satisfies Partial<ServerDeps>;
  return {
    told,
    /** Counts the requests of the routes in its scope. */
    count: requestRoutes(registry),
    /** Adds what the parts of a process say of themselves. */
    watch: (deps: ServerDeps, { database, queue }: { readonly database: Database; readonly queue: JobQueue }) => {
      workFigures(registry, deps.intakeWork, deps.pageDrawing);
      houseFigures(registry, {
        ...{ db: database.db, clock, queueDepths: queue.depths },
        checkDatabase: () => checkAnswers(database.pool),
        onUnread: (fault) => log.warn({ fault }, "figures of the house cannot be read"),
      });
      return runtimeFigures(registry);
    },
    /** As Prometheus reads it. */
    read: () => registry.metrics(),
  };
}

function requestRoutes(registry: Registry): (scope: FastifyInstance) => void {
  const count = requestFigures(registry);
  return (scope) => countRequests(scope, count);
}
