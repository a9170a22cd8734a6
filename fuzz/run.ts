/**
 * `npm run fuzz -- --minutes 5 --seed 7 --target pdf`: fuzzes every target, or those named, and ends in `N passed, N failed`,
 * a target each. `--inputs 1000` ends earlier, `--input 12` attempts that one input alone, `--file <path>` that file,
 * `--ci` is one short round with a new seed.
 */
import { randomInt } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { makeInput } from "./attempt.ts";
import { attemptAlone, type Finding, fuzzTarget } from "./fuzz-target.ts";
import { openTarget, targetNames } from "./targets.ts";

const { values: options } = parseArgs({
  options: {
    minutes: { type: "string", default: "1" },
    seed: { type: "string" },
    target: { type: "string", multiple: true, default: [...targetNames] },
    inputs: { type: "string" },
    input: { type: "string" },
    file: { type: "string" },
    ci: { type: "boolean", default: false },
  },
});

/**
 * What a target must come to in a round, however busy the machine: less would say nothing about its parser. Every target takes
 * a few of its seeds as they are, so one that accepts less refuses what is sound.
 */
const least = { inputs: 200, accepted: 10 };
/** What the round before a change lands may spend on inputs, in seconds; starting the workers takes as long again. */
const ciSeconds = 10;
/** An input that is printed rather than put into a file. */
const printedBytesMax = 300;

let [passed, failed] = [0, 0];
const seed = options.seed ?? String(randomInt(1_000_000));
if (options.input !== undefined || options.file !== undefined) await attemptOne();
else await runRound({ seed, seconds: options.ci ? ciSeconds : Number(options.minutes) * 60 });
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);

type Round = { readonly seed: string; readonly seconds: number };

/** All targets, as many at a time as there are processors: a worker that starts keeps the next one from nothing. */
async function runRound({ seed, seconds }: Round): Promise<void> {
  process.stdout.write(`seed ${seed}\n`);
  const lanes = Math.min(availableParallelism(), options.target.length);
  const share = { seed, seconds: (seconds * lanes) / options.target.length };
  const left = [...options.target];
  const lane = async (): Promise<void> => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) await runTarget(name, share);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

async function runTarget(name: string, { seed, seconds }: Round): Promise<void> {
  const begun = performance.now();
  // Who asks for some inputs only gets no more.
  const wanted =
    options.inputs === undefined ? { inputs: Number.MAX_SAFE_INTEGER } : { inputs: Number(options.inputs) };
  const atLeast = options.inputs === undefined ? least : { inputs: 1, accepted: 0 };
  const { inputs, accepted, findings, unconfirmed } = await fuzzTarget(await openTarget(name), {
    ...{ seed, seconds, atLeast },
    ...wanted,
  });
  const took = ((performance.now() - begun) / 1_000).toFixed(1);
  const isEnough = inputs >= atLeast.inputs && accepted >= atLeast.accepted;
  const isGood = isEnough && findings.length === 0 && !unconfirmed.some(({ isFault }) => isFault);
  const figures = `${String(inputs).padStart(8)} inputs, ${String(accepted).padStart(8)} accepted, ${took.padStart(6)} s`;
  process.stdout.write(`${isGood ? "ok   " : "WRONG"} ${name.padEnd(14)} ${figures}\n`);
  if (!isEnough) process.stdout.write(`      fewer than ${atLeast.inputs} inputs, or ${atLeast.accepted} accepted\n`);
  for (const finding of findings) show(name, seed, finding);
  for (const { number, mark, text } of unconfirmed)
    process.stdout.write(
      `      ${mark}, not alone: ${text.split("\n")[0]}\n      again: npm run fuzz -- --target ${name} --seed ${seed} --inputs ${number + 1}\n`,
    );
  if (isGood) passed += 1;
  else failed += 1;
}

function show(name: string, seed: string, { number, mark, text, input }: Finding): void {
  const path = join(mkdtempSync(join(tmpdir(), "siegel-finding-")), name);
  writeFileSync(path, input);
  const stack = text.split("\n").slice(0, 8);
  const lines = [
    mark,
    ...stack,
    input.length <= printedBytesMax ? `base64 ${Buffer.from(input).toString("base64")}` : `${input.length} bytes`,
    `again: npm run fuzz -- --target ${name} --seed ${seed} --input ${number}`,
    `the smallest: npm run fuzz -- --target ${name} --file ${path}`,
  ];
  process.stdout.write(`${lines.map((line) => `      ${line}`).join("\n")}\n`);
}

/** One input of one target, by its number or from a file. */
async function attemptOne(): Promise<void> {
  const [name = ""] = options.target;
  let path = options.file;
  if (path === undefined) {
    path = join(mkdtempSync(join(tmpdir(), "siegel-finding-")), name);
    writeFileSync(path, makeInput(await openTarget(name), options.seed ?? "1", Number(options.input)));
  }
  const wrong = await attemptAlone(name, path);
  process.stdout.write(wrong === null ? `nothing is wrong with ${path}\n` : `${path}\n${wrong.mark}\n${wrong.text}\n`);
  if (wrong === null) passed += 1;
  else failed += 1;
}
