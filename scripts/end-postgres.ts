/** Ends the databases that a killed test run leaves: PostgreSQL runs detached, so nobody's end is its end. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive } from "../packages/server/adapters/database/live-pid.ts";

/** SIGINT rolls back and stops, SIGQUIT stops at once, SIGKILL is for one that does neither. */
const signals = ["SIGINT", "SIGQUIT", "SIGKILL"] as const;

/** Ends every PostgreSQL whose data is `<folder>/<any>/pg`, each within 15 s; answers their process ids. */
export async function endPostgresBelow(folder: string): Promise<readonly number[]> {
  const running = readdirSync(folder).flatMap((name) => postmasterOf(join(folder, name, "pg")) ?? []);
  for (const signal of signals) {
    for (const pid of running.filter(isAlive)) process.kill(pid, signal);
    for (let tries = 0; tries < 100 && running.some(isAlive); tries++) await sleep(50);
  }
  return running;
}

/** The first line of postmaster.pid, unless that process is somebody else by now. */
function postmasterOf(data: string): number | null {
  const file = join(data, "postmaster.pid");
  if (!existsSync(file)) return null;
  const pid = Number(readFileSync(file, "utf8").split("\n")[0]);
  return isAlive(pid) && runsOn(pid, data) ? pid : null;
}

function runsOn(pid: number, data: string): boolean {
  // Only Linux tells; elsewhere a number that is alive a moment after its file was written is taken for the same process.
  if (!existsSync("/proc/self/cmdline")) return true;
  return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(data);
}
