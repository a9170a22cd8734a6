/** What stands in the folder of a backup. It is written last: a folder without it is no backup. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const fileName = z.string().regex(/^[a-z0-9_]+(\.[a-z]+)?$/);

const shape = z.strictObject({
  format: z.literal(1),
  created_at: z.iso.datetime(),
  /** Of the program that wrote it. */
  version: z.string(),
  /** The schema that the rows fit. */
  migrations: z.array(z.string()),
  /** One file a table in PostgreSQL's COPY text format, a row a line. */
  tables: z.array(z.strictObject({ name: fileName, columns: z.array(z.string()), rows: z.number().int(), sha256 })),
  /** Where counters stood: the last value that was given out; null before the first. */
  counters: z.array(z.strictObject({ table: z.string(), column: z.string(), last: z.string().nullable() })),
  /** What was waiting in the queue, a JSON object a line. */
  jobs: z.strictObject({ count: z.number().int(), sha256 }),
  /** `blobs.txt` names every document file, sorted, a SHA-256 a line; each lies under that name in `blobs/`. */
  blobs: z.strictObject({ count: z.number().int(), sha256 }),
});

/** The table of contents of a backup. */
export type Manifest = z.infer<typeof shape>;

/** Names inside the folder. */
export const names = {
  manifest: "manifest.json",
  tables: "tables",
  jobs: "jobs.jsonl",
  blobList: "blobs.txt",
  blobs: "blobs",
};

/** The folder holds no backup, or one that was changed or cannot be used here; the message says which. */
export class BackupUnusable extends Error {
  override readonly name = "BackupUnusable";
}

/** Reads the table of contents of a backup's folder. @throws BackupUnusable */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, names.manifest);
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new BackupUnusable(`${folder} holds no complete backup: ${names.manifest} cannot be read.`, { cause });
  });
  try {
    return shape.parse(JSON.parse(text));
  } catch (cause) {
    throw new BackupUnusable(`${path} is not the table of contents of a backup that this program understands.`, {
      cause,
    });
  }
}
