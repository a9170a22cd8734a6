/** Files written and read with their SHA-256 and their number of lines. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { BackupUnusable } from "./manifest.ts";

/** What a file holds. `sha256` is lower-case hex. */
export type Written = { readonly lines: number; readonly sha256: string };

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

const line_feed = 0x0a;

/** Writes a new file that only this account can read, durably. @throws when it exists */
export async function writeHashed(path: string, source: Bytes): Promise<Written> {
  const hash = createHash("sha256");
  let lines = 0;
  const file = await open(path, "wx", 0o600);
  try {
    for await (const part of source) {
      hash.update(part);
      for (const byte of part) if (byte === line_feed) lines += 1;
      await file.writeFile(part);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { lines, sha256: hash.digest("hex") };
}

/** Reads a file to its end. @throws BackupUnusable when it is missing or not what it was when it was written */
export async function checkHashed(path: string, sha256: string): Promise<void> {
  const hash = createHash("sha256");
  try {
    for await (const part of createReadStream(path)) hash.update(part);
  } catch (cause) {
    throw new BackupUnusable(`${path} cannot be read.`, { cause });
  }
  if (hash.digest("hex") !== sha256) throw new BackupUnusable(`${path} was changed or damaged since the backup.`);
}
