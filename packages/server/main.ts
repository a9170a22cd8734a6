/** Starts the server: lock, database, wiring, demo, sandbox; and stops it in the opposite order. The only file that reads the environment. */
import { mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { destination, pino } from "pino";
import { systemClock } from "./adapters/clock.ts";
import { PostgresUnavailable, startPostgres } from "./adapters/embedded-postgres.ts";
import { FolderInUse, lockFolder } from "./adapters/folder-lock.ts";
import { systemRandom } from "./adapters/random.ts";
import { SandboxUnavailable, startSandboxProcess } from "./adapters/sandbox-process.ts";
import { type Config, ConfigurationFault, parseConfig, productionFaults } from "./config.ts";
import { type DemoFacts, seedDemo } from "./demo/seed-demo.ts";
import { describeFault } from "./describe-fault.ts";
import { startTimers } from "./jobs/timers.ts";
import { wireServer } from "./wire-server.ts";

/** A start that cannot go on; the message is for the person at the terminal. */
class CannotStart extends Error {
  override readonly name = "CannotStart";
}

/** What must be stopped, in the order it was started. */
const started: Array<() => Promise<void>> = [];
let stopping: Promise<void> | null = null;

function stopAll(): Promise<void> {
  stopping ??= (async () => {
    for (const stop of started.toReversed()) await stop();
  })();
  return stopping;
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    stopAll().then(
      () => process.exit(0),
      (fault: unknown) => {
        process.stderr.write(`${fault instanceof Error ? fault.stack : String(fault)}\n`);
        process.exit(1);
      },
    );
  });
}

try {
  await start(parseConfig(process.env));
} catch (fault) {
  const expected = [CannotStart, ConfigurationFault, FolderInUse, PostgresUnavailable, SandboxUnavailable];
  const isExpected = fault instanceof Error && expected.some((kind) => fault instanceof kind);
  process.stderr.write(`${isExpected ? fault.message : fault instanceof Error ? fault.stack : String(fault)}\n`);
  await stopAll().catch(() => undefined);
  process.exit(1);
}

async function start(config: Config): Promise<void> {
  const faults = productionFaults(config);
  if (faults.length > 0) throw new CannotStart(faults.join("\n"));
  mkdirSync(config.dataDir, { recursive: true });
  const lock = await lockFolder(config.dataDir, `pid ${process.pid}, port ${config.port}`);
  started.push(lock.release);
  await checkPortIsFree(config);
  // Side by side they take half the time; both must have settled before one's failure may stop the other.
  const [cluster, sandbox] = await Promise.allSettled([openCluster(config), openSandbox(config)]);
  if (sandbox.status === "rejected") throw sandbox.reason;
  if (cluster.status === "rejected") throw cluster.reason;
  const databaseUrl = cluster.value;
  const log = pino(
    { level: config.logLevel, serializers: { fault: describeFault } },
    destination({ fd: config.mode === "development" ? 2 : 1, sync: true }),
  );
  const surroundings = { config, databaseUrl, clock: systemClock, random: systemRandom, log, version: readVersion() };
  const server = await wireServer(surroundings);
  started.push(server.close);
  const timers = startTimers(server.deps);
  started.push(timers.stop);
  await server.app.listen({ port: config.port, host: config.host });
  const demo = config.seedsDemo ? await seedDemo(server.deps) : null;
  process.stdout.write(greeting(config, demo));
}

async function openCluster(config: Config): Promise<string> {
  if (config.databaseUrl !== null) return config.databaseUrl;
  const cluster = await startPostgres(config.dataDir);
  started.push(cluster.stop);
  const admin = new pg.Client({ connectionString: cluster.url("postgres") });
  await admin.connect();
  const found = await admin.query("select 1 from pg_database where datname = 'siegel'");
  if (found.rowCount === 0) await admin.query("create database siegel");
  await admin.end();
  return cluster.url("siegel");
}

async function openSandbox(config: Config): Promise<void> {
  if (config.sandbox === null) return;
  const sandbox = await startSandboxProcess({
    ...config.sandbox,
    dataDir: config.dataDir,
    environment: process.env,
  });
  started.push(sandbox.stop);
}

function checkPortIsFree({ port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (cause) =>
      reject(new CannotStart(`Port ${port} is already in use. Choose another with PORT.`, { cause })),
    );
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

function readVersion(): string {
  const file = join(import.meta.dirname, "../../package.json");
  const manifest: unknown = JSON.parse(readFileSync(file, "utf8"));
  return typeof manifest === "object" && manifest !== null && "version" in manifest
    ? String(manifest.version)
    : "unknown";
}

function greeting(config: Config, demo: DemoFacts | null): string {
  const lines = [`Siegel is ready at ${config.publicUrl}`];
  if (demo) {
    lines.push("", "Sign as:");
    for (const { signer_type, url } of demo.workflows) lines.push(`  ${signer_type.padEnd(12)} ${url}`);
    lines.push("", `API key        ${demo.apiKey}`, `API            ${config.publicUrl}/api/docs`);
  }
  if (config.sandbox) lines.push(`Sandbox inbox  ${config.sandbox.url}   (mails, text messages, calls)`);
  if (demo) lines.push("", `The same is in ${join(config.dataDir, "demo.json")}. Stop with Ctrl-C.`);
  return `${lines.join("\n")}\n`;
}
