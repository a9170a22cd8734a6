/**
 * What the system of a worker lets it do (Node's permission model): read our code and the files lent to it, write where its
 * one result goes. No other file, no process of its own, no native code but where its work is done by some.
 */
import { lstatSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";

/** Beginnings of paths that a worker may read, and write. */
export type WorkerFiles = { readonly read: readonly string[]; readonly write: readonly string[] };

/** `isNative`: native code may be loaded, until the worker has given that up as well. */
export type WorkerRights = WorkerFiles & { readonly isNative?: boolean };

/** No file but our code. */
export const noFiles: WorkerFiles = { read: [], write: [] };

const root = join(import.meta.dirname, "../../../..");

/** Arguments for Node. Threads and native code are allowed only until the worker has what it needs (workers/serve-tasks.ts). */
export function permissionArguments({ read, write, isNative = false }: WorkerRights): string[] {
  codeFolders ??= [join(root, "packages"), join(root, "node_modules"), ...linkedPackages()];
  return [
    "--permission",
    "--allow-worker",
    ...(isNative ? ["--allow-addons"] : []),
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
