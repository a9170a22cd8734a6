/** A PostgreSQL of a test's own, durable, on one port for life, so that it can be killed and come back where it was. */
import { readFileSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, startPostgres } from "@siegel/server/adapters/database/embedded-postgres.ts";
import { isAlive } from "@siegel/server/adapters/database/live-pid.ts";

/** A running database server. */
export type OwnDatabase = {
  readonly url: string;
  /** `power cut` is the immediate stop (PostgreSQL §18.5), `kill` ends the postmaster and all its children with SIGKILL. */
  readonly end: (how: "power cut" | "kill") => Promise<void>;
  /** Starts it again; resolves when it takes connections. */
  readonly begin: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Makes and starts one. */
export async function startOwnDatabase(): Promise<OwnDatabase> {
  const root = await mkdtemp(join(tmpdir(), "siegel-own-database-"));
  const port = await freePort();
  const start = () => startPostgres(root, { port, maxConnections: 100 });
  let cluster = await start();
  return {
    url: cluster.url("postgres"),
    end: async (how) => {
      const children = childrenOf(cluster.pid);
      process.kill(cluster.pid, how === "kill" ? "SIGKILL" : "SIGQUIT");
      // The postmaster's death lets its children go at their next wait; a machine that dies does not wait for that.
      if (how === "kill") for (const pid of children) end(pid);
      await untilGone([cluster.pid, ...children]);
    },
    begin: async () => {
      cluster = await start();
    },
    stop: async () => {
      await cluster.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Linux only, as is whatever needs a process tree here. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It went with its postmaster.
  }
}

async function untilGone(pids: readonly number[]): Promise<void> {
  for (let tries = 0; tries < 1_000; tries++) {
    if (!pids.some(isAlive)) return;
    await sleep(10);
  }
  throw new Error(`still there: ${pids.filter(isAlive)}`);
}
