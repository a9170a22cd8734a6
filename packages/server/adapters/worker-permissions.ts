/**
 * What the system of a worker lets it do (Node's permission model): read our code and the files lent to it, write where its
 * one result goes. No other file, no process of its own, no native code.
 */
import { lstatSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";

/** Beginnings of paths that a worker may read, and write. */
export type WorkerFiles = { readonly read: readonly string[]; readonly write: readonly string[] };

/** No file but our code. */
export const noFiles: WorkerFiles = { read: [], write: [] };

const root = join(import.meta.dirname, "../../..");

/** Arguments for Node. Threads are allowed only until the worker has made its one (workers/serve-tasks.ts). */
export function permissionArguments({ read, write }: WorkerFiles): string[] {
  codeFolders ??= [join(root, "packages"), join(root, "node_modules"), ...linkedPackages()];
  return [
    "--permission",
    "--allow-worker",
    ...codeFolders.map((folder) => `--allow-fs-read=${folder}/*`),
    ...read.map((beginning) => `--allow-fs-read=${beginning}*`),
    ...write.map((beginning) => `--allow-fs-write=${beginning}*`),
  ];
}

let codeFolders: readonly string[] | undefined;

/** Where packages really are that are linked (`npm link`, other package managers): that is where their code is read. */
function linkedPackages(): string[] {
  const modules = join(root, "node_modules");
  return readdirSync(modules)
    .map((name) => join(modules, name))
    .filter((path) => lstatSync(path).isSymbolicLink())
    .map((path) => realpathSync(path));
}
