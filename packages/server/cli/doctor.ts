/** `siegel doctor`: what stands against starting in production, and whether the parts work, without starting (decisions.md §1). */
import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { systemClock, systemMonotonic } from "../adapters/clock.ts";
import { fileBlobs } from "../adapters/file-blobs.ts";
import { greetMailServer } from "../adapters/mail-greeting.ts";
import { systemRandom } from "../adapters/random.ts";
import { CannotStart } from "../cannot-start.ts";
import type { Config } from "../config.ts";
import { type Database, openDatabase } from "../db/database.ts";
import { appliedMigrations, checkNotNewer, migrationNames } from "../db/migrations.ts";
import { healthChecks, readDatabaseTime } from "../health-checks.ts";
import type { TrustedTime } from "../ports/clock.ts";
import { productionDatabaseFaults, productionFaults } from "../production-faults.ts";
import { signingFigures } from "../rooms/signing/signing.ts";
import { clockWatchFrom } from "../wire-clock.ts";
import { openSource } from "./open-source.ts";

type Print = (line: string) => void;

/** Less than this and the next large document may be the last one. */
const free_bytes_min = 2 * 1024 ** 3;

/** Prints a line a reason; 0 when there is none. `--live` also asks the mail server for its greeting and the time servers for the time. */
export async function doctor(config: Config, print: Print, options: readonly string[]): Promise<number> {
  const faults = productionFaults({ ...config, mode: "production" });
  const live = options.includes("--live");
  faults.push(...(await partFaults(live ? config : { ...config, timeServers: [] }, print)));
  faults.push(...(await spaceFaults({ "data folder": config.dataDir, storage: config.storageDir }, free_bytes_min)));
  if (live) faults.push(...(await mailFaults(config)));
  for (const fault of faults) print(fault);
  if (faults.length === 0) print("Nothing stands against starting in production.");
  return faults.length === 0 ? 0 : 1;
}

async function partFaults(config: Config, print: Print): Promise<string[]> {
  try {
    const source = await openSource(config);
    const database = openDatabase(source.url, { max: 2 });
    try {
      return [...(await checkParts(config, database)), ...(await schemaFaults(database, print))];
    } finally {
      await database.close();
      await source.close();
    }
  } catch (fault) {
    if (fault instanceof CannotStart) print(fault.message);
    else return [`The database cannot be opened: ${reasonOf(fault)}.`];
    return [];
  }
}

const partNames: Readonly<Record<string, string>> = {
  database: "The database does not answer",
  storage: "The storage cannot be written",
  clock: "The clock is wrong",
};

async function checkParts(config: Config, database: Database): Promise<string[]> {
  const faults: string[] = [];
  const parts = { pool: database.pool, blobs: fileBlobs(config.storageDir), clock: systemClock };
  const trustedTime = await watchedClock(config, database);
  for (const [name, check] of Object.entries(healthChecks({ ...parts, trustedTime }))) {
    const reason = await check().then(() => null, reasonOf);
    if (reason !== null) faults.push(`${partNames[name] ?? name}: ${reason}.`);
  }
  return faults;
}

/** This machine's clock after one comparison with database and time servers. */
async function watchedClock(config: Config, { pool }: Database): Promise<TrustedTime> {
  const parts = { clock: systemClock, monotonic: systemMonotonic, random: systemRandom };
  const watch = clockWatchFrom(
    config,
    { ...parts, readDatabaseTime: () => readDatabaseTime(pool) },
    { onChange: () => undefined, onLeapAnnounced: () => undefined },
  );
  await watch.compare();
  return watch;
}

/** A schema that is behind is migrated at the next start; only then can its marks of development be read. */
async function schemaFaults({ db, pool }: Database, print: Print): Promise<string[]> {
  const version = await pool.query<{ n: number }>("select current_setting('server_version_num')::integer as n");
  const number = version.rows[0]?.n ?? 0;
  const old = number < 150_000 ? [`PostgreSQL ${Math.floor(number / 10_000)} is too old: 15 is the least.`] : [];
  const newer = await checkNotNewer(db).then(() => null, reasonOf);
  if (newer !== null) return [...old, newer];
  const applied = await appliedMigrations(db);
  const due = migrationNames.filter((name) => !applied.includes(name));
  if (due.length === 0) {
    const { STALLED } = (await signingFigures(db, systemClock.now())).byStatus;
    if (STALLED > 0) print(`Signing acts that wait for you: ${STALLED} (docs/operations/monitoring.md, STALLED).`);
    return [...old, ...(await productionDatabaseFaults(db))];
  }
  print(`The next start runs ${due.length} migrations; what is in the database can be judged after them.`);
  return old;
}

/** A sentence for each folder, named or one day to be made, on whose disk less is free than the least. */
export async function spaceFaults(folders: Readonly<Record<string, string>>, freeBytesMin: number): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, folder] of Object.entries(folders)) {
    const { bavail, bsize } = await statfs(nearestFolder(folder));
    const free = bavail * bsize;
    if (free < freeBytesMin) faults.push(`The disk of the ${name} has ${Math.round(free / 1024 ** 2)} MB left.`);
  }
  return faults;
}

function nearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path));
}

async function mailFaults(config: Config): Promise<string[]> {
  if (config.mail.url === "") return [];
  const reason = await greetMailServer(config.mail.url).then(() => null, reasonOf);
  return reason === null ? [] : [`The mail server does not take mails: ${reason}.`];
}

const reasonOf = (fault: unknown): string =>
  fault instanceof Error ? fault.message.split("\n")[0]?.replace(/\.$/, "") || fault.name : String(fault);
