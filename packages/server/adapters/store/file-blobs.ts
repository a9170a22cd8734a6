/** Documents as files named by their content: temp → fsync → rename → fsync of the folder (architecture.md 'Where it runs'). */
import { createHash, randomBytes } from "node:crypto";
import { closeSync, createReadStream, openSync, renameSync } from "node:fs";
import { link, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type BlobDraft, type BlobFile, BlobMissing, type BlobStore, type Sha256Hex } from "../../ports/blobs.ts";
import type { WorkerFiles } from "../workers/worker-permissions.ts";
import { fileSource } from "./file-source.ts";
import { writableProbe } from "./writable-probe.ts";

type Guards = {
  /** Told of a blob before it can be found under its name, so that nothing is in the store that nobody remembers. */
  readonly remember: (sha256: Sha256Hex) => Promise<void>;
  /** Requires that the folder is the store still, and not what stands in its place. @throws BlobsAway */
  readonly requireStore: () => Promise<void>;
};

const unguarded: Guards = { remember: async () => undefined, requireStore: async () => undefined };

/** A blob store in a folder, which is made when it is missing, unless `requireStore` says no. Files are readable by this account only. */
export function fileBlobs(folder: string, guards: Partial<Guards> = {}): BlobStore {
  const place = { folder, ...unguarded, ...guards };
  return {
    put: (parts) => putBlob(place, parts),
    draft: () => beginDraft(place),
    open: async (sha256) => openBlob(folder, sha256),
    stream: async (sha256, range) => {
      const path = pathOf(folder, sha256);
      closeSync(openOrMissing(folder, sha256));
      // An empty range has no last byte to name.
      if (range && range.end <= range.start) return createReadStream(path, { start: 0, end: -1 });
      return createReadStream(path, range ? { start: range.start, end: range.end - 1 } : {});
    },
    asFile: (sha256) => linkBlob(folder, sha256),
    discard: async (sha256, putBefore) => {
      // What is not there because its disk is not is not gone.
      await place.requireStore();
      return await discardBlob(folder, sha256, putBefore);
    },
    removeLeftovers: (before) => removeLeftovers(folder, before),
    check: writableProbe(folder, place.requireStore),
  };
}

/** Names of all blobs of a folder, in no order; what is being written is not among them. */
export async function* listBlobs(folder: string): AsyncGenerator<Sha256Hex> {
  const inside = await readdir(folder).catch(nothingThere);
  for (const start of inside.filter((name) => /^[0-9a-f]{2}$/.test(name))) {
    for (const rest of await readdir(join(folder, start))) {
      if (/^[0-9a-f]{62}$/.test(rest)) yield `${start}${rest}` as Sha256Hex;
    }
  }
}

function nothingThere(fault: unknown): string[] {
  if (fault instanceof Error && "code" in fault && fault.code === "ENOENT") return [];
  throw fault;
}

/** `ab/cdef…`: 256 folders keep each of them short. */
function pathOf(folder: string, sha256: Sha256Hex): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new RangeError("a blob is named by 64 hex digits");
  return join(folder, sha256.slice(0, 2), sha256.slice(2));
}

/** Where a blob lies while it is being discarded; readers who find it missing look here, also after a crash in between. */
const asideOf = (folder: string, sha256: Sha256Hex): string => join(folder, "tmp", `discarded-${sha256}`);

async function discardBlob(folder: string, sha256: Sha256Hex, putBefore: Date): Promise<boolean> {
  const path = pathOf(folder, sha256);
  const isOld = async (file: string) => (await stat(file)).mtimeMs < putBefore.getTime();
  try {
    if (!(await isOld(path))) return false;
    // No call removes a file "unless it was replaced since": so it is set aside first, and then looked at again.
    const aside = asideOf(folder, sha256);
    await rename(path, aside);
    if (await isOld(aside)) await rm(aside, { force: true });
    else await rename(aside, path);
    return await stat(path).then(
      () => false,
      () => true,
    );
  } catch (fault) {
    if (isMissing(fault)) return false;
    throw fault;
  }
}

type Place = Guards & { readonly folder: string };

async function putBlob(
  place: Place,
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<{ sha256: Sha256Hex; size: number }> {
  const draft = await beginDraft(place);
  try {
    const hash = createHash("sha256");
    let size = 0;
    for await (const part of parts) {
      // The system takes the bytes while they are digested: whoever gave them may use their memory again after both.
      const writing = draft.write(part);
      hash.update(part);
      size += part.length;
      await writing;
    }
    const sha256 = hash.digest("hex") as Sha256Hex;
    await draft.keep(sha256, async () => undefined);
    return { sha256, size };
  } finally {
    await draft.close();
  }
}

async function beginDraft({ folder, remember, requireStore }: Place): Promise<BlobDraft> {
  await requireStore();
  const temporaries = join(folder, "tmp");
  await mkdir(temporaries, { recursive: true, mode: 0o700 });
  const temporary = join(temporaries, randomBytes(16).toString("hex"));
  const file = await open(temporary, "wx+", 0o600);
  return {
    // Of a file that is open the call goes on where the last one ended, and does not end before all is taken.
    write: async (bytes) => await file.writeFile(bytes),
    keep: async (sha256, check) => {
      const path = pathOf(folder, sha256);
      await file.sync();
      await check(fileSource(file.fd, `blob ${sha256}`));
      await remember(sha256);
      await moveInto(folder, temporary, path);
      // Its disk may have gone since it was begun.
      await requireStore();
    },
    close: async () => {
      await file.close();
      await rm(temporary, { force: true });
    },
  };
}

async function moveInto(folder: string, temporary: string, path: string): Promise<void> {
  const parent = join(path, "..");
  const made = await mkdir(parent, { recursive: true, mode: 0o700 });
  // The same content again replaces a file by an equal one: harmless, and its durability is this call's own.
  await rename(temporary, path);
  await syncFolder(parent);
  if (made !== undefined) await syncFolder(folder);
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function openBlob(folder: string, sha256: Sha256Hex) {
  const file = openOrMissing(folder, sha256);
  return { ...fileSource(file, `blob ${sha256}`), close: async () => closeSync(file) };
}

/** Where `asFile` lends what is in the store of `folder`: whoever is lent a file may read and write there. */
export function lentFiles(folder: string): WorkerFiles {
  const beginning = join(resolve(folder), "tmp", lentPrefix);
  return { read: [beginning], write: [beginning] };
}

const lentPrefix = "read-";

/** A second name for the same bytes: they stay there also when the blob is discarded meanwhile. */
async function linkBlob(folder: string, sha256: Sha256Hex): Promise<BlobFile> {
  const own = join(folder, "tmp", `${lentPrefix}${randomBytes(16).toString("hex")}`);
  await mkdir(own, { recursive: true, mode: 0o700 });
  const [path, scratchPath] = [join(own, "blob"), join(own, "scratch")];
  // What was done with the bytes is done, whether or not they can go this moment; `removeLeftovers` tries again, and says why not.
  const close = () => rm(own, { recursive: true, force: true }).catch(() => undefined);
  try {
    await linkAgain(folder, sha256, path);
  } catch (fault) {
    await close();
    throw fault;
  }
  return { path, scratchPath, scratch: () => createReadStream(scratchPath), close };
}

const link_tries_max = 20;

/** Who puts the same bytes at the same moment replaces the file, and the one that lost its name takes no other (link(2), ENOENT). */
async function linkAgain(folder: string, sha256: Sha256Hex, path: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    closeSync(openOrMissing(folder, sha256));
    try {
      return await link(pathOf(folder, sha256), path);
    } catch (fault) {
      if (!isMissing(fault) || tries >= link_tries_max) throw fault;
    }
  }
}

/** Removes what processes that died left half written or lent, here and on other machines of this store. */
async function removeLeftovers(folder: string, before: Date): Promise<void> {
  const temporaries = join(folder, "tmp");
  const faults: unknown[] = [];
  for (const name of await readdir(temporaries).catch(nothingThere)) {
    if (!/^(?:read-)?[0-9a-f]{32}$/.test(name)) continue;
    const path = join(temporaries, name);
    try {
      if ((await stat(path)).mtimeMs < before.getTime()) await rm(path, { recursive: true, force: true });
    } catch (fault) {
      // Whoever was at work on it may be done with it meanwhile.
      if (!isMissing(fault)) faults.push(fault);
    }
  }
  if (faults.length > 0) throw new Error(`${faults.length} leftovers cannot be removed`, { cause: faults[0] });
}

function openOrMissing(folder: string, sha256: Sha256Hex): number {
  const path = pathOf(folder, sha256);
  try {
    return openSync(path, "r");
  } catch (fault) {
    if (!isMissing(fault)) throw fault;
  }
  try {
    renameSync(asideOf(folder, sha256), path);
  } catch (fault) {
    // Not set aside either, or put back by somebody else this moment: the second look says which.
    if (!isMissing(fault)) throw fault;
  }
  try {
    return openSync(path, "r");
  } catch (fault) {
    if (!isMissing(fault)) throw fault;
    throw new BlobMissing(`no blob ${sha256}`, { cause: fault });
  }
}

const isMissing = (fault: unknown): boolean => fault instanceof Error && "code" in fault && fault.code === "ENOENT";
