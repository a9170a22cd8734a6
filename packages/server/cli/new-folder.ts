/** Writes files into a folder of their own: those of two acts are never mixed, and nothing is written over. */
import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { PublishedFile } from "../rooms/authority/authority.ts";

type FileToWrite = PublishedFile & { readonly mode?: number };

/** Whether a folder is new or empty; prints when it is not. Only this account may look into a new one. */
export function isEmptyFolder(print: (line: string) => void, folder: string): boolean {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const isEmpty = readdirSync(folder).length === 0;
  if (!isEmpty) print(`${folder} is not empty.`);
  return isEmpty;
}

/** Writes files that are not there yet; `/` stands between folder and file. @throws when one is there */
export function writeNew(folder: string, files: readonly FileToWrite[]): void {
  for (const { name, content, mode = 0o644 } of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true, mode: 0o700 });
    const [place, half] = [join(folder, name), join(folder, `${name}.part`)];
    if (existsSync(place)) throw Object.assign(new Error(`${place} is there already.`), { code: "EEXIST" });
    // Whole, or not there: a stick may be pulled out. Many sticks know no links, so it is renamed.
    writeFileSync(half, content, { mode, flush: true });
    renameSync(half, place);
  }
}
