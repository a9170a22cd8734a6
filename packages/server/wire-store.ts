/** Opens the store of documents that belongs to the database, and no other. */
import { fileBlobs, listBlobs } from "./adapters/store/file-blobs.ts";
import { makeMark, readMark, requireMark } from "./adapters/store/store-mark.ts";
import { CannotStart } from "./cannot-start.ts";
import type { Config } from "./config.ts";
import type { Db } from "./db/database.ts";
import { rememberBlob } from "./db/pending-blobs.ts";
import { isAnyNamed, keepStore, readStore, saveStoreClaimed, someNamedBlobs } from "./db/store-id.ts";
import { BlobMissing, type BlobStore, BlobsAway, type Sha256Hex } from "./ports/blobs.ts";
import type { Clock } from "./ports/clock.ts";
import type { Random } from "./ports/random.ts";

type StoreDeps = { readonly db: Db; readonly clock: Clock; readonly random: Random };

/**
 * The store in the folder of the configuration. The first start marks it; from then on nothing is put into a folder without this mark.
 * @throws CannotStart where the folder holds another store, or none
 */
export async function openStore(deps: StoreDeps, { storageDir }: Pick<Config, "storageDir">): Promise<BlobStore> {
  const { db, clock } = deps;
  const storeId = await claimedStore(deps, storageDir).catch((cause: Error) => {
    throw new CannotStart(awayHint(cause), { cause });
  });
  return fileBlobs(storageDir, {
    remember: (sha256) => rememberBlob(db, sha256, clock.now()),
    requireStore: () => requireMark(storageDir, storeId),
  });
}

/** Why the folder is not the store of this database, in one sentence, or null: also where nothing is known of a store yet. */
export async function storeFault(db: Db, storageDir: string): Promise<string | null> {
  const known = await readStore(db);
  if (known === null || !known.claimed) return null;
  return await requireMark(storageDir, known.storeId).then(() => null, awayHint);
}

const awayHint = ({ message }: Error): string => `${message} (SIEGEL_STORAGE_URL). Is its disk mounted?`;

/** The database draws the mark before any folder bears it, so that two databases never take the same for theirs. */
async function claimedStore({ db, random }: StoreDeps, folder: string): Promise<string> {
  const drawn = () => keepStore(db, Buffer.from(random.bytes(16)).toString("hex"));
  const { storeId, claimed } = (await readStore(db)) ?? (await drawn());
  if (!claimed) await claim(db, folder, storeId);
  await requireMark(folder, storeId);
  if (!claimed) await saveStoreClaimed(db);
  return storeId;
}

async function claim(db: Db, folder: string, storeId: string): Promise<void> {
  const mayBeOurs = (await readMark(folder)) === null ? await foreignFault(db, folder) : null;
  // A process beside this one may have marked it, and filled it, while we looked.
  if (mayBeOurs !== null && (await readMark(folder)) !== storeId) throw mayBeOurs;
  await makeMark(folder, storeId);
}

const looked_for_max = 20;

/**
 * Why a folder without a mark cannot be this database's, or null. One that knows documents is of an older program: its store holds some
 * of them. One that knows none has an empty store.
 */
async function foreignFault(db: Db, folder: string): Promise<BlobsAway | null> {
  const [named, there] = [await someNamedBlobs(db, looked_for_max), await someBlobs(folder)];
  if (named.length === 0)
    return there.length === 0 ? null : new BlobsAway(`${folder} holds documents that this database does not know`);
  const found = await Promise.all(named.map((sha256) => isThere(folder, sha256)));
  if (found.includes(true) || (await isAnyNamed(db, there))) return null;
  return new BlobsAway(`${folder} holds none of the documents of this database`);
}

async function someBlobs(folder: string): Promise<Sha256Hex[]> {
  const some: Sha256Hex[] = [];
  for await (const sha256 of listBlobs(folder)) if (some.push(sha256) === looked_for_max) break;
  return some;
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
