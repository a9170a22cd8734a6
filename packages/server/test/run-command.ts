/** Runs `siegel` as a person at a terminal does. */
import { spawn } from "node:child_process";
import { join } from "node:path";

/** What a command printed, and how it ended. */
export type Ran = { readonly status: number | null; readonly output: string };

/** Runs a command in an environment of its own, to its end. */
export async function siegel(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<Ran> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../cli/siegel.ts"), ...args], {
    env: { PATH: process.env.PATH ?? "", ...environment },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (output += part.toString()));
  const status = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { status, output };
}
