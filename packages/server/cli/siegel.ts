#!/usr/bin/env node
/** The command `siegel`: one file a sub-command; a role's name starts a process of that role. */
import { CannotStart } from "../cannot-start.ts";
import { type Config, ConfigurationFault, parseConfig } from "../config.ts";
import { type Role, roles } from "../roles.ts";
import { startProcess } from "../start-process.ts";
import { doctor } from "./doctor.ts";
import { verifyAudit } from "./verify-audit.ts";

/** Answers the exit status. */
type Command = (config: Config, print: (line: string) => void, options: readonly string[]) => Promise<number>;

const commands: Readonly<Record<string, { readonly run: Command; readonly usage: string }>> = {
  doctor: { run: doctor, usage: "doctor [--live]" },
  "verify-audit": { run: verifyAudit, usage: "verify-audit" },
};
const starts = Object.keys(roles).filter((role) => role !== "all");
const usage = `usage: siegel ${[...starts, ...Object.values(commands).map((one) => one.usage)].join(" | siegel ")}\n`;

const isRole = (name: string): name is Exclude<Role, "all"> => starts.includes(name);

async function run(command: Command, options: readonly string[]): Promise<number> {
  try {
    return await command(parseConfig(process.env), (line) => process.stdout.write(`${line}\n`), options);
  } catch (fault) {
    const isExpected = fault instanceof ConfigurationFault || fault instanceof CannotStart;
    process.stderr.write(`${isExpected ? fault.message : fault instanceof Error ? fault.stack : String(fault)}\n`);
    return 2;
  }
}

const [name = "", ...options] = process.argv.slice(2);
const command = commands[name];
if (isRole(name)) await startProcess(name, process.env);
else if (command !== undefined) process.exitCode = await run(command.run, options);
else {
  process.stderr.write(usage);
  process.exitCode = 2;
}
