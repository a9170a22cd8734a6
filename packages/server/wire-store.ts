/** Opens the store of documents that belongs to the database, and no other. */
import { fileBlobs, listBlobs } from "./adapters/file-blobs.ts";
import { checkMark, makeMark, readMark } from "./adapters/store-mark.ts";
import { CannotStart } from "./cannot-start.ts";
import type { Config } from "./config.ts";
import type { Db } from "./db/database.ts";
import { rememberBlob } from "./db/pending-blobs.ts";
import { keepStoreId, readStoreId, someNamedBlobs } from "./db/store-id.ts";
import { BlobMissing, type BlobStore, BlobsAway, type Sha256Hex } from "./ports/blobs.ts";
import type { Clock } from "./ports/clock.ts";
import type { Random } from "./ports/random.ts";

/** What the store is opened with. */
export type StoreDeps = { readonly db: Db; readonly clock: Clock; readonly random: Random };

/**
 * The store in the folder of the configuration. The first start marks it; from then on nothing is put into a folder without this mark.
 * @throws CannotStart where the folder holds another store, or none
 */
export async function openStore(deps: StoreDeps, { storageDir }: Pick<Config, "storageDir">): Promise<BlobStore> {
  const { db, clock } = deps;
  const known = await readStoreId(db);
  const opened = async () => {
    const storeId = known ?? (await markStore(deps, storageDir));
    const check = () => checkMark(storageDir, storeId);
    await check();
    return check;
  };
  const check = await opened().catch((cause: Error) => {
    throw new CannotStart(`${cause.message} (SIEGEL_STORAGE_URL). Is its disk mounted?`, { cause });
  });
  return fileBlobs(storageDir, (sha256) => rememberBlob(db, sha256, clock.now()), check);
}

/** Why the folder is not the store of this database, or null: also where nothing is known of a store yet. */
export async function storeFault(db: Db, storageDir: string): Promise<string | null> {
  const storeId = await readStoreId(db);
  if (storeId === null || (await readMark(storageDir).catch(() => null)) === storeId) return null;
  return "SIEGEL_STORAGE_URL does not hold the documents of this database: is its disk mounted?";
}

const looked_for_max = 20;

/** A database that knows documents but no store is of an older program: its store holds some of them. */
async function markStore({ db, random }: StoreDeps, folder: string): Promise<string> {
  const named = await someNamedBlobs(db, looked_for_max);
  const found = await Promise.all(named.map((sha256) => isThere(folder, sha256)));
  if (named.length > 0 && !found.includes(true))
    throw new BlobsAway(`${folder} holds none of the documents of this database`);
  // A first start that ended too early left a mark, and nothing else.
  if (named.length === 0 && (await readMark(folder)) !== null && (await hasBlobs(folder)))
    throw new BlobsAway(`${folder} holds the documents of another database`);
  return await keepStoreId(db, await makeMark(folder, Buffer.from(random.bytes(16)).toString("hex")));
}

async function hasBlobs(folder: string): Promise<boolean> {
  for await (const _ of listBlobs(folder)) return true;
  return false;
}

async function isThere(folder: string, sha256: Sha256Hex): Promise<boolean> {
  try {
    await (await fileBlobs(folder).open(sha256)).close();
    return true;
  } catch (fault) {
    if (fault instanceof BlobMissing) return false;
    throw fault;
  }
}
