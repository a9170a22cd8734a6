/** Starts one process of a role and stops it in the opposite order: lock, database, wiring, demo, sandbox as the role says. */
import { mkdirSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { isQualified } from "@siegel/contract/signer-kind.ts";
import { destination, type Logger, pino } from "pino";
import { createDatabase, startPostgres } from "./adapters/database/embedded-postgres.ts";
import { keepPostgres } from "./adapters/database/kept-postgres.ts";
import { whyNotListening } from "./adapters/listening-port.ts";
import { systemRandom } from "./adapters/random.ts";
import { startSandboxProcess } from "./adapters/sandbox-process.ts";
import { lockFolder } from "./adapters/store/folder-lock.ts";
import { systemClock, systemMonotonic } from "./adapters/time/clock.ts";
import { CannotStart } from "./cannot-start.ts";
import { type Config, parseConfig } from "./config.ts";
import { type DemoFacts, seedDemo } from "./demo/seed-demo.ts";
import { describeFault } from "./describe-fault.ts";
import { serveMetrics } from "./http/metrics.ts";
import { productionFaults } from "./production-faults.ts";
import { type Role, workOf } from "./roles.ts";
import { sentenceOf } from "./sentence-of.ts";
import { readVersion } from "./version.ts";
import { wireServer } from "./wire-server.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** What must be stopped, in the order it was started. */
type Started = Array<() => Promise<void>>;

/** Longer than all limits of the parts together, the drain apart: then something hangs, and the supervisor shall not wait for it. */
const stop_max_ms = 40_000;

/** Starts a process of this role, prints what to know, and stops it on SIGINT, SIGTERM and SIGHUP. Ends the process when it cannot start. */
export async function startProcess(role: Role, environment: Environment): Promise<void> {
  const started: Started = [];
  let stopping: Promise<void> | null = null;
  let drainMs = 0;
  const stopAll = () => {
    stopping ??= stopInOrder(started);
    return stopping;
  };
  const limitStop = () => void setTimeout(() => process.exit(1), drainMs + stop_max_ms).unref();
  const endBecause = (fault: unknown) => {
    process.stderr.write(`${sentenceOf(fault)}\n`);
    process.exitCode = 1;
    limitStop();
    void stopAll()
      .catch(() => undefined)
      .then(() => process.exit(1));
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      limitStop();
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
    const config = parseConfig(environment);
    drainMs = config.drainMs;
    await start({ role, config, environment, endBecause }, started);
  } catch (fault) {
    endBecause(fault);
  }
}

/** What does not stop keeps nothing else from stopping. @throws the first fault of any part */
async function stopInOrder(started: Started): Promise<void> {
  const faults: unknown[] = [];
  for (const stop of started.toReversed()) await stop().catch((fault: unknown) => faults.push(fault));
  if (faults.length > 0) throw faults[0];
}

type Start = {
  readonly role: Role;
  readonly config: Config;
  readonly environment: Environment;
  /** Stops what runs and ends the process with a sentence, for whoever supervises it to start it again. */
  readonly endBecause: (fault: unknown) => void;
};

async function start({ role, config, environment, endBecause }: Start, started: Started): Promise<void> {
  const faults = [...(config.mode === "production" ? productionFaults(config) : []), ...roleFaults(config, role)];
  if (faults.length > 0) throw new CannotStart(faults.join("\n"));
  const { ownsDataFolder } = workOf(role);
  if (ownsDataFolder) {
    mkdirSync(config.dataDir, { recursive: true });
    started.push((await lockFolder(config.dataDir, `pid ${process.pid}, port ${config.port}`)).release);
  }
  await checkPorts(config);
  const log = openLog(config);
  const say = (doing: string) => {
    if (ownsDataFolder && config.mode === "development") process.stdout.write(`${doing} …\n`);
  };
  say("Starting the database and the sandbox");
  // Side by side they take half the time; both must have settled before one's failure may stop the other.
  const [cluster, sandbox] = await Promise.allSettled([
    openCluster(config, { started, log, endBecause }),
    ownsDataFolder ? openSandbox(config, environment, started) : null,
  ]);
  if (sandbox.status === "rejected") throw sandbox.reason;
  if (cluster.status === "rejected") throw cluster.reason;
  say("Starting the service");
  const world = { clock: systemClock, monotonic: systemMonotonic, random: systemRandom };
  const server = await wireServer({
    ...world,
    config,
    databaseUrl: cluster.value,
    log,
    version: readVersion(),
    role,
  });
  started.push(server.close);
  if (config.metrics !== null) {
    const onFault = (fault: unknown) => log.error({ fault }, "the figures cannot be read");
    started.push((await serveMetrics(config.metrics, server.readMetrics, onFault)).close);
  }
  await server.startTimers();
  await server.app.listen({ port: config.port, host: config.host });
  if (config.seedsDemo) say("Preparing the demo");
  const demo = ownsDataFolder && config.seedsDemo ? await seedDemo(server.deps) : null;
  process.stdout.write(role === "all" ? greeting(config, demo) : `Siegel ${role} is ready on port ${config.port}\n`);
}

/** What a process needs of its surroundings that cannot share a data folder with others. */
function roleFaults(config: Config, role: Role): string[] {
  if (workOf(role).ownsDataFolder) return [];
  const name = `\`siegel ${role}\``;
  return [
    ...(config.databaseUrl === null
      ? [`${name} needs DATABASE_URL: the embedded PostgreSQL belongs to the one process of \`npm start\`.`]
      : []),
    ...(isWithin(config.dataDir, config.storageDir)
      ? [`${name} needs SIEGEL_STORAGE_URL: documents are shared with the other processes.`]
      : []),
    ...(config.keyEncryptionKey === undefined
      ? [`${name} needs SIEGEL_KEY_ENCRYPTION_KEY: every process opens the same keys.`]
      : []),
  ];
}

/** Whether a path is the folder, or below it; both are absolute. */
function isWithin(folder: string, path: string): boolean {
  const [first = ""] = relative(folder, path).split(sep);
  return first !== ".." && !isAbsolute(first);
}

function openLog(config: Config): Logger {
  return pino(
    { level: config.logLevel, serializers: { fault: describeFault } },
    destination({ fd: config.mode === "development" ? 2 : 1, sync: true }),
  );
}

type Keeping = { readonly started: Started; readonly log: Logger; readonly endBecause: (fault: unknown) => void };

async function openCluster(config: Config, { started, log, endBecause }: Keeping): Promise<string> {
  if (config.databaseUrl !== null) return config.databaseUrl;
  const { dataDir: root } = config;
  const cluster = await startPostgres(root);
  const kept = keepPostgres(
    { cluster, root },
    {
      onGone: (gone) => log.error(gone, "the embedded PostgreSQL is gone; starting it again"),
      onBack: (back) => log.warn(back, "the embedded PostgreSQL runs again"),
      onLost: endBecause,
    },
  );
  started.push(kept.stop);
  return await createDatabase(cluster, "siegel");
}

async function openSandbox(config: Config, environment: Environment, started: Started): Promise<void> {
  if (config.sandbox === null) return;
  const { dataDir, publicUrl } = config;
  const relyingParty = new URL(publicUrl).origin;
  const sandbox = await startSandboxProcess({ ...config.sandbox, dataDir, relyingParty, environment });
  started.push(sandbox.stop);
}

/** @throws CannotStart with a sentence a port where this process cannot listen */
async function checkPorts({ port, host, metrics }: Config): Promise<void> {
  const asked = [
    { port, host, variable: "PORT" },
    ...(metrics === null ? [] : [{ ...metrics, variable: "SIEGEL_METRICS_PORT" }]),
  ];
  const faults = (await Promise.all(asked.map(whyNotListening))).filter((fault) => fault !== null);
  if (faults.length > 0) throw new CannotStart(faults.join("\n"));
}

const operatorLines = (
  config: Config,
  { email, password, totp_secret }: NonNullable<DemoFacts["operator"]>,
): string[] => [
  "",
  `Operator's desk ${config.publicUrl}/operator`,
  `  ${email}   ${password}   app's secret ${totp_secret}`,
];

const workflowLines = ({ signer_type, url, email, certificate_password }: DemoFacts["workflows"][number]): string[] => {
  const line = `  ${signer_type.padEnd(12)} ${url}`;
  if (certificate_password !== null) return [line, `${" ".repeat(15)}certificate's password: ${certificate_password}`];
  return isQualified(signer_type) ? [`${line}   (still to identify: ${email})`] : [line];
};

function greeting(config: Config, demo: DemoFacts | null): string {
  const lines = [`Siegel is ready at ${config.publicUrl}`];
  if (demo) {
    lines.push("", "Sign as:");
    for (const one of demo.workflows) lines.push(...workflowLines(one));
    if (demo.admin)
      lines.push("", `Administration ${config.publicUrl}/adminLogin`, `  ${demo.admin.email}   ${demo.admin.password}`);
    if (demo.operator) lines.push(...operatorLines(config, demo.operator));
    lines.push("", `API key        ${demo.apiKey}`, `API            ${config.publicUrl}/api/docs`);
  }
  if (config.sandbox) lines.push(`Inbox          ${config.sandbox.url}   (mails, text messages, calls)`);
  if (demo) lines.push("", `The same is in ${join(config.dataDir, "demo.json")}. Stop with Ctrl-C.`);
  return `${lines.join("\n")}\n`;
}
