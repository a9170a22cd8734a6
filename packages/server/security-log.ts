/** Where refused sensitive acts go: into the log, a line for the first of a kind and fewer for what follows, and all of them into a figure. */
import { storableLine } from "@siegel/contract/text.ts";
import { withoutPersons } from "@siegel/contract/without-persons.ts";
import type { Logger } from "pino";
import type { Clock } from "./ports/clock.ts";
import type { RefusedAct, SecurityLog } from "./ports/security-log.ts";

/** How often one actor did the same from one network, and since when. */
type Repeated = { count: number; readonly sinceMs: number };

const window_ms = 3_600_000;
// Who is forgotten is logged from the first act again: nothing is lost, and memory stays bounded whoever acts.
const repeated_max = 10_000;
const user_agent_chars_max = 200;

/**
 * Logs the first act of a kind, actor and network within an hour, and then the 2nd, 4th, 8th … with their count: who tries a million
 * keys fills no disk. The figure counts each.
 */
export function securityLog(log: Pick<Logger, "warn">, clock: Clock, count: (act: RefusedAct) => void): SecurityLog {
  const repeated = new Map<string, Repeated>();
  return (act) => {
    count(act);
    const times = timesOf(repeated, act, clock.now().getTime());
    if (!isPowerOfTwo(times)) return;
    // A client may put there what it likes, its user or its key.
    const userAgent = withoutPersons(storableLine(act.userAgent, user_agent_chars_max));
    log.warn({ security: { ...act, userAgent, count: times } }, "a sensitive act was refused");
  };
}

const isPowerOfTwo = (count: number): boolean => Number.isInteger(Math.log2(count));

function timesOf(repeated: Map<string, Repeated>, { kind, actor, network }: RefusedAct, nowMs: number): number {
  const key = JSON.stringify([kind, actor.kind, actor.id, network]);
  const before = repeated.get(key);
  const isOver = before === undefined || Math.abs(nowMs - before.sinceMs) >= window_ms;
  const now = isOver ? { count: 1, sinceMs: nowMs } : { ...before, count: before.count + 1 };
  // Moved to the end: the first in the map is who has not acted for the longest time.
  repeated.delete(key);
  repeated.set(key, now);
  const oldest = repeated.size > repeated_max ? repeated.keys().next().value : undefined;
  if (oldest !== undefined) repeated.delete(oldest);
  return now.count;
}
