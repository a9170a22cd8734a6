/** Where faults go that rooms live through: into the log, and into a figure. */
import type { Logger } from "pino";
import type { LivedFault, OnFault } from "./ports/fault-log.ts";

/** An outage goes on by itself and is a warning; anything else needs somebody. Both with stack and causes (describe-fault.ts). */
export function logFaults(log: Pick<Logger, "warn" | "error">, count: (lived: LivedFault) => void): OnFault {
  return (lived) => {
    count(lived);
    const { outage, ...told } = lived;
    if (outage) log.warn(told, "an outage: the work waits");
    else log.error(told, "unforeseen fault: the work waits");
  };
}
