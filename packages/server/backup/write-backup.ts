/**
 * Writes a backup while the service runs. The database is read in one snapshot, and documents after it: files are named by
 * their content and only added, so whatever the snapshot speaks of is among them. Keys are in it as they lie in the
 * database, wrapped; the key-encryption key is not, and must be kept elsewhere.
 */
import { mkdir, open, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { windowsOf } from "@siegel/kernel/pdf/byte-source.ts";
import pg from "pg";
import { fileBlobs, listBlobs } from "../adapters/store/file-blobs.ts";
import { queueNames } from "../jobs/boss.ts";
import { BlobMissing, type Sha256Hex } from "../ports/blobs.ts";
import { writeHashed } from "./hashed-files.ts";
import { BackupUnusable, type Manifest, names } from "./manifest.ts";
import { copyOut, copySettings, readCounters, readReferences, readTables } from "./table-copies.ts";

/** Where from, where to. `folder` is made; it must be empty. */
export type BackupOrder = {
  readonly databaseUrl: string;
  readonly storageDir: string;
  readonly folder: string;
  readonly version: string;
  readonly at: Date;
};

/** What was written. `lost` are documents that the database speaks of and the storage does not hold whole. */
export type BackupReport = {
  readonly rows: number;
  readonly blobs: number;
  readonly lost: readonly string[];
};

type Snapshot = Pick<Manifest, "migrations" | "tables" | "counters" | "jobs"> & { readonly references: Set<string> };

/** Writes the backup. @throws BackupUnusable when the folder is not empty */
export async function writeBackup(order: BackupOrder): Promise<BackupReport> {
  await mkdir(join(order.folder), { recursive: true, mode: 0o700 });
  if ((await readdir(order.folder)).length > 0) throw new BackupUnusable(`${order.folder} is not empty.`);
  await mkdir(join(order.folder, names.tables), { mode: 0o700 });
  const { references, ...snapshot } = await writeSnapshot(order);
  const copied = await copyBlobs(order);
  const list = copied.toSorted().map((sha256) => Buffer.from(`${sha256}\n`));
  const written = await writeHashed(join(order.folder, names.blobList), list);
  const blobs = { count: written.lines, sha256: written.sha256 };
  const { at, version } = order;
  await writeManifest(order.folder, { format: 1, created_at: at.toISOString(), version, ...snapshot, blobs });
  const have = new Set<string>(copied);
  const rows = snapshot.tables.reduce((sum, table) => sum + table.rows, 0);
  return { rows, blobs: copied.length, lost: [...references].filter((sha256) => !have.has(sha256)) };
}

async function writeSnapshot(order: BackupOrder): Promise<Snapshot> {
  const client = new pg.Client({ connectionString: order.databaseUrl });
  await client.connect();
  try {
    await client.query(copySettings);
    await client.query("begin isolation level repeatable read, read only");
    const tables = await readTables(client);
    const migrations = await client.query<{ name: string }>("select name from kysely_migration order by name");
    const copies: Manifest["tables"] = [];
    for (const table of tables) {
      const { lines, sha256 } = await copyOut(client, table, join(order.folder, names.tables));
      copies.push({ name: table.name, columns: [...table.columns], rows: lines, sha256 });
    }
    const counters = await readCounters(client);
    const jobs = await writeJobs(client, order.folder);
    const references = await readReferences(client);
    await client.query("commit");
    return { migrations: migrations.rows.map((row) => row.name), tables: copies, counters, jobs, references };
  } finally {
    await client.end();
  }
}

/** The queue's own tables are rebuilt by the queue; what waits in it must not be lost with them. What is repeated comes again by itself. */
async function writeJobs(client: pg.Client, folder: string): Promise<Manifest["jobs"]> {
  const found = await client.query<{ job: string }>(
    `
    select json_build_object('name', name, 'payload', data)::text as job from pgboss.job
     where state in ('created', 'retry', 'active') and name = any ($1) order by created_on`,
    [queueNames],
  );
  const { lines, sha256 } = await writeHashed(
    join(folder, names.jobs),
    found.rows.map(({ job }) => Buffer.from(`${job}\n`)),
  );
  return { count: lines, sha256 };
}

/** Copies every document whose content still fits its name; answers their names. */
async function copyBlobs({ storageDir, folder }: BackupOrder): Promise<Sha256Hex[]> {
  const [source, target] = [fileBlobs(storageDir), fileBlobs(join(folder, names.blobs))];
  const copied: Sha256Hex[] = [];
  for await (const sha256 of listBlobs(storageDir)) {
    const bytes = await source.open(sha256).catch(nothingThere);
    if (bytes === null) continue;
    const put = await target.put(windowsOf(bytes)).finally(bytes.close);
    if (put.sha256 === sha256) copied.push(sha256);
  }
  return copied;
}

/** A document that nobody named may have been cleaned away since it was listed. */
function nothingThere(fault: unknown): null {
  if (fault instanceof BlobMissing) return null;
  throw fault;
}

async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const path = join(folder, names.manifest);
  await writeHashed(`${path}.tmp`, [Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)]);
  await rename(`${path}.tmp`, path);
  const opened = await open(folder, "r");
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
