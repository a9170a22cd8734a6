/** Siegel in several processes on one database and one storage, as `siegel web`, `worker` and `authority` start them. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@siegel/server/adapters/database/embedded-postgres.ts";
import { systemRandom } from "@siegel/server/adapters/random.ts";
import { systemClock } from "@siegel/server/adapters/time/clock.ts";
import { openDatabase } from "@siegel/server/db/database.ts";
import { createToken, seedDemoOrganisation } from "@siegel/server/rooms/accounts/accounts.ts";
import { bareEnvironment } from "@siegel/server/test/run-command.ts";
import pg from "pg";
import { inject } from "vitest";
import { type Balancer, startBalancer } from "./balancer.ts";
import type { Demo } from "./product.ts";

type Role = "web" | "worker" | "authority";

/** One process. `ended` answers its exit status, null when it was killed. */
export type RunningRole = {
  readonly role: Role;
  readonly port: number;
  readonly process: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
};

/** A running layout. */
export type Layout = {
  readonly balancer: Balancer;
  /** How a sender reaches it. */
  readonly demo: Demo;
  /** Starts one more process and waits until it is healthy or has ended. */
  readonly start: (role: Role, change?: Readonly<Record<string, string>>) => Promise<RunningRole>;
  /** Kills a process as the power would. */
  readonly kill: (one: RunningRole) => Promise<void>;
  readonly query: <Row extends pg.QueryResultRow>(text: string) => Promise<Row[]>;
  /** Holds what a statement locks until the answered function is called. */
  readonly hold: (text: string) => Promise<() => Promise<void>>;
  readonly environment: Readonly<Record<string, string>>;
  /** Everything its processes printed, one after the other in the order of their starts. */
  readonly printed: () => string;
  /** The processes that run now. */
  readonly pids: () => readonly number[];
  /** Where its documents are. */
  readonly folder: string;
  readonly stop: () => Promise<void>;
};

/** What a test wants otherwise: another PostgreSQL than the tests', more environment for every process. */
type Wishes = { readonly maintenanceUrl?: string; readonly environment?: Readonly<Record<string, string>> };

/** Nothing is seeded: no person, and an API key once a process runs. */
const emptyDemo = (baseUrl: string, sandboxUrl: string): Demo => ({
  baseUrl,
  sandboxUrl,
  apiKey: "",
  admin: null,
  operator: null,
  workflows: [],
});

/** Makes the surroundings: a database on the tests' PostgreSQL, a storage folder, a balancer. No process runs yet. */
export async function prepareLayout(
  sandbox: { readonly url: string; readonly smtpUrl: string },
  wishes: Wishes = {},
): Promise<Layout> {
  const database = `${inject("templateDatabase")}_${randomBytes(6).toString("hex")}`;
  const maintenanceUrl = wishes.maintenanceUrl ?? inject("maintenanceUrl");
  const maintain = (statement: string) => maintainAt(maintenanceUrl, statement);
  await maintain(`create database ${database} template template0`);
  const databaseUrl = Object.assign(new URL(maintenanceUrl), { pathname: `/${database}` }).href;
  const folder = mkdtempSync(join(tmpdir(), "siegel-layout-"));
  const balancer = await startBalancer();
  const environment = {
    DATABASE_URL: databaseUrl,
    SIEGEL_STORAGE_URL: `file://${folder}/documents`,
    SIEGEL_DATA_DIR: join(folder, "never-made"),
    SIEGEL_PUBLIC_URL: balancer.url,
    SIEGEL_KEY_ENCRYPTION_KEY: randomBytes(32).toString("hex"),
    SIEGEL_SMTP_URL: sandbox.smtpUrl,
    SIEGEL_TWILIO_URL: sandbox.url,
    SIEGEL_DRAIN_S: "1",
    ...wishes.environment,
  };
  const running = new Set<RunningRole>();
  const started: RunningRole[] = [];
  const demo = emptyDemo(balancer.url, sandbox.url);
  return {
    balancer,
    demo,
    environment,
    folder,
    pids: () => [...running].flatMap((one) => one.process.pid ?? []),
    printed: () => started.map((one) => `siegel ${one.role}:\n${one.output()}`).join("\n"),
    start: async (role, change = {}) => {
      const one = spawnRole(role, { ...environment, PORT: String(await freePort()), ...change });
      running.add(one);
      started.push(one);
      void one.ended.then(() => running.delete(one));
      await untilHealthy(one);
      if (role !== "worker") balancer.add(role, one.port);
      if (demo.apiKey === "") demo.apiKey = await makeApiKey(databaseUrl);
      return one;
    },
    kill: async (one) => {
      one.process.kill("SIGKILL");
      await one.ended;
      balancer.remove(one.port);
    },
    ...statements(databaseUrl),
    stop: async () => {
      for (const one of running) one.process.kill("SIGTERM");
      await Promise.all([...running].map((one) => one.ended));
      await balancer.close();
      await maintain(`drop database if exists ${database} with (force)`);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Statements beside the running processes. */
const statements = (databaseUrl: string): Pick<Layout, "query" | "hold"> => ({
  query: async <Row extends pg.QueryResultRow>(text: string) => {
    const client = await connect(databaseUrl);
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  },
  hold: async (text) => {
    const client = await connect(databaseUrl);
    await client.query("begin");
    await client.query(text);
    return () => client.end();
  },
});

function spawnRole(role: Role, env: Record<string, string>): RunningRole {
  const command = join(import.meta.dirname, "../packages/server/cli/siegel.ts");
  const child = spawn(process.execPath, [command, role], {
    env: { ...bareEnvironment(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (output += part.toString()));
  const ended = new Promise<number | null>((resolve) => child.once("close", (status) => resolve(status)));
  return { role, port: Number(env.PORT), process: child, output: () => output, ended };
}

// Four start at once, on a machine that may be busy with other tests.
const start_patience_ms = 60_000;

async function untilHealthy(one: RunningRole): Promise<void> {
  for (let waitedMs = 0; waitedMs < start_patience_ms; waitedMs += 100) {
    if (one.process.exitCode !== null) throw new Error(`siegel ${one.role} ended:\n${one.output()}`);
    const healthy = await fetch(`http://127.0.0.1:${one.port}/api/health`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (healthy) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`siegel ${one.role} did not become ready:\n${one.output()}`);
}

/** What an operator does once: an organisation and its key. */
async function makeApiKey(url: string): Promise<string> {
  const database = openDatabase(url, { max: 2 });
  try {
    const deps = { db: database.db, clock: systemClock, random: systemRandom };
    const { organisationId } = await seedDemoOrganisation(deps);
    return (await createToken(deps, { organisationId, name: "layout" })).apiKey;
  } finally {
    await database.close();
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // Whose database is killed learns it from its next query.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

async function maintainAt(url: string, statement: string): Promise<void> {
  const client = await connect(url);
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
