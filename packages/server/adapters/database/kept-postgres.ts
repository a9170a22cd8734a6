/**
 * Keeps the embedded PostgreSQL running for as long as its server does: it runs as a process of its own, so it can die alone.
 * It comes back on its port, where the connections of this and other processes find it by themselves.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { type PostgresCluster, PostgresUnavailable, startPostgresAgain } from "./embedded-postgres.ts";
import { isAlive } from "./live-pid.ts";

/** Told as it happens. */
export type PostgresFate = {
  /** It died and is started again. */
  readonly onGone: (gone: { readonly pid: number }) => void;
  readonly onBack: (back: { readonly pid: number; readonly tries: number; readonly tookMs: number }) => void;
  /** It does not come back, or not for long; nothing more is tried. */
  readonly onLost: (reason: PostgresUnavailable) => void;
};

/** Which cluster, where. */
export type Kept = { readonly cluster: PostgresCluster; readonly root: string };

const look_every_ms = 250;
/** Pauses after tries that failed: what a dead one leaves running goes at its next wait, a disk may be full for a moment. */
const pauses_ms = [250, 500, 1_000, 2_000, 4_000] as const;
/** One that dies this often within this time is not helped by starting it. */
const deaths_max = 5;
const deaths_within_ms = 10 * 60_000;

/** Watches until `stop`, which also stops the cluster that runs by then. */
export function keepPostgres({ cluster, root }: Kept, fate: PostgresFate): { readonly stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  let current = cluster;
  const deaths: number[] = [];
  const keep = async (): Promise<void> => {
    while (await pause(look_every_ms, signal)) {
      if (isAlive(current.pid)) continue;
      fate.onGone({ pid: current.pid });
      const goneAt = performance.now();
      deaths.push(goneAt);
      if (deaths.filter((at) => goneAt - at < deaths_within_ms).length > deaths_max)
        throw new PostgresUnavailable(
          `PostgreSQL ended ${deaths_max + 1} times within ten minutes; see ${root}/pg.log.`,
        );
      const back = await startAgain({ cluster: current, root }, signal);
      if (back === null) return;
      current = back.cluster;
      fate.onBack({ pid: current.pid, tries: back.tries, tookMs: Math.round(performance.now() - goneAt) });
    }
  };
  const keeping = keep().catch((fault: unknown) => {
    if (!signal.aborted) fate.onLost(asUnavailable(fault));
  });
  return {
    stop: async () => {
      stopping.abort();
      await keeping;
      await current.stop();
    },
  };
}

/** Null when it shall stop meanwhile. @throws the last fault when no try works */
async function startAgain(
  { cluster, root }: Kept,
  signal: AbortSignal,
): Promise<{ cluster: PostgresCluster; tries: number } | null> {
  for (let tries = 1; !signal.aborted; tries++) {
    try {
      return { cluster: await startPostgresAgain(root, cluster.port), tries };
    } catch (fault) {
      const wait = pauses_ms[tries - 1];
      if (wait === undefined) throw fault;
      await pause(wait, signal);
    }
  }
  return null;
}

function asUnavailable(cause: unknown): PostgresUnavailable {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new PostgresUnavailable(`The embedded PostgreSQL died and does not come back: ${reason}`, { cause });
}

/** False when it was cut short. */
const pause = (ms: number, signal: AbortSignal): Promise<boolean> => sleep(ms, true, { signal }).catch(() => false);
