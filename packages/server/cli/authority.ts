/** `siegel authority` with words behind it: looks after the own CAs. Without a word behind it, `siegel authority` is a process (roles.ts). */
import type { Config } from "../config.ts";
import { crossCheck, publishedFiles, rollAuthority, rootIsOutside } from "../rooms/authority/authority.ts";
import { authorityOver, masterKeyOf } from "../wire-authority.ts";
import type { WiredCommand } from "../wire-command.ts";
import { ceremony } from "./ceremony.ts";
import { readHandOver, writeHandOver } from "./hand-over.ts";
import { isEmptyFolder, writeNew } from "./new-folder.ts";
import { rootMachine } from "./root-machine.ts";
import { readOptions, withCommand } from "./with-command.ts";

const usage = [
  "usage: siegel authority cross-check",
  "siegel authority export --out <folder>",
  "siegel authority roll [--from <folder> [--root <certificate>]]",
  "siegel authority request --out <folder>",
  "siegel authority new-root --out <folder> [--name <name>] [--passphrase-file <file>]",
  "siegel authority new-issuing --root <folder> --last-list <file> --out <folder> [--request <folder>] [--revoke <serial> --reason <reason>] [--final] [--passphrase-file <file>]",
  "siegel authority hand-over --out <folder> [--revoke]",
  "siegel authority take-over <folder>",
].join(" | ");

type Print = (line: string) => void;

/** Answers 0, 1 when something does not fit, the folder is not empty or no CA can be made, 2 for other options. Works beside a running server. */
export async function authority(config: Config, print: Print, typed: readonly string[]): Promise<number> {
  const [act, ...more] = typed;
  if (act === "hand-over" || act === "take-over") return await changeHands(config, print, [act, ...more]);
  const isRoots = act === "new-root" || act === "new-issuing";
  if (isRoots || act === "request" || (act === "roll" && more.length > 0))
    return (await (isRoots ? rootMachine : ceremony)(config, print, typed)) ?? misused(print);
  const options = readOptions(more, { out: { type: "string" } });
  const out = options?.values.out;
  if (options !== null && options.rest.length === 0) {
    if (act === "cross-check" && out === undefined)
      return await withCommand(config, async (deps) => await tellOfAll(config, print, deps));
    if (act === "roll" && out === undefined)
      return await withCommand(config, async (deps) => await rollAll(config, print, deps));
    if (act === "export" && typeof out === "string" && out !== "")
      return await withCommand(config, async ({ db }) => await writeAll(db, print, out));
  }
  return misused(print);
}

function misused(print: Print): 2 {
  print(usage);
  return 2;
}

async function changeHands(config: Config, print: Print, [act, ...more]: readonly string[]): Promise<number> {
  const options = readOptions(more, { out: { type: "string" }, revoke: { type: "boolean" } });
  const { out, revoke } = options?.values ?? {};
  const [folder, ...rest] = options?.rest ?? [];
  if (act === "hand-over" && typeof out === "string" && out !== "" && folder === undefined)
    return await withCommand(
      config,
      async (deps) => await writeHandOver(config, print, { deps, folder: out, isRevoking: revoke === true }),
    );
  const isPlain = out === undefined && revoke === undefined && rest.length === 0;
  if (act === "take-over" && folder !== undefined && isPlain)
    return await withCommand(config, async (deps) => await readHandOver(print, { deps, folder }));
  return misused(print);
}

async function tellOfAll(config: Config, print: Print, deps: WiredCommand["deps"]): Promise<number> {
  const { units, lists, certificates, faults } = await crossCheck(authorityOver(config, deps, masterKeyOf(config)));
  for (const fault of faults) print(fault);
  print(`${units} units, ${lists} lists, ${certificates} certificates, ${faults.length} faults`);
  return faults.length === 0 ? 0 : 1;
}

/** Into a new or empty folder: files of two exports are never mixed. */
async function writeAll(db: WiredCommand["deps"]["db"], print: Print, folder: string): Promise<number> {
  if (!isEmptyFolder(print, folder)) return 1;
  const files = await publishedFiles(db);
  writeNew(folder, files);
  print(`${files.length} files are in ${folder}.`);
  return 0;
}

const whyNoRoll = {
  ROOT_ENDS: "The root ends too soon: a new CA would live no longer than the one there is.",
  ROLLED_MEANWHILE: "New CAs were made at this moment by another roll: nothing was made here.",
} as const;

async function rollAll(config: Config, print: Print, deps: WiredCommand["deps"]): Promise<number> {
  const house = authorityOver(config, deps, masterKeyOf(config));
  if (await rootIsOutside(house)) {
    print("The root's key is not here: `siegel authority request`, then the ceremony (docs/operations/authority.md).");
    return 1;
  }
  const done = await rollAuthority(house);
  if (!done.ok) {
    print(whyNoRoll[done.code]);
    return 1;
  }
  for (const { before, after, notAfter } of done.rolled)
    print(`${after} issues from now on, until ${day(notAfter)}. ${before} goes on with answers and lists.`);
  return 0;
}

const day = (at: Date): string => at.toISOString().slice(0, 10);
