/** `siegel doctor`: what stands against starting in production, and whether the parts work, without starting (decisions.md §1). */
import { existsSync } from "node:fs";
import { access, constants, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { greetMailServer } from "../adapters/mail/mail-greeting.ts";
import { systemRandom } from "../adapters/random.ts";
import { fileBlobs } from "../adapters/store/file-blobs.ts";
import { systemClock, systemMonotonic } from "../adapters/time/clock.ts";
import { CannotStart } from "../cannot-start.ts";
import type { Config } from "../config.ts";
import { ConfigurationFault } from "../configuration-fault.ts";
import { type Database, openDatabase } from "../db/database.ts";
import { appliedMigrations, checkNotNewer, migrationNames } from "../db/migrations.ts";
import { checkAnswers, readDatabaseTime, readServerVersion } from "../db/server-answers.ts";
import { healthChecks } from "../health-checks.ts";
import type { TrustedTime } from "../ports/clock.ts";
import type { EidProvider } from "../ports/eid.ts";
import { productionDatabaseFaults, productionFaults } from "../production-faults.ts";
import { authorityState, ceremoniesDue } from "../rooms/authority/authority.ts";
import { signingFigures } from "../rooms/signing/signing.ts";
import { authorityConfig } from "../wire-authority.ts";
import { authorityTokenFault } from "../wire-authority-keys.ts";
import { clockWatchFrom } from "../wire-clock.ts";
import { wireIdentification } from "../wire-identification.ts";
import { oidcFrom } from "../wire-oidc.ts";
import { tokenFault } from "../wire-signing-module.ts";
import { storeFault } from "../wire-store.ts";
import { openSource, type Source } from "./open-source.ts";

type Print = (line: string) => void;

/** Less than this and the next large document may be the last one. */
const free_bytes_min = 2 * 1024 ** 3;

/**
 * Prints a line for each reason, also for what could not be checked; 0 if there is no reason. `--live` also asks the mail server for its
 * greeting, the time servers for the time, and the issuers for logins and ID cards for what they say of themselves.
 */
export async function doctor(config: Config, print: Print, options: readonly string[]): Promise<number> {
  const faults = productionFaults({ ...config, mode: "production" });
  const live = options.includes("--live");
  faults.push(...(await partFaults(live ? config : { ...config, timeServers: [] }, print)));
  const token = await tokenFault(config);
  if (token !== null) faults.push(`Nobody can sign qualified: ${token}.`);
  const authority = await authorityTokenFault(config);
  if (authority !== null) faults.push(`Nothing can be signed, and no status told: ${authority}.`);
  const identification = identificationOf(config);
  faults.push(...identification.faults);
  faults.push(...(await spaceFaults({ "data folder": config.dataDir, storage: config.storageDir }, free_bytes_min)));
  if (live) faults.push(...(await mailFaults(config)), ...(await issuerFaults(config, identification.eid)));
  await tellOfPages(config, print);
  for (const fault of faults) print(fault);
  if (faults.length === 0) print("Nothing stands against starting in production.");
  return faults.length === 0 ? 0 : 1;
}

/**
 * What stands against drawing pages for devices that cannot (docs/flows/viewer.md): nothing that keeps anybody from starting, since
 * these devices then draw them as far as they can.
 */
export async function tellOfPages(
  { drawsPages }: Pick<Config, "drawsPages">,
  print: Print,
  load: () => Promise<unknown> = () => import("../adapters/workers/pdf-pages.ts"),
): Promise<void> {
  const missing = drawsPages ? await firstLineOf(async () => void (await load())) : "SIEGEL_PAGE_PICTURES is off";
  if (missing !== null) print(`Pages are not drawn as pictures: ${missing}.`);
}

/** Each part by itself: one that cannot be looked at keeps no other from being looked at, and is a fault too. */
async function partFaults(config: Config, print: Print): Promise<string[]> {
  const storage = await firstLineOf(() => checkStorage(config.storageDir));
  return [
    ...(storage === null ? [] : [`The storage cannot be written: ${storage}.`]),
    ...(await faultsBesideDatabase(config, print)),
  ];
}

/** A folder that is made at the first start is not made by looking: whether it could be is enough. @throws with the reason */
async function checkStorage(folder: string): Promise<void> {
  const there = nearestFolder(folder);
  if (there === folder) return await fileBlobs(folder).check();
  // The point at the end asks for a folder, not for a file of that name.
  await access(`${there}/.`, constants.W_OK);
}

const unchecked = "Database, schema and clock were not checked.";

async function faultsBesideDatabase(config: Config, print: Print): Promise<string[]> {
  let source: Source;
  try {
    source = await openSource(config);
  } catch (fault) {
    return [
      fault instanceof CannotStart ? fault.message : `The database cannot be opened: ${firstLine(fault)}.`,
      unchecked,
    ];
  }
  const database = openDatabase(source.url, { max: 2 });
  try {
    const away = await firstLineOf(() => checkAnswers(database.pool));
    if (away !== null) return [`The database cannot be opened: ${away}.`, unchecked];
    const wrong = await firstLineOf(() => checkClock(config, database));
    return [
      ...(wrong === null ? [] : [`The clock is wrong: ${wrong}.`]),
      ...(await schemaFaults(database, config, print)),
    ];
  } finally {
    await database.close();
    await source.close();
  }
}

/** @throws when the clock differs from the database's, or is not to be trusted */
async function checkClock(config: Config, database: Database): Promise<void> {
  const trustedTime = await watchedClock(config, database);
  const parts = { pool: database.pool, blobs: fileBlobs(config.storageDir), clock: systemClock, trustedTime };
  await healthChecks(parts).clock();
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
async function schemaFaults({ db, pool }: Database, config: Config, print: Print): Promise<string[]> {
  const number = await readServerVersion(pool);
  const old = number < 150_000 ? [`PostgreSQL ${Math.floor(number / 10_000)} is too old: 15 is the least.`] : [];
  const newer = await firstLineOf(() => checkNotNewer(db));
  if (newer !== null) return [...old, `${newer}.`];
  const applied = await appliedMigrations(db);
  const due = migrationNames.filter((name) => !applied.includes(name));
  if (due.length === 0) {
    const { STALLED } = (await signingFigures(db, systemClock.now())).byStatus;
    if (STALLED > 0) print(`Signing acts that wait for you: ${STALLED} (docs/operations/monitoring.md, STALLED).`);
    const store = await storeFault(db, config.storageDir);
    await tellOfCeremonies(config, db, print);
    return [...old, ...(store === null ? [] : [store]), ...(await productionDatabaseFaults(db))];
  }
  print(`The next start runs ${due.length} migrations.`);
  // An empty database holds nothing that could stand against production.
  return applied.length === 0 ? old : [...old, "What is in the database was not checked: that can be done after them."];
}

/** What only people put right at the root, in time or not: it keeps nothing from starting. */
async function tellOfCeremonies(config: Config, db: Database["db"], print: Print): Promise<void> {
  const authority = { ...authorityConfig(config), development: false };
  const state = await authorityState({ db, clock: systemClock, authority });
  for (const due of ceremoniesDue(state)) print(`${due} (docs/operations/authority.md).`);
  if (state.rootIsExposed)
    print("The root's key is in the database: who takes over the service has it (docs/operations/authority.md).");
}

/** A sentence for each folder, named or one day to be made, on whose disk less is free than the least. */
export async function spaceFaults(folders: Readonly<Record<string, string>>, freeBytesMin: number): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, folder] of Object.entries(folders)) {
    const unseen = await firstLineOf(async () => {
      const { bavail, bsize } = await statfs(nearestFolder(folder));
      const free = bavail * bsize;
      if (free < freeBytesMin) faults.push(`The disk of the ${name} has ${Math.round(free / 1024 ** 2)} MB left.`);
    });
    if (unseen !== null) faults.push(`The disk of the ${name} was not checked: ${unseen}.`);
  }
  return faults;
}

function nearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path));
}

async function mailFaults(config: Config): Promise<string[]> {
  if (config.mail.url === "") return [];
  const reason = await firstLineOf(() =>
    greetMailServer(config.mail.url, { requiresTls: config.mode === "production" }),
  );
  return reason === null ? [] : [`The mail server does not take mails: ${reason}.`];
}

/** Keys, certificates and names of the providers, as far as they are files here. */
function identificationOf(config: Config): { readonly eid: EidProvider | null; readonly faults: readonly string[] } {
  try {
    const world = { clock: systemClock, random: systemRandom, monotonic: systemMonotonic };
    return { eid: wireIdentification(config, world).eid, faults: [] };
  } catch (fault) {
    if (!(fault instanceof ConfigurationFault)) throw fault;
    return { eid: null, faults: [`${firstLine(fault)}.`] };
  }
}

/** Asked as for a login, and for an identification; nobody is sent there. */
async function issuerFaults(config: Config, eid: EidProvider | null): Promise<string[]> {
  const login = oidcFrom(config, systemMonotonic);
  const issuers = [
    login === null ? null : { ...login, name: login.issuer, sentence: "SIEGEL_OIDC_ISSUER: nobody can log in at" },
    eid?.kind === "issuer" ? { ...eid, sentence: "SIEGEL_EID_OIDC_ISSUER: nobody can be identified at" } : null,
  ];
  const faults = issuers.map(async (issuer) => {
    const asked = await issuer?.addressFor(
      { state: "doctor", nonce: "doctor", verifier: "doctor" },
      { language: "en" },
    );
    return issuer === null || asked?.kind !== "away"
      ? []
      : [`${issuer.sentence} ${issuer.name} now: ${firstLine(asked.cause)}.`];
  });
  return (await Promise.all(faults)).flat();
}

/** Null where the check holds, else why it does not. */
async function firstLineOf(check: () => Promise<void>): Promise<string | null> {
  return await check().then(() => null, firstLine);
}

const firstLine = (fault: unknown): string =>
  fault instanceof Error ? fault.message.split("\n")[0]?.replace(/\.$/, "") || fault.name : String(fault);
