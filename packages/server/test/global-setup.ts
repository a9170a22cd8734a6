/**
 * Starts PostgreSQL once for all tests (or uses DATABASE_URL), migrates a template database and tells
 * the test files where it is. Every database it made is dropped at the end.
 */
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startPostgres } from "../adapters/database/embedded-postgres.ts";
import { isAlive } from "../adapters/database/live-pid.ts";
import { openDatabase } from "../db/database.ts";
import { migrate } from "../db/migrations.ts";
import { startJobQueue } from "../jobs/boss.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** URL of a database from which others may be created. */
    maintenanceUrl: string;
    /** Name of the migrated template. */
    templateDatabase: string;
    /** Where workers write what must be ended after the last test: a file of `{ pids, folders }` each. */
    sharedFolder: string;
  }
}

/** vitest's global setup: the returned function is its teardown. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await databaseServer();
  const prefix = `siegel_test_${randomBytes(4).toString("hex")}`;
  const admin = new pg.Client(server.url);
  await admin.connect();
  await admin.query(`create database ${prefix}`);
  await prepareTemplate(withDatabase(server.url, prefix));
  await admin.end();
  provide("maintenanceUrl", server.url);
  provide("templateDatabase", prefix);
  const shared = mkdtempSync(join(tmpdir(), "siegel-shared-"));
  provide("sharedFolder", shared);
  return async () => {
    await endShared(shared);
    await dropAll(server.url, prefix);
    await server.stop();
  };
}

async function databaseServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const configured = process.env.DATABASE_URL;
  if (configured !== undefined) return { url: configured, stop: async () => undefined };
  const root = mkdtempSync(join(tmpdir(), "siegel-tests-"));
  const cluster = await startPostgres(root, { unsafe: true, maxConnections: 300 });
  const stop = async () => {
    await cluster.stop();
    rmSync(root, { recursive: true, force: true });
  };
  return { url: cluster.url("postgres"), stop };
}

async function prepareTemplate(url: string): Promise<void> {
  const database = openDatabase(url);
  await migrate(database.db);
  const queue = await startJobQueue(url, () => undefined);
  await queue.stop();
  await database.close();
}

/** Ends in order what workers shared between their files, within 15 s, and removes its folders. */
async function endShared(folder: string): Promise<void> {
  const left = readdirSync(folder).map(
    (name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as { pids: number[]; folders: string[] },
  );
  const pids = left.flatMap((one) => one.pids);
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    for (const pid of pids.filter(isRunning)) process.kill(pid, signal);
    for (let tries = 0; tries < 150 && pids.some(isRunning); tries++) await sleep(100);
  }
  for (const one of [folder, ...left.flatMap(({ folders }) => folders)])
    rmSync(one, { recursive: true, force: true, maxRetries: 5 });
}

/** Alive, and not merely unburied: the worker whose child it was is gone. */
function isRunning(pid: number): boolean {
  if (!isAlive(pid)) return false;
  const stat = `/proc/${pid}/stat`;
  return !(existsSync(stat) && /\) Z /.test(readFileSync(stat, "utf8")));
}

async function dropAll(url: string, prefix: string): Promise<void> {
  const admin = new pg.Client(url);
  await admin.connect();
  const found = await admin.query<{ datname: string }>(
    "select datname from pg_database where starts_with(datname, $1)",
    [prefix],
  );
  for (const { datname } of found.rows) await admin.query(`drop database "${datname}" with (force)`);
  await admin.end();
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
