/** The product as processes that can be struck one by one: web, worker, and a PostgreSQL of their own. */
import { setTimeout as sleep } from "node:timers/promises";
import { fileBlobs } from "@siegel/server/adapters/store/file-blobs.ts";
import { openDatabase } from "@siegel/server/db/database.ts";
import type { RunningSandbox } from "@siegel/server/test/start-sandbox.ts";
import { eventually } from "../../fixtures/eventually.ts";
import { type Layout, prepareLayout, type RunningRole } from "../layout.ts";
import { untilCalm } from "./calm.ts";
import type { Told } from "./check-told.ts";
import { type OwnDatabase, startOwnDatabase } from "./own-database.ts";
import { reckon } from "./reckoning.ts";

/** What can be struck. */
export type Target = "web" | "worker" | "database power cut" | "database kill";

/** The processes. */
export type Stage = {
  readonly layout: Layout;
  readonly database: OwnDatabase;
  /** Ends the target as a power cut does, and brings it back after `downMs`. */
  readonly strike: (target: Target, downMs: number) => Promise<void>;
  /** Ends a process until `raise`. */
  readonly fell: (role: "web" | "worker") => Promise<void>;
  readonly raise: (role: "web" | "worker") => Promise<void>;
  /** Where the web itself answers, whom a balancer would pass by while it is not well. */
  readonly webUrl: () => string;
  /** Waits until the balancer has a healthy web again. */
  readonly served: () => Promise<void>;
  /** Waits until nothing is at work; false when that does not come. */
  readonly calm: (patienceMs: number) => Promise<boolean>;
  readonly reckon: (told: readonly Told[], workflows?: ReadonlySet<string>) => Promise<string[]>;
  readonly stop: () => Promise<void>;
};

/** Starts web and worker once the authority has made what they need. */
export async function openStage(sandbox: RunningSandbox): Promise<Stage> {
  const database = await startOwnDatabase();
  const environment = { SIEGEL_CODES_PER_ADDRESS_PER_HOUR: "100000", SIEGEL_LOG: "silent", SIEGEL_DRAIN_S: "0" };
  const layout = await prepareLayout(sandbox, { maintenanceUrl: database.url, environment });
  const running = new Map<"web" | "worker", RunningRole>();
  const fell: Stage["fell"] = async (role) => {
    const one = running.get(role);
    running.delete(role);
    if (one !== undefined) await layout.kill(one);
  };
  const raise: Stage["raise"] = async (role) => void running.set(role, await startAgainAndAgain(layout, role));
  const authority = await layout.start("authority");
  await layout.kill(authority);
  await Promise.all([raise("web"), raise("worker")]);
  return {
    layout,
    database,
    fell,
    raise,
    webUrl: () => `http://127.0.0.1:${running.get("web")?.port}`,
    served: () => untilServed(layout),
    strike: async (target, downMs) => {
      const role = target === "web" || target === "worker" ? target : null;
      if (role === null) await database.end(target === "database kill" ? "kill" : "power cut");
      else await fell(role);
      await sleep(downMs);
      await (role === null ? database.begin() : raise(role));
      await untilServed(layout);
    },
    calm: (patienceMs) => withDatabase(layout, (db) => untilCalm(db, patienceMs)),
    reckon: (told, workflows) =>
      withDatabase(layout, async (db) => {
        const blobs = fileBlobs(new URL(layout.environment.SIEGEL_STORAGE_URL ?? "").pathname);
        const house = { db, blobs, messages: sandbox.messages };
        return await reckon(workflows === undefined ? house : { ...house, workflows }, told);
      }),
    stop: async () => {
      // A layout that cannot drop its database any more has ended its processes all the same.
      await layout.stop().finally(database.stop);
    },
  };
}

/** As a supervisor does: a process that is started while its database is away ends, and is started again. */
async function startAgainAndAgain(layout: Layout, role: "web" | "worker"): Promise<RunningRole> {
  for (let tries = 1; ; tries++) {
    try {
      return await layout.start(role);
    } catch (fault) {
      if (tries === 100) throw fault;
      await sleep(200);
    }
  }
}

async function untilServed({ balancer }: Layout): Promise<void> {
  await eventually(async () => {
    const { status } = await fetch(`${balancer.url}/api/health`);
    return status === 200 ? true : undefined;
  }, "the web to be healthy again");
}

type Db = ReturnType<typeof openDatabase>["db"];

async function withDatabase<T>(layout: Layout, use: (db: Db) => Promise<T>): Promise<T> {
  const database = openDatabase(layout.environment.DATABASE_URL ?? "", { max: 2 });
  try {
    return await use(database.db);
  } finally {
    await database.close();
  }
}
