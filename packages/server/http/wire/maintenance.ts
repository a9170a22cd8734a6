/** Announced maintenance: calls are refused with its end, while the pages that say so are still served. */
import { health } from "@siegel/contract/calls/health.ts";
import type { Language } from "@siegel/contract/limits.ts";
import { momentText } from "@siegel/contract/moment.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../config.ts";
import type { Clock } from "../../ports/clock.ts";
import { sendRefusal } from "./send-refusal.ts";

type MaintenanceDeps = { readonly config: Pick<Config, "maintenanceUntil" | "zone">; readonly clock: Clock };

/** A balancer keeps the process that says so, and who builds on the API can read on. */
const servedAllTheSame: ReadonlySet<string> = new Set([health.path, "/api/docs", "/api/docs.css", "/api/openapi.json"]);

const sentences: Readonly<Record<Language, (time: string) => string>> = {
  de: (time) => `Wir arbeiten bis ${time} an unserem Dienst. Versuchen Sie es danach noch einmal.`,
  en: (time) => `We are working on our service until ${time}. Try again afterwards.`,
};

/** The end of announced maintenance; null where there is none. */
export function maintenanceEnd({ config, clock }: MaintenanceDeps): Date | null {
  const { maintenanceUntil: end } = config;
  return end !== null && end.getTime() > clock.now().getTime() ? end : null;
}

/** Whole seconds until announced maintenance ends; null where there is none. */
export function maintenanceLeftS(deps: MaintenanceDeps): number | null {
  const end = maintenanceEnd(deps);
  return end === null ? null : Math.ceil((end.getTime() - deps.clock.now().getTime()) / 1_000);
}

/** Refuses calls below `/api/` while it lasts, but for health and description: 503 MAINTENANCE with Retry-After and a line `until=`. */
export function refuseInMaintenance(deps: MaintenanceDeps) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const end = maintenanceEnd(deps);
    if (end === null || !request.url.startsWith("/api/")) return undefined;
    if (servedAllTheSame.has(request.routeOptions.url ?? "")) return undefined;
    const { zone } = deps.config;
    const said = {
      de: sentences.de(momentText(end, { language: "de", zone })),
      en: sentences.en(momentText(end, { language: "en", zone })),
    };
    const messages = [said, `until=${end.toISOString()}`];
    const retryAfterS = maintenanceLeftS(deps) ?? 0;
    return sendRefusal(reply, { ok: false, code: "MAINTENANCE", messages, retryAfterS });
  };
}
