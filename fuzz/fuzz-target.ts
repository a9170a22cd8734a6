/** Fuzzes one target for some time, and says what it found: each flaw once, confirmed, with its smallest input. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeInput, megabytesMax, type Outcome, secondsMax } from "./attempt.ts";
import type { Target } from "./target.ts";
import { type Watched, watchWorker } from "./watch-worker.ts";
import type { Least } from "./worker.ts";

/** One flaw: the number of the first input that showed it, and an input to look at, the smallest where that could be found. */
export type Finding = {
  readonly number: number;
  readonly mark: string;
  readonly text: string;
  readonly input: Uint8Array;
};
/** What a process did at an input that does nothing wrong alone: what went before has a part in it. */
export type Unconfirmed = Omit<Finding, "input"> & {
  /** A busy machine makes an input slow; a process that died or holds memory has a reason. */
  readonly isFault: boolean;
};
/** What a round over one target came to. */
export type Round = {
  readonly inputs: number;
  readonly accepted: number;
  readonly findings: readonly Finding[];
  readonly unconfirmed: readonly Unconfirmed[];
};
/** How long: until either is used up, and beyond the time until `atLeast` is reached. `stillSeconds`: an input that takes longer is suspected of never ending. */
export type Share = {
  readonly seed: string;
  readonly seconds: number;
  readonly inputs: number;
  readonly atLeast?: Least;
  readonly stillSeconds?: number;
};

/** Suspicions that are looked at more closely in one round; beyond that a target needs a person. */
const suspicionsMax = 20;

/** Fuzzes a target. */
export async function fuzzTarget(target: Target, share: Share): Promise<Round> {
  const { seed, stillSeconds = 20 } = share;
  const { suspicions, inputs, accepted } = await gather(target, { ...share, stillSeconds });
  const findings: Finding[] = [];
  const unconfirmed: Unconfirmed[] = [];
  for (const suspicion of suspicions.values()) {
    const { number } = suspicion;
    const input = number < 0 ? new Uint8Array() : makeInput(target, seed, number);
    const found = await confirm(target, stillSeconds, { ...suspicion, input });
    if (found !== null) findings.push(found);
    else unconfirmed.push({ ...suspicion, isFault: !/^(slow|large) at /.test(suspicion.mark) });
  }
  return { inputs, accepted, findings, unconfirmed };
}

type Gathered = Pick<Round, "inputs" | "accepted"> & { readonly suspicions: ReadonlyMap<string, Suspicion> };

/** Has workers read, one after the other where one dies. */
async function gather(
  target: Target,
  { seed, seconds, inputs, atLeast = { inputs: 1, accepted: 0 }, stillSeconds = 0 }: Share,
): Promise<Gathered> {
  const deadline = performance.now() + seconds * 1_000;
  const suspicions = new Map<string, Suspicion>();
  let [next, accepted] = [0, 0];
  while (next < inputs && suspicions.size < suspicionsMax) {
    const secondsLeft = Math.max(0, (deadline - performance.now()) / 1_000);
    const left = { inputs: atLeast.inputs - next, accepted: atLeast.accepted - accepted };
    if (secondsLeft === 0 && left.inputs <= 0 && left.accepted <= 0) break;
    const order = { task: "inputs", target: target.name, seed, from: next, until: inputs } as const;
    const watched = await watchWorker({ ...order, seconds: secondsLeft, atLeast: left }, { stillSeconds });
    for (const suspicion of suspicionsOf(watched))
      if (!suspicions.has(suspicion.mark)) suspicions.set(suspicion.mark, suspicion);
    const end = watched.lines.find((line) => line.line === "end");
    accepted += end?.accepted ?? 0;
    if (end === undefined && "number" in watched.ending && watched.ending.number < next) break; // it never came to its first input
    next = end?.next ?? ("number" in watched.ending ? watched.ending.number + 1 : inputs);
    if (end?.isOver === true) break;
  }
  return { inputs: next, accepted, suspicions };
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
