/** The passphrase of a root's key: from a file, or asked at the terminal without showing it. */
import { readFileSync } from "node:fs";
import type { ReadStream, WriteStream } from "node:tty";

/** A terminal: a test brings its own. */
export type Terminal = {
  readonly input: Pick<ReadStream, "isTTY" | "setRawMode" | "on" | "off" | "resume" | "pause">;
  readonly output: Pick<WriteStream, "write">;
};

const own: Terminal = { input: process.stdin, output: process.stderr };

/** The first line of the file; without a file, what is typed. Null: there is neither, or it was given up. */
export async function passphraseFrom(
  file: string | undefined,
  prompt: string,
  terminal: Terminal = own,
): Promise<string | null> {
  if (file !== undefined) return readFileSync(file, "utf8").split(/\r?\n/)[0] ?? "";
  return terminal.input.isTTY ? await askUnseen(prompt, terminal) : null;
}

const CTRL_C = "\u0003";
const CTRL_D = "\u0004";
const erase = ["\u007f", "\b"];

async function askUnseen(prompt: string, { input, output }: Terminal): Promise<string | null> {
  output.write(prompt);
  input.setRawMode(true);
  input.resume();
  let typed: readonly string[] = [];
  const answer = await new Promise<string | null>((resolve) => {
    const onData = (data: Buffer) => {
      for (const key of data.toString("utf8")) {
        if (key === "\r" || key === "\n") return end(typed.join(""));
        if (key === CTRL_C || key === CTRL_D) return end(null);
        typed = erase.includes(key) ? typed.slice(0, -1) : [...typed, key];
      }
    };
    const end = (with_: string | null) => {
      input.off("data", onData);
      resolve(with_);
    };
    input.on("data", onData);
  });
  input.setRawMode(false);
  input.pause();
  output.write("\n");
  return answer;
}
