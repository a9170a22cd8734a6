import { withoutPersons } from "@siegel/contract/without-persons.ts";

/**
 * What the log keeps of a fault: name, message, code, stack and causes. Not what libraries hang on their errors:
 * a database driver puts its whole client there, and answers of providers may carry numbers and names. Addresses, numbers
 * and ids are taken out of what is kept: mail servers like to repeat whom they refused, and an id opens a workflow.
 */
export type FaultRecord = {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: FaultRecord;
};

const causesMax = 5;

/** A fault as the log keeps it; anything else that was thrown becomes its text. */
export function describeFault(fault: unknown, depth = 0): FaultRecord {
  if (!(fault instanceof Error)) return { type: typeof fault, message: withoutPersons(String(fault)).slice(0, 500) };
  const code = "code" in fault && typeof fault.code === "string" ? { code: fault.code } : {};
  const stack = fault.stack === undefined ? {} : { stack: withoutPersons(fault.stack) };
  const cause = fault.cause === undefined || depth >= causesMax ? {} : { cause: describeFault(fault.cause, depth + 1) };
  return { type: fault.name, message: withoutPersons(fault.message), ...code, ...stack, ...cause };
}
