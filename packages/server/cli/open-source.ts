/** The database a command works on: the one that is named, or the data folder's own, beside a running server or without one. */
import { adoptPostgres, hasPostgres, startPostgres } from "../adapters/database/embedded-postgres.ts";
import { FolderInUse, lockFolder } from "../adapters/store/folder-lock.ts";
import { CannotStart } from "../cannot-start.ts";
import type { Config } from "../config.ts";

/** Where the database is; `close` stops what was started for the command and nothing else. */
export type Source = { readonly url: string; readonly close: () => Promise<void> };

/** Opens it. @throws CannotStart when there is none, or it starts or stops just now */
export async function openSource(config: Config): Promise<Source> {
  if (config.databaseUrl !== null) return { url: config.databaseUrl, close: async () => undefined };
  if (!hasPostgres(config.dataDir))
    throw new CannotStart(`There is no database in ${config.dataDir} yet, and DATABASE_URL names none.`);
  const lock = await takeLock(config);
  if (lock !== null) {
    const cluster = await startPostgres(config.dataDir);
    const close = async () => {
      await cluster.stop();
      await lock.release();
    };
    return { url: cluster.url("siegel"), close };
  }
  // The process that holds the folder starts and stops the cluster; a command beside it only connects.
  const cluster = await adoptPostgres(config.dataDir);
  if (cluster === null) throw new CannotStart("The server of this data folder is starting or stopping: try again.");
  return { url: cluster.url("siegel"), close: async () => undefined };
}

async function takeLock(config: Config): Promise<{ readonly release: () => Promise<void> } | null> {
  try {
    return await lockFolder(config.dataDir, `pid ${process.pid}, a command`);
  } catch (fault) {
    if (fault instanceof FolderInUse) return null;
    throw fault;
  }
}
