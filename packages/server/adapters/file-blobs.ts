/** Documents as files named by their content: temp → fsync → rename → fsync of the folder (architecture.md 'Where it runs'). */
import { createHash, randomBytes } from "node:crypto";
import { closeSync, createReadStream, fstatSync, openSync, readSync } from "node:fs";
import { access, constants, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { BlobMissing, type BlobStore, type Sha256Hex } from "../ports/blobs.ts";

/** A blob store in a folder, which is made when it is missing. Files are readable by this account only. */
export function fileBlobs(folder: string): BlobStore {
  return {
    put: (parts) => putBlob(folder, parts),
    open: async (sha256) => openBlob(pathOf(folder, sha256), sha256),
    stream: async (sha256, range) => {
      const path = pathOf(folder, sha256);
      await stat(path).catch((fault: unknown) => missing(sha256, fault));
      // An empty range has no last octet to name.
      if (range && range.end <= range.start) return createReadStream(path, { start: 0, end: -1 });
      return createReadStream(path, range ? { start: range.start, end: range.end - 1 } : {});
    },
    check: async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await access(folder, constants.W_OK);
    },
  };
}

/** `ab/cdef…`: 256 folders keep each of them short. */
function pathOf(folder: string, sha256: Sha256Hex): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new RangeError("a blob is named by 64 hex digits");
  return join(folder, sha256.slice(0, 2), sha256.slice(2));
}

async function putBlob(
  folder: string,
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<{ sha256: Sha256Hex; size: number }> {
  const temporaries = join(folder, "tmp");
  await mkdir(temporaries, { recursive: true, mode: 0o700 });
  const temporary = join(temporaries, randomBytes(16).toString("hex"));
  const file = await open(temporary, "wx", 0o600);
  try {
    const hash = createHash("sha256");
    let size = 0;
    for await (const part of parts) {
      hash.update(part);
      size += part.length;
      await file.writeFile(part);
    }
    await file.sync();
    const sha256 = hash.digest("hex") as Sha256Hex;
    await moveInto(folder, temporary, pathOf(folder, sha256));
    return { sha256, size };
  } finally {
    await file.close();
    await rm(temporary, { force: true });
  }
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

function openBlob(path: string, sha256: Sha256Hex) {
  const file = openOrMissing(path, sha256);
  const { size } = fstatSync(file);
  return {
    size,
    read: (offset: number, length: number): Uint8Array => {
      if (
        !Number.isSafeInteger(offset) ||
        !Number.isSafeInteger(length) ||
        offset < 0 ||
        length < 0 ||
        offset + length > size
      ) {
        throw new RangeError(`octets ${offset}+${length} are outside of ${size}`);
      }
      const octets = new Uint8Array(length);
      for (let done = 0; done < length; ) {
        const got = readSync(file, octets, done, length - done, offset + done);
        if (got === 0) throw new Error(`blob ${sha256} became shorter while it was read`);
        done += got;
      }
      return octets;
    },
    close: async () => closeSync(file),
  };
}

function openOrMissing(path: string, sha256: Sha256Hex): number {
  try {
    return openSync(path, "r");
  } catch (fault) {
    return missing(sha256, fault);
  }
}

function missing(sha256: Sha256Hex, fault: unknown): never {
  if (fault instanceof Error && "code" in fault && fault.code === "ENOENT")
    throw new BlobMissing(`no blob ${sha256}`, { cause: fault });
  throw fault;
}
