#!/usr/bin/env node
/** The command `siegel`: one file a sub-command, loaded when it is asked for; a role's name starts a process of that role. */
import { type Config, parseConfig } from "../config.ts";
import { type Role, roles } from "../roles.ts";
import { sentenceOf } from "../sentence-of.ts";

/** Answers the exit status. */
type Command = (config: Config, print: (line: string) => void, options: readonly string[]) => Promise<number>;

const commands: Readonly<Record<string, { readonly load: () => Promise<Command>; readonly usage: string }>> = {
  doctor: { load: async () => (await import("./doctor.ts")).doctor, usage: "doctor [--live]" },
  backup: { load: async () => (await import("./backup.ts")).backup, usage: "backup <folder>" },
  restore: { load: async () => (await import("./restore.ts")).restore, usage: "restore <folder>" },
  "verify-audit": { load: async () => (await import("./verify-audit.ts")).verifyAudit, usage: "verify-audit" },
  trials: { load: async () => (await import("./trials.ts")).trials, usage: "trials [--dry-run]" },
  licence: { load: async () => (await import("./licence.ts")).licence, usage: "licence <organisation-id> --paid …" },
  organisation: {
    load: async () => (await import("./organisation.ts")).organisation,
    usage: "organisation list|activate|deactivate",
  },
  administrator: {
    load: async () => (await import("./administrator.ts")).administrator,
    usage: "administrator reset-factor <e-mail>",
  },
  "token-key": { load: async () => (await import("./token-key.ts")).tokenKey, usage: "token-key make" },
  authority: {
    load: async () => (await import("./authority.ts")).authority,
    usage: "authority cross-check|export|roll|request|new-root|new-issuing|hand-over|take-over",
  },
  operator: {
    load: async () => (await import("./operator.ts")).operator,
    usage: "operator add|list|disable|enable|reset-factor|reset-password",
  },
};
const starts = Object.keys(roles).filter((role) => role !== "all");
const usage = `usage: siegel ${[...starts, ...Object.values(commands).map((one) => one.usage)].join(" | siegel ")}\n`;

const isRole = (name: string): name is Exclude<Role, "all"> => starts.includes(name);

async function run(command: Command, options: readonly string[]): Promise<number> {
  try {
    return await command(parseConfig(process.env), (line) => process.stdout.write(`${line}\n`), options);
  } catch (fault) {
    process.stderr.write(`${sentenceOf(fault)}\n`);
    return 2;
  }
}

// The reader of the output may stop (`siegel backup … | head`): the command goes on to its end all the same.
process.stdout.on("error", (fault: NodeJS.ErrnoException) => {
  if (fault.code !== "EPIPE") throw fault;
});

const [name = "", ...options] = process.argv.slice(2);
const command = commands[name];
// `siegel authority` alone is a kind of process; with words behind it, a command.
if (isRole(name) && (command === undefined || options.length === 0))
  await (await import("../start-process.ts")).startProcess(name, process.env);
else if (command !== undefined) process.exitCode = await run(await command.load(), options);
else {
  process.stderr.write(usage);
  process.exitCode = 2;
}
