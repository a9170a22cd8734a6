/** Starts a worker and watches it: who hangs is killed, who dies is noticed, and the input it was at is known either way. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Line, Order } from "./worker.ts";

/** How a worker ended: by itself, killed because it stood still, or dead. */
export type Ending =
  | { readonly kind: "ended" }
  | { readonly kind: "hung" | "died"; readonly number: number; readonly text: string };
type Task<T = Order> = T extends Order ? Omit<T, "progress"> : never;
/** What a worker said, in order, and how it ended. */
export type Watched = { readonly lines: readonly Line[]; readonly ending: Ending };

/** The collector of garbage may not hide what one input costs. */
const heapMegabytesMax = 256;
/** Standing still this long is a suspicion, which a second attempt with nothing else to do confirms or not. */
const stillSecondsMax = 20;
const lookEveryMs = 500;
const workerFile = join(import.meta.dirname, "worker.ts");

/** Runs a worker to its end. `loadSeconds` is what loading the target may take. */
export async function watchWorker(
  task: Task,
  { stillSeconds = stillSecondsMax, loadSeconds = 60 } = {},
): Promise<Watched> {
  const folder = mkdtempSync(join(tmpdir(), "siegel-fuzz-"));
  const progress = join(folder, "progress");
  writeFileSync(progress, "");
  const args = [
    `--max-old-space-size=${heapMegabytesMax}`,
    "--expose-gc",
    workerFile,
    JSON.stringify({ ...task, progress }),
  ];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const said: Record<"stdout" | "stderr", string> = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text) => (said[name] += text));
  const numberNow = (): string => readFileSync(progress, "latin1").trim();
  let [last, since, hung] = ["", performance.now(), false];
  const timer = setInterval(() => {
    const now = numberNow();
    if (now !== last) [last, since] = [now, performance.now()];
    const allowed = now === "" ? loadSeconds : stillSeconds;
    if (performance.now() - since < allowed * 1_000) return;
    hung = true;
    child.kill("SIGKILL");
  }, lookEveryMs);
  const [status, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
    child.once("close", (code, by) => resolve([code, by]));
  });
  clearInterval(timer);
  const number = Number(numberNow() || -1);
  rmSync(folder, { recursive: true, force: true });
  const lines = said.stdout.split("\n").flatMap((line): Line[] => (line.endsWith("}") ? [JSON.parse(line)] : []));
  if (hung) return { lines, ending: { kind: "hung", number, text: `nothing for ${stillSeconds} s` } };
  if (status === 0) return { lines, ending: { kind: "ended" } };
  const words = said.stderr.trim().split("\n").slice(-12).join("\n");
  return { lines, ending: { kind: "died", number, text: `status ${status ?? signal}: ${words}` } };
}
