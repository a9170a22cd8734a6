/** Fuzzes one target for some time, and says what it found: each flaw once, confirmed, with its smallest input. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeInput, megabytesMax, type Outcome, secondsMax } from "./attempt.ts";
import type { Target } from "./target.ts";
import { type Watched, watchWorker } from "./watch-worker.ts";

/** One flaw: the number of the first input that showed it, and an input to look at, the smallest where that could be found. */
export type Finding = {
  readonly number: number;
  readonly mark: string;
  readonly text: string;
  readonly input: Uint8Array;
};
/** What a round over one target came to. */
export type Round = { readonly inputs: number; readonly accepted: number; readonly findings: readonly Finding[] };
/** How long: until either is used up. `stillSeconds`: an input that takes longer is suspected of never ending. */
export type Share = {
  readonly seed: string;
  readonly seconds: number;
  readonly inputs: number;
  readonly stillSeconds?: number;
};

/** Suspicions that are looked at more closely in one round; beyond that a target needs a person. */
const suspicionsMax = 20;

/** Fuzzes a target. */
export async function fuzzTarget(target: Target, { seed, seconds, inputs, stillSeconds = 20 }: Share): Promise<Round> {
  const deadline = performance.now() + seconds * 1_000;
  const suspicions = new Map<string, { readonly number: number; readonly text: string }>();
  let [next, accepted] = [0, 0];
  while (next < inputs && performance.now() < deadline && suspicions.size < suspicionsMax) {
    const left = (deadline - performance.now()) / 1_000;
    const order = {
      task: "inputs",
      target: target.name,
      seed,
      from: next,
      until: inputs,
      seconds: left,
    } as const;
    const watched = await watchWorker(order, { stillSeconds });
    for (const suspicion of suspicionsOf(watched))
      if (!suspicions.has(suspicion.mark)) suspicions.set(suspicion.mark, suspicion);
    const end = watched.lines.find((line) => line.line === "end");
    accepted += end?.accepted ?? 0;
    if (end === undefined && "number" in watched.ending && watched.ending.number < next) break; // it never came to its first input
    next = end?.next ?? ("number" in watched.ending ? watched.ending.number + 1 : inputs);
  }
  const findings: Finding[] = [];
  for (const [mark, { number, text }] of suspicions) {
    const found = await confirm(target, stillSeconds, {
      number,
      mark,
      text,
      input: number < 0 ? new Uint8Array() : makeInput(target, seed, number),
    });
    if (found !== null) findings.push(found);
  }
  return { inputs: next, accepted, findings };
}

type Suspicion = Omit<Finding, "input">;

function suspicionsOf({ lines, ending }: Watched): Suspicion[] {
  const found = lines.flatMap((line): Suspicion[] =>
    line.line === "finding" && "mark" in line.outcome
      ? [{ number: line.number, mark: markFor(line.outcome, line.number), text: line.outcome.text }]
      : [],
  );
  return ending.kind === "ended"
    ? found
    : [...found, { number: ending.number, mark: `${ending.kind} at ${ending.number}`, text: ending.text }];
}

/** Slow and large inputs have no place in the program that would tell them apart. */
function markFor(outcome: Extract<Outcome, { mark: string }>, number: number): string {
  return outcome.kind === "exception" ? outcome.mark : `${outcome.kind} at ${number}`;
}

/** Whether the input alone, in a process of its own, does it again; then with the smallest input that does. */
async function confirm(target: Target, stillSeconds: number, finding: Finding): Promise<Finding | null> {
  if (finding.number < 0) return finding;
  const folder = mkdtempSync(join(tmpdir(), "siegel-fuzz-"));
  const path = join(folder, "input");
  writeFileSync(path, finding.input);
  try {
    const again = await attemptAlone(target.name, path, stillSeconds);
    if (again === null) return null;
    if (again.kind !== "exception") return { ...finding, text: again.text };
    const { lines } = await watchWorker(
      { task: "minimise", target: target.name, path, mark: again.mark },
      { loadSeconds: 120 },
    );
    const smallest = lines.find((line) => line.line === "smallest");
    return smallest === undefined ? finding : { ...finding, input: Buffer.from(smallest.base64, "base64") };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What is wrong with an input in a file; null where nothing is. Time is the processor's, so other work on the machine does not count. */
export async function attemptAlone(
  target: string,
  path: string,
  stillSeconds?: number,
): Promise<{ readonly kind: "exception" | "cost"; readonly mark: string; readonly text: string } | null> {
  const { lines, ending } = await watchWorker(
    { task: "file", target, path },
    stillSeconds === undefined ? {} : { stillSeconds },
  );
  if (ending.kind !== "ended") return { kind: "cost", mark: ending.kind, text: `${ending.kind}: ${ending.text}` };
  const line = lines.find((one) => one.line === "outcome");
  if (line === undefined) return { kind: "cost", mark: "silent", text: "the worker said nothing" };
  if (line.outcome.kind === "exception") return { kind: "exception", mark: line.outcome.mark, text: line.outcome.text };
  const cost = `${line.busySeconds.toFixed(1)} s, ${Math.round(line.megabytes)} MB`;
  return line.busySeconds > secondsMax || line.megabytes > megabytesMax
    ? { kind: "cost", mark: "cost", text: cost }
    : null;
}
