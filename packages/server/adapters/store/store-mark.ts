/**
 * By what the folder of a store is known: a mark in it, which the database keeps too. Where a disk is not mounted an empty folder stands
 * in its place that takes everything, and whatever it took is gone when the disk is back.
 */
import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { BlobsAway } from "../../ports/blobs.ts";

const pathOf = (folder: string): string => join(folder, "store-id");

/** The mark of a folder: 32 hex digits, or null where there is none. @throws BlobsAway where it is none, and the reason where it cannot be read */
export async function readMark(folder: string): Promise<string | null> {
  const mark = await readFile(pathOf(folder), "latin1").catch(nothingThere);
  if (mark !== null && !/^[0-9a-f]{32}$/.test(mark.trim())) throw new BlobsAway(`${pathOf(folder)} is damaged`);
  return mark?.trim() ?? null;
}

function nothingThere(fault: unknown): null {
  if (fault instanceof Error && "code" in fault && fault.code === "ENOENT") return null;
  throw fault;
}

/** The mark that a folder has after this call: its own, or `mark`. Several processes at once end with the same. */
export async function makeMark(folder: string, mark: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const aside = `${pathOf(folder)}.${randomBytes(8).toString("hex")}`;
  const file = await open(aside, "wx", 0o600);
  try {
    await file.writeFile(`${mark}\n`);
    await file.sync();
    // A link, not a rename: it takes nobody's place.
    await link(aside, pathOf(folder)).catch(unlessThere);
  } finally {
    await file.close();
    await rm(aside, { force: true });
  }
  const opened = await open(folder, "r");
  await opened.sync().finally(() => opened.close());
  return (await readMark(folder)) ?? mark;
}

function unlessThere(fault: unknown): void {
  if (!(fault instanceof Error && "code" in fault && fault.code === "EEXIST")) throw fault;
}

/** Requires that a folder has this mark now. @throws BlobsAway where it has none or another */
export async function requireMark(folder: string, mark: string): Promise<void> {
  const found = await readMark(folder);
  if (found !== mark)
    throw new BlobsAway(
      `${folder} is not the store of this database: ${found === null ? "it has no mark of one" : "it bears another's mark"}`,
    );
}
