/**
 * Reads inputs of one target, one after the other, in a process that may hang or die: `node fuzz/worker.ts <order as JSON>`.
 * Before each input its number goes into a file, so that whoever watches knows which one it was. An entry point.
 */
import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { Worker } from "node:worker_threads";
import { attempt, makeInput, type Outcome } from "./attempt.ts";
import { minimise } from "./minimise.ts";
import { openTarget } from "./targets.ts";

/** Inputs that are read, and how many of them are accepted. */
export type Least = { readonly inputs: number; readonly accepted: number };

/** What a worker is told: many inputs by number, one of them, one in a file, or to make one in a file smaller. */
export type Order = {
  readonly target: string;
  readonly progress: string;
} & (
  | {
      readonly task: "inputs";
      readonly seed: string;
      readonly from: number;
      readonly until: number;
      readonly seconds: number;
      /** It goes on beyond its time until it has read and accepted so many. */
      readonly atLeast: Least;
    }
  | { readonly task: "file"; readonly path: string }
  | { readonly task: "minimise"; readonly path: string; readonly mark: string }
);

/** A line of its output. `busySeconds` is time of the processor: what a busy machine cannot lengthen. */
export type Line =
  | { readonly line: "finding"; readonly number: number; readonly outcome: Outcome }
  | { readonly line: "end"; readonly next: number; readonly accepted: number; readonly isOver: boolean }
  | { readonly line: "outcome"; readonly outcome: Outcome; readonly busySeconds: number; readonly megabytes: number }
  | { readonly line: "smallest"; readonly base64: string };

const triesMax = 3_000;
/** How long a target may go on beyond its time to come to its least. */
const patience_s = 30;

const order: Order = JSON.parse(process.argv[2] ?? "");
const target = await openTarget(order.target);
const progress = openSync(order.progress, "w");
endWithParent();
if (order.task === "inputs") await readInputs(order);
else if (order.task === "file") await readOne(readFileSync(order.path));
else await makeSmall(order.path, order.mark);
closeSync(progress);
// Targets may have opened a server that listens nowhere; it must not keep the process.
process.exit(0);

async function readInputs(inputs: Extract<Order, { task: "inputs" }>): Promise<void> {
  const { seed, from, until, seconds, atLeast } = inputs;
  const [deadline, patience] = [seconds, seconds + patience_s].map((s) => performance.now() + s * 1_000);
  const reported = new Set<string>();
  let [accepted, number, isCutShort] = [0, from, false];
  const isWanted = (): boolean => {
    const read = number - from;
    // A target that accepts nothing will not begin to.
    const isMore = read < atLeast.inputs || (accepted < atLeast.accepted && read < 10 * atLeast.inputs);
    return number < until && performance.now() < ((isMore ? patience : deadline) ?? 0);
  };
  for (; isWanted(); number += 1) {
    note(number);
    const outcome = await attempt(target, makeInput(target, seed, number));
    if (outcome.kind === "accepted") accepted += 1;
    if ("mark" in outcome) {
      if (!reported.has(outcome.mark) || outcome.kind !== "exception") say({ line: "finding", number, outcome });
      reported.add(outcome.mark);
      // The most memory a process ever held never shrinks: the next input needs a new one.
      if (outcome.kind === "large" || outcome.kind === "leak") {
        number += 1;
        isCutShort = true;
        break;
      }
    }
  }
  say({ line: "end", next: number, accepted, isOver: !isCutShort });
}

async function readOne(input: Uint8Array): Promise<void> {
  // From here on it is the input that takes its time, not the program.
  note(0);
  const before = process.cpuUsage();
  const outcome = await attempt(target, input);
  const { user, system } = process.cpuUsage(before);
  const megabytes = process.resourceUsage().maxRSS / 1_024;
  say({ line: "outcome", outcome, busySeconds: (user + system) / 1e6, megabytes });
}

async function makeSmall(path: string, mark: string): Promise<void> {
  const fails = async (candidate: Uint8Array): Promise<boolean> => {
    const outcome = await attempt(target, candidate);
    return outcome.kind === "exception" && outcome.mark === mark;
  };
  const smallest = await minimise(readFileSync(path), fails, triesMax);
  say({ line: "smallest", base64: Buffer.from(smallest).toString("base64") });
}

/** A worker that hangs hears nothing: a thread of its own ends it when whoever watched it is gone. */
function endWithParent(): void {
  const watch = "setInterval(() => { if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL'); }, 1000);";
  const code = `const { workerData } = require("node:worker_threads"); ${watch}`;
  new Worker(code, { eval: true, workerData: process.ppid, execArgv: [] }).unref();
}

function note(number: number): void {
  writeSync(progress, `${number}\n`.padStart(12), 0);
}

function say(line: Line): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}
