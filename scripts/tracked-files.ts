/** The files of this house: what git knows, and what it would be told of. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** The folder above `packages/`. */
export const root = join(import.meta.dirname, "..");

/** Paths relative to the root, tracked or not yet added, without what .gitignore names. */
export function trackedFiles(): readonly string[] {
  const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const paths = execFileSync("git", list, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 }).split("\0");
  // A file removed but not yet committed is still in git's list.
  return [...new Set(paths)].filter((path) => path !== "" && existsSync(join(root, path))).sort();
}

/** Is it program text? */
export const isSource = (path: string): boolean => /\.(ts|tsx|mjs|cjs)$/.test(path);

/** Is it a test, which is measured more gently? */
export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);
