/** Runs a command of the operator over the database, and prints how it is used where it cannot read its options. */
import { parseArgs } from "node:util";
import type { Config } from "../config.ts";
import { type WiredCommand, wireCommand } from "../wire-command.ts";
import { openSource } from "./open-source.ts";

/** Opens the database for a command and closes it again. */
export async function withCommand(
  config: Config,
  work: (deps: WiredCommand["deps"]) => Promise<number>,
): Promise<number> {
  const source = await openSource(config);
  try {
    const wired = await wireCommand(config, source.url);
    try {
      return await work(wired.deps);
    } finally {
      await wired.close();
    }
  } finally {
    await source.close();
  }
}

type Options = Readonly<Record<string, { readonly type: "string" | "boolean" }>>;

/** What was typed after the command: values by name, and what has no name; null where an option is unknown or has no value. */
export function readOptions(
  args: readonly string[],
  options: Options,
): {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly rest: readonly string[];
} | null {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { values: values as Readonly<Record<string, string | boolean | undefined>>, rest: positionals };
  } catch {
    return null;
  }
}
