/**
 * Starts PostgreSQL once for all tests (or uses DATABASE_URL), migrates a template database and tells
 * the test files where it is. Every database it made is dropped at the end.
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startPostgres } from "../adapters/embedded-postgres.ts";
import { openDatabase } from "../db/database.ts";
import { migrate } from "../db/migrations.ts";
import { startJobQueue } from "../jobs/boss.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** URL of a database from which others may be created. */
    maintenanceUrl: string;
    /** Name of the migrated template. */
    templateDatabase: string;
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
  return async () => {
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
