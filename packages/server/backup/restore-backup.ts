/** Brings a backup back into an empty database and a storage, and believes nothing that does not fit its hash. */
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { fileBlobs } from "../adapters/store/file-blobs.ts";
import { makeMark, readMark } from "../adapters/store/store-mark.ts";
import { type Db, openDatabase } from "../db/database.ts";
import { migrate, migrationNames } from "../db/migrations.ts";
import { readStore } from "../db/store-id.ts";
import { queueNames, startJobQueue } from "../jobs/boss.ts";
import type { JobName, JobPayloads } from "../ports/queue.ts";
import { checkHashed } from "./hashed-files.ts";
import { BackupUnusable, type Manifest, names, readManifest } from "./manifest.ts";
import { copyIn, copySettings, readReferences, readTables, setCounter } from "./table-copies.ts";

/** Where from, where to. */
export type RestoreOrder = { readonly folder: string; readonly databaseUrl: string; readonly storageDir: string };

/** What came back. `lost` are documents that the database speaks of and the backup does not hold. */
export type RestoreReport = {
  readonly createdAt: string;
  readonly rows: number;
  readonly blobs: number;
  readonly jobs: number;
  readonly lost: readonly string[];
};

/** Restores. Nothing is written before every file of the tables fits its hash. @throws BackupUnusable */
export async function restoreBackup(order: RestoreOrder): Promise<RestoreReport> {
  const manifest = await readManifest(order.folder);
  const unknown = manifest.migrations.filter((name) => !migrationNames.includes(name));
  if (unknown.length > 0)
    throw new BackupUnusable(`The backup is of a newer Siegel (${unknown.join(", ")}): restore it with that one.`);
  await checkFiles(order.folder, manifest);
  await checkEmpty(order.databaseUrl);
  await requireOwnStore(order, manifest);
  const blobs = await restoreBlobs(order);
  const database = openDatabase(order.databaseUrl);
  try {
    await migrate(database.db, manifest.migrations);
    await restoreRows(order, manifest);
    await migrate(database.db);
    await claimStore(order, database.db);
    const references = await withClient(order.databaseUrl, readReferences);
    const jobs = await restoreJobs(order, database.db);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const lost = [...references].filter((sha256) => !blobs.has(sha256));
    return { createdAt: manifest.created_at, rows, blobs: blobs.size, jobs, lost };
  } finally {
    await database.close();
  }
}

/** A folder without a mark, or the very store that was backed up. */
async function requireOwnStore({ folder, storageDir }: RestoreOrder, { tables }: Manifest): Promise<void> {
  const mark = await readMark(storageDir);
  if (mark === null) return;
  const known = tables.find(({ name }) => name === "blob_store");
  // A row of text that holds 32 random hex digits: no table's format is read here.
  if (known === undefined || !(await readFile(join(folder, names.tables, known.name), "latin1")).includes(mark))
    throw new BackupUnusable(`${storageDir} is the store of another database: restore into a folder of its own.`);
}

/** The documents are here now. */
async function claimStore({ storageDir }: RestoreOrder, db: Db): Promise<void> {
  const known = await readStore(db);
  // What an older program wrote has none: its first start finds the store by its documents.
  if (known !== null) await makeMark(storageDir, known.storeId);
}

async function checkFiles(folder: string, manifest: Manifest): Promise<void> {
  for (const table of manifest.tables) await checkHashed(join(folder, names.tables, table.name), table.sha256);
  await checkHashed(join(folder, names.jobs), manifest.jobs.sha256);
  await checkHashed(join(folder, names.blobList), manifest.blobs.sha256);
}

async function checkEmpty(databaseUrl: string): Promise<void> {
  const found = await withClient(databaseUrl, (client) =>
    client.query<{ name: string }>(
      "select c.oid::regclass::text as name from pg_class c where c.relkind in ('r', 'p') and c.relnamespace in (select oid from pg_namespace where nspname in ('public', 'pgboss')) limit 1",
    ),
  );
  const first = found.rows[0];
  if (first !== undefined)
    throw new BackupUnusable(`The database is not empty (it has ${first.name}): a backup is restored into a new one.`);
}

async function restoreBlobs({ folder, storageDir }: RestoreOrder): Promise<Set<string>> {
  const [source, target] = [join(folder, names.blobs), fileBlobs(storageDir)];
  const restored = new Set<string>();
  for (const sha256 of (await readFile(join(folder, names.blobList), "utf8")).split("\n").filter(Boolean)) {
    const path = join(source, sha256.slice(0, 2), sha256.slice(2));
    const put = await target.put(createReadStream(path)).catch((cause: unknown) => {
      throw new BackupUnusable(`The document ${path} cannot be brought back.`, { cause });
    });
    if (put.sha256 !== sha256)
      throw new BackupUnusable(`The document ${path} was changed or damaged since the backup.`);
    restored.add(sha256);
  }
  return restored;
}

/** All rows or none. Referenced tables come first, so every reference is checked by the database itself. */
async function restoreRows({ folder, databaseUrl }: RestoreOrder, manifest: Manifest): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query(copySettings);
    await client.query("begin");
    const wanted = new Map(manifest.tables.map((table) => [table.name, table]));
    const tables = await readTables(client);
    for (const { name } of tables) {
      const table = wanted.get(name);
      if (table === undefined) throw new BackupUnusable(`The backup lacks the table ${name}.`);
      const rows = await copyIn(client, table, join(folder, names.tables));
      if (rows !== table.rows) throw new BackupUnusable(`The table ${name} has ${rows} rows instead of ${table.rows}.`);
    }
    for (const counter of manifest.counters) await setCounter(client, counter);
    await client.query("commit");
  });
}

async function restoreJobs({ folder, databaseUrl }: RestoreOrder, db: Parameters<typeof migrate>[0]): Promise<number> {
  const lines = (await readFile(join(folder, names.jobs), "utf8")).split("\n").filter(Boolean);
  const queue = await startJobQueue(databaseUrl, () => undefined, { maintains: false });
  try {
    await db.transaction().execute(async (trx) => {
      for (const line of lines) {
        const job = JSON.parse(line) as { name: JobName; payload: JobPayloads[JobName] };
        if (!queueNames.includes(job.name)) throw new BackupUnusable(`There is no queue ${job.name}.`);
        await queue.enqueue(trx, job.name, job.payload);
      }
    });
  } finally {
    await queue.stop();
  }
  return lines.length;
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
