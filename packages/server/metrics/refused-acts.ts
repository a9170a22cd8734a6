/** Sensitive acts that were refused, by kind. */
import { Counter, type Registry } from "prom-client";
import type { RefusedAct } from "../ports/security-log.ts";

/** Counts them in a registry. */
export function refusedActFigures(registry: Registry): (act: Pick<RefusedAct, "kind">) => void {
  const count = new Counter({
    name: "siegel_refused_acts_total",
    help: "Sensitive acts that were refused, by kind.",
    labelNames: ["kind"],
    registers: [registry],
  });
  return ({ kind }) => count.inc({ kind });
}
