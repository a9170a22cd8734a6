/** Faults that rooms lived through, by room and kind. */
import { Counter, type Registry } from "prom-client";
import type { LivedFault } from "../ports/fault-log.ts";

/** Counts them in a registry. */
export function faultFigures(registry: Registry): (lived: Pick<LivedFault, "room" | "outage">) => void {
  const count = new Counter({
    name: "siegel_faults_total",
    help: "Faults after which work waits, by room and kind.",
    labelNames: ["kind", "room"],
    registers: [registry],
  });
  return ({ room, outage }) => count.inc({ kind: outage ? "outage" : "unforeseen", room });
}
