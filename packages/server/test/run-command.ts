/** Runs `siegel` as a person at a terminal does. */
import { spawn } from "node:child_process";
import { join } from "node:path";

/** What every process needs that gets an environment of its own: where programs are, and what the run compiled already. */
export const bareEnvironment = (): Record<string, string> => {
  const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
  return { PATH, NODE_COMPILE_CACHE };
};

/** What a command printed, and how it ended. */
export type Ran = { readonly status: number | null; readonly output: string };

/** Runs a command in an environment of its own, to its end; `deaf`: what it prints is read by nobody, and its pipe closed. */
export async function siegel(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  { deaf = false, cwd = process.cwd() } = {},
): Promise<Ran> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../cli/siegel.ts"), ...args], {
    env: { ...bareEnvironment(), ...environment },
    cwd,
  });
  if (deaf) child.stdout.destroy();
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (output += part.toString()));
  const status = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { status, output };
}
