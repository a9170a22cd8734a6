/** `siegel doctor`: what stands against starting in production, without starting (decisions.md §1). */
import { type Config, productionFaults } from "../config.ts";

/** Prints a line a reason; 0 when there is none. */
export function doctor(config: Config, print: (line: string) => void): number {
  const faults = productionFaults({ ...config, mode: "production" });
  for (const fault of faults) print(fault);
  if (faults.length === 0) print("Nothing stands against starting in production.");
  return faults.length === 0 ? 0 : 1;
}
