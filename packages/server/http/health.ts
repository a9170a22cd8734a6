/** Whether the service works, part by part. */

import { answer, failure } from "@siegel/contract/call.ts";
import { health } from "@siegel/contract/calls/health.ts";
import type { FastifyInstance } from "fastify";
import type { ServerDeps } from "../deps.ts";
import { healthOutcomes } from "./wire/health-outcomes.ts";
import { maintenanceEnd } from "./wire/maintenance.ts";

/** Parts without which most of the service works, or that tell long before it does not: a balancer that removed every process for one of them would end the rest, too. */
const others_go_on: readonly string[] = ["token", "authority_keys", "authority"];

/** Registers `GET /api/health`. Told to anybody, so it says which part fails and nothing of why. */
export function healthRoutes(app: FastifyInstance, deps: ServerDeps): void {
  const body = answer(health.response);
  const schema = {
    operationId: health.name,
    summary: health.summary,
    ...(health.description === undefined ? {} : { description: health.description }),
    tags: ["service"],
    security: [],
    response: { 200: body, "4xx": failure, 503: body },
  };
  app.get(health.path, { schema }, async (_request, reply) => {
    const checks = await healthOutcomes(deps);
    const works = Object.entries(checks).every(([name, state]) => state === "ok" || others_go_on.includes(name));
    const status = deps.isStopping() ? "stopping" : works ? "ok" : "failing";
    const maintenance_until = maintenanceEnd(deps)?.toISOString() ?? null;
    const data = { status, version: deps.version, checks, maintenance_until } as const;
    return reply
      .code(status === "ok" ? 200 : 503)
      .header("cache-control", "no-store")
      .send({ success: true, data });
  });
}
