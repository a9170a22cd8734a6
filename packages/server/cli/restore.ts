/** `siegel restore <folder>`: a backup into an empty database and a storage, checked as it comes (docs/operations/backup.md). */
import { existsSync } from "node:fs";
import { createDatabase, startPostgres } from "../adapters/database/embedded-postgres.ts";
import { systemRandom } from "../adapters/random.ts";
import { lockFolder } from "../adapters/store/folder-lock.ts";
import { developmentKeyFile, keyEncryptionKey } from "../adapters/trust/key-encryption-key.ts";
import { restoreBackup } from "../backup/restore-backup.ts";
import type { Config } from "../config.ts";
import { openDatabase } from "../db/database.ts";
import { KeysUnavailable } from "../ports/keys.ts";
import { checkKeys, hierarchyIsMade } from "../rooms/authority/authority.ts";
import { wireKeys } from "../wire-authority-keys.ts";
import type { Source } from "./open-source.ts";
import { verifyDatabase } from "./verify-audit.ts";

type Print = (line: string) => void;

/** Answers 0 when everything came back and holds; 1 when something is lost or does not hold; 2 without a folder or a key, before anything is written. */
export async function restore(config: Config, print: Print, [folder]: readonly string[]): Promise<number> {
  if (folder === undefined) {
    print("usage: siegel restore <folder>");
    return 2;
  }
  if (config.keyEncryptionKey === undefined && !existsSync(developmentKeyFile(config.dataDir))) {
    print("The key-encryption key is missing: set SIEGEL_KEY_ENCRYPTION_KEY to the one of the backed-up service.");
    return 2;
  }
  const target = await openTarget(config);
  try {
    const report = await restoreBackup({ folder, databaseUrl: target.url, storageDir: config.storageDir });
    for (const sha256 of report.lost)
      print(`The document ${sha256} was lost before the backup of ${report.createdAt}.`);
    print(
      `${report.rows} rows, ${report.blobs} documents and ${report.jobs} waiting jobs of ${report.createdAt} are back.`,
    );
    const trail = await verifyDatabase(target.url, print);
    const key = await keyFault(config, target.url);
    if (key !== null) print(key);
    return report.lost.length === 0 && trail === 0 && key === null ? 0 : 1;
  } finally {
    await target.close();
  }
}

/** The database to restore into: the one that is named, or a new cluster in the data folder. */
async function openTarget(config: Config): Promise<Source> {
  if (config.databaseUrl !== null) return { url: config.databaseUrl, close: async () => undefined };
  const lock = await lockFolder(config.dataDir, `pid ${process.pid}, a restore`);
  const cluster = await startPostgres(config.dataDir);
  const close = async () => {
    await cluster.stop();
    await lock.release();
  };
  return { url: await createDatabase(cluster, "siegel"), close };
}

/** The keys came back wrapped; only the key they were wrapped under makes them useful. */
async function keyFault(config: Config, url: string): Promise<string | null> {
  const { db, close } = openDatabase(url, { max: 1 });
  try {
    if (!(await hierarchyIsMade(db))) return null;
    const masterKey = keyEncryptionKey({
      configured: config.keyEncryptionKey,
      dataDir: config.dataDir,
      development: true,
    });
    const keys = wireKeys(config, { db, random: systemRandom }, masterKey);
    return await checkKeys({ db, keys })
      .then(() => null, whyKeysStayShut)
      .finally(keys.close);
  } finally {
    await close();
  }
}

const whyKeysStayShut = (fault: unknown): string =>
  fault instanceof KeysUnavailable
    ? `The keys of the authority were not checked: ${fault.message}.`
    : "SIEGEL_KEY_ENCRYPTION_KEY does not open the keys of the backup: it is not the one of the backed-up service.";
