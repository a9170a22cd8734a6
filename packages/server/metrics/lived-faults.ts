/** Faults that rooms lived through, by room and kind. */
import type { LivedFault } from "../ports/fault-log.ts";
import type { Registry } from "./registry.ts";

/** Counts them in a registry. */
export function faultFigures(registry: Registry): (lived: Pick<LivedFault, "room" | "outage">) => void {
  const count = registry.counter("siegel_faults_total", "Faults after which work waits, by room and kind.");
  return ({ room, outage }) => count.add({ kind: outage ? "outage" : "unforeseen", room });
}
