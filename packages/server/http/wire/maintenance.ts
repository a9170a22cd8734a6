/** Announced maintenance: calls are refused with its end, while the pages that say so are still served. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../config.ts";
import type { Clock } from "../../ports/clock.ts";
import { askedLanguage } from "./asked-language.ts";
import { sendRefusal } from "./send-refusal.ts";

type MaintenanceDeps = { readonly config: Pick<Config, "maintenanceUntil">; readonly clock: Clock };

const sentences = {
  de: "Wir arbeiten gerade an unserem Dienst. Versuchen Sie es danach noch einmal.",
  en: "We are working on our service. Try again afterwards.",
} as const;

/** Whole seconds until announced maintenance ends; null where there is none. */
export function maintenanceLeftS({ config, clock }: MaintenanceDeps): number | null {
  if (config.maintenanceUntil === null) return null;
  const leftMs = config.maintenanceUntil.getTime() - clock.now().getTime();
  return leftMs > 0 ? Math.ceil(leftMs / 1_000) : null;
}

/** Refuses every call below `/api/` while it lasts: 503 MAINTENANCE with Retry-After and a line `until=`. */
export function refuseInMaintenance(deps: MaintenanceDeps) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const left = maintenanceLeftS(deps);
    if (left === null || !request.url.startsWith("/api/")) return undefined;
    const until = `until=${deps.config.maintenanceUntil?.toISOString()}`;
    const messages = [sentences[askedLanguage(request)], until];
    return sendRefusal(reply, { ok: false, code: "MAINTENANCE", messages, retryAfterS: left });
  };
}
