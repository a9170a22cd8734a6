/** Sensitive acts that were refused, by kind. */
import type { RefusedAct } from "../ports/security-log.ts";
import type { Registry } from "./registry.ts";

/** Counts them in a registry. */
export function refusedActFigures(registry: Registry): (act: Pick<RefusedAct, "kind">) => void {
  const count = registry.counter("siegel_refused_acts_total", "Sensitive acts that were refused, by kind.");
  return ({ kind }) => count.add({ kind });
}
