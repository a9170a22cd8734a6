#!/usr/bin/env node
/** The command `siegel`: one file a sub-command. */
import { ConfigurationFault, parseConfig } from "../config.ts";
import { doctor } from "./doctor.ts";
import { verifyAudit } from "./verify-audit.ts";

const commands = { "verify-audit": verifyAudit, doctor } as const;
const usage = `usage: siegel ${Object.keys(commands).join(" | siegel ")}\n`;
const name = process.argv[2] ?? "";

if (name === "verify-audit" || name === "doctor") {
  try {
    process.exitCode = await commands[name](parseConfig(process.env), (line) => process.stdout.write(`${line}\n`));
  } catch (fault) {
    process.stderr.write(
      `${fault instanceof ConfigurationFault ? fault.message : fault instanceof Error ? fault.stack : String(fault)}\n`,
    );
    process.exitCode = 2;
  }
} else {
  process.stderr.write(usage);
  process.exitCode = 2;
}
