/** The whole product as a newcomer starts it: `main.ts` in a process of its own, its sandbox beside it. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SignerType } from "@siegel/contract/calls/workflow.ts";
import pg from "pg";
import { freePort } from "../packages/server/adapters/database/embedded-postgres.ts";
import { postgresFolder, postgresUrl, readPidFile } from "../packages/server/adapters/database/postgres-folder.ts";

/** One workflow of the demo seed (decisions.md §1). */
type DemoWorkflow = {
  signer_type: SignerType;
  workflow_id: string;
  signer_id: string;
  url: string;
  email: string;
  phone: string | null;
  certificate_password: string | null;
};

/** What `demo.json` says (decisions.md §1). */
export type Demo = {
  baseUrl: string;
  sandboxUrl: string;
  apiKey: string;
  admin: { email: string; password: string } | null;
  operator: { email: string; password: string; totp_secret: string; recovery_codes: string[] } | null;
  workflows: DemoWorkflow[];
};

/** A running product. */
export type Product = {
  readonly demo: Demo;
  readonly dataDir: string;
  readonly env: Record<string, string>;
  /** Everything the process printed. */
  readonly printed: () => string;
  readonly process: () => ChildProcess;
  /** The processes it runs in now. */
  readonly pids: () => readonly number[];
  /** Runs SQL on its database: to let time pass, which nobody waits for in a test. */
  readonly query: (text: string, values: readonly unknown[]) => Promise<number>;
  /** Kills it as the power would, and waits until it is gone. */
  readonly kill: () => Promise<void>;
  /** Starts it again on the same folder. */
  readonly restart: () => Promise<void>;
  /** Ends it in order and removes its folder and database. */
  readonly stop: () => Promise<void>;
};

async function withServer(url: string | undefined, query: string): Promise<void> {
  if (url === undefined) return;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(query);
  } finally {
    await client.end();
  }
}

/** Runs SQL; answers how many rows it was about. */
export async function countRows(databaseUrl: string, text: string, values: readonly unknown[]): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(text, [...values])).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

/**
 * Starts the product on free ports and an empty folder; with a database server (`server`, else DATABASE_URL) on a database of its own
 * there, else with an embedded one, as a newcomer starts it.
 */
export async function startProduct(
  extra: Record<string, string> = {},
  server: string | undefined = process.env.DATABASE_URL,
): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), "siegel-e2e-"));
  const database = `e2e_${randomBytes(6).toString("hex")}`;
  await withServer(server, `create database ${database}`);
  const env: Record<string, string> = {
    PORT: String(await freePort()),
    SIEGEL_SANDBOX_PORT: String(await freePort()),
    SIEGEL_SANDBOX_SMTP_PORT: String(await freePort()),
    SIEGEL_SANDBOX_EID_PORT: String(await freePort()),
    SIEGEL_DATA_DIR: dataDir,
    ...(server === undefined
      ? {}
      : { DATABASE_URL: Object.assign(new URL(server), { pathname: `/${database}` }).toString() }),
    ...extra,
  };
  let child = spawnServer(env);
  let demo = await untilReady(child, env);
  return {
    get demo() {
      return demo;
    },
    dataDir,
    env,
    printed: () => child.output(),
    process: () => child.process,
    pids: () => [child.process.pid ?? []].flat(),
    query: (text, values) => countRows(env.DATABASE_URL ?? embeddedUrl(dataDir), text, values),
    kill: async () => {
      child.process.kill("SIGKILL");
      await child.gone;
    },
    restart: async () => {
      child = spawnServer(env);
      demo = await untilReady(child, env);
    },
    stop: async () => {
      child.process.kill("SIGTERM");
      await child.gone;
      rmSync(dataDir, { recursive: true, force: true });
      await withServer(server, `drop database if exists ${database} with (force)`);
    },
  };
}

/** The embedded database of a data folder, found as its own server finds it after a crash. */
export function embeddedUrl(dataDir: string): string {
  const folder = postgresFolder(dataDir);
  const found = readPidFile(folder);
  if (found === null) throw new Error(`no PostgreSQL runs in ${dataDir}`);
  return postgresUrl(folder, found)("siegel");
}

type Child = { process: ChildProcess; gone: Promise<void>; output: () => string };

function spawnServer(env: Record<string, string>): Child {
  const main = join(import.meta.dirname, "../packages/server/main.ts");
  const process_ = spawn(process.execPath, [main], {
    env: { ...withoutSiegel(process.env), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [process_.stdout, process_.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const gone = new Promise<void>((resolve) => process_.once("exit", () => resolve()));
  return { process: process_, gone, output: () => output };
}

const withoutSiegel = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(SIEGEL_|PORT$|DATABASE_URL$|VITEST|NODE_ENV$)/.test(name)),
  );

async function untilReady(child: Child, env: Record<string, string>): Promise<Demo> {
  const file = join(env.SIEGEL_DATA_DIR ?? "", "demo.json");
  for (let i = 0; i < 1_100; i++) {
    if (child.process.exitCode !== null) throw new Error(`the server ended:\n${child.output()}`);
    const healthy = await fetch(`http://127.0.0.1:${env.PORT}/api/health`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (healthy && existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Demo;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the server did not become ready:\n${child.output()}`);
}
