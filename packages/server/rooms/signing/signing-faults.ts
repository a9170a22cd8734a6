/** Faults of signing: which are outages that an act is made to wait for, and what is told of each. */
import { storableLine } from "@siegel/contract/text.ts";
import { withoutPersons } from "@siegel/contract/without-persons.ts";
import type { LivedFault } from "../../ports/fault-log.ts";
import { KeysUnavailable } from "../../ports/keys.ts";
import { RevocationStatusUnavailable } from "../../ports/revocation-status.ts";
import { TimestampUnavailable } from "../../ports/timestamp.ts";

/** What to tell of a fault in the work on an act. */
export const livedFault = (actId: string, undone: string, fault: unknown): LivedFault => ({
  room: "signing",
  undone,
  actId,
  fault,
  outage: isOutage(fault),
});

/**
 * A provider or token that is away, or an error of the system: a full disk, a connection that is not accepted. Other faults that an act waits for
 * do not count, such as a document that was changed in the store or a bug of ours: those are repaired only after they were reported.
 */
function isOutage(fault: unknown): boolean {
  if (fault instanceof KeysUnavailable) return true;
  if (fault instanceof TimestampUnavailable || fault instanceof RevocationStatusUnavailable) return true;
  return fault instanceof Error && "syscall" in fault && typeof fault.syscall === "string";
}

/** A fault with its causes in one line, for the act's row and the audit trail; its stack is the log's. */
export function reasonOf(fault: unknown): string {
  const parts: string[] = [];
  for (let cause: unknown = fault; cause instanceof Error && parts.length < 5; cause = cause.cause)
    parts.push(`${cause.name}: ${cause.message}`);
  // Words of foreign servers may hold bytes that a database refuses; the bookkeeping must not fail over them.
  return storableLine(withoutPersons(parts.length === 0 ? String(fault) : parts.join(" ← ")), 500);
}
