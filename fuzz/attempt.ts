/** One input: how it is made, and what became of it. */
import { performance } from "node:perf_hooks";
import { randomFrom } from "./random.ts";
import type { Target } from "./target.ts";

/** An input may cost this much; the product's own limits are below (decisions.md §7, docs/decisions/0009). */
export const secondsMax = 2;
/** Memory of the whole process, program included. */
export const megabytesMax = 512;
/** Between two inputs nothing needs more than the program and its seeds. */
const heldMegabytesMax = 300;

/** What became of an input. `mark` says which findings are the same one. */
export type Outcome =
  | { readonly kind: "accepted" | "refused" }
  | { readonly kind: "exception"; readonly mark: string; readonly text: string }
  | { readonly kind: "slow" | "large" | "leak"; readonly mark: string; readonly text: string };

/** Input `number` of a run with `seed`. */
export function makeInput(target: Target, seed: string, number: number): Uint8Array {
  const random = randomFrom(`${target.name}/${seed}/${number}`);
  const base = random.pick(target.seeds);
  // A few seeds go in as they are: what they promise must hold without any change too.
  return random.oneIn(1_000) ? base : target.mutate(random, base, random.pick(target.seeds));
}

/** Has the target read an input. Time is that of the clock, so a busy machine may make it look longer than it is. */
export async function attempt(target: Target, input: Uint8Array): Promise<Outcome> {
  const begun = performance.now();
  const outcome = await read(target, input);
  const seconds = (performance.now() - begun) / 1_000;
  if (outcome.kind === "exception") return outcome;
  if (seconds > secondsMax) return { kind: "slow", mark: "slow", text: `${seconds.toFixed(1)} s` };
  const megabytes = process.resourceUsage().maxRSS / 1_024;
  if (megabytes <= megabytesMax) return outcome;
  const kind = megabytesHeld() > heldMegabytesMax ? "leak" : "large";
  return { kind, mark: kind, text: `${Math.round(megabytes)} MB, ${Math.round(megabytesHeld())} MB of it still held` };
}

/** What is left once everything that nobody needs any more was collected. */
function megabytesHeld(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1_024 ** 2;
}

async function read(target: Target, input: Uint8Array): Promise<Outcome> {
  try {
    return { kind: (await target.run(input)) ? "accepted" : "refused" };
  } catch (error) {
    if (!(error instanceof Error)) return { kind: "exception", mark: "not an Error", text: String(error) };
    return { kind: "exception", mark: markOf(error), text: `${error.stack ?? error.message}` };
  }
}

/** Name, the words of the message, and the place in our own files where it was thrown. */
function markOf(error: Error): string {
  const frames = (error.stack ?? "")
    .split("\n")
    .filter((line) => /\/(packages|fuzz)\//.test(line) && !line.includes("/target.ts"));
  const place = /((?:packages|fuzz)\/[^():]+:\d+)/.exec(frames[0] ?? "")?.[1] ?? "?";
  const code = "code" in error ? String(error.code) : "";
  return `${error.name} ${code} ${error.message.replace(/[0-9]+/g, "#").slice(0, 80)} at ${place}`;
}
