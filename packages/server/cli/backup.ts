/** `siegel backup <folder>`: database and documents, while the service runs (docs/operations/backup.md). */
import { systemClock } from "../adapters/time/clock.ts";
import { writeBackup } from "../backup/write-backup.ts";
import type { Config } from "../config.ts";
import { readVersion } from "../version.ts";
import { openSource } from "./open-source.ts";

/** Answers 0 when everything is in it, 1 when a document that the database speaks of is lost, 2 without a folder. */
export async function backup(
  config: Config,
  print: (line: string) => void,
  [folder]: readonly string[],
): Promise<number> {
  if (folder === undefined) {
    print("usage: siegel backup <folder>");
    return 2;
  }
  const source = await openSource(config);
  try {
    const { storageDir } = config;
    const order = { databaseUrl: source.url, storageDir, folder, version: readVersion(), at: systemClock.now() };
    const report = await writeBackup(order);
    for (const sha256 of report.lost) print(`The document ${sha256} is missing or damaged in the storage.`);
    print(
      `${report.rows} rows and ${report.blobs} documents are in ${folder}. The key-encryption key is not: keep it elsewhere.`,
    );
    return report.lost.length === 0 ? 0 : 1;
  } finally {
    await source.close();
  }
}
