/**
 * Measures two things turn by turn in one run, so that whatever else the machine does slows both alike and only their
 * ratio counts. What was made is checked between the turns, outside of the time.
 */
import { atEffort, type Effort, type Figure, runs_of_a_figure } from "./figure.ts";

/** One side: `once` is timed, its results are handed to `check` after each turn, which throws for what does not hold. */
export type Side<T> = {
  readonly once: () => T | Promise<T>;
  readonly check?: (made: readonly T[]) => void | Promise<void>;
};

/**
 * How often: `calls` a side and turn, `turns` a run. Time is that of the processor, which neighbours on the machine do not
 * add to, unless what is measured waits for a disk or a network and the `wall` has to say.
 */
export type Plan = {
  readonly calls: number;
  readonly baselineCalls?: number;
  readonly turns: number;
  /** Calls of each side that only warm it up: what a server has long behind it, the compiler has yet to see. */
  readonly warmUp: number;
  readonly clock?: "processor" | "wall";
  readonly effort: Effort;
};

const clocks = {
  processor: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000;
  },
  wall: () => performance.now() / 1_000,
};

/** Seconds a call of each side took in the middlemost turn of one run. */
export type Pair = { readonly value: number; readonly baseline: number };

/** Five runs of both sides in turns, after some calls that only warm them up. */
export async function interleave<V, B>(value: Side<V>, baseline: Side<B>, plan: Plan): Promise<readonly Pair[]> {
  const { effort, clock = "processor" } = plan;
  const calls = atEffort(effort, plan.calls);
  const baselineCalls = atEffort(effort, plan.baselineCalls ?? plan.calls);
  const turns = atEffort(effort, plan.turns);
  const round = async (): Promise<Pair> => ({
    value: (await turn(value, calls, clocks[clock])) / calls,
    baseline: (await turn(baseline, baselineCalls, clocks[clock])) / baselineCalls,
  });
  for (let i = 0; i < atEffort(effort, plan.warmUp); i += 1) {
    await value.once();
    await baseline.once();
  }
  const pairs: Pair[] = [];
  for (let run = 0; run < atEffort(effort, runs_of_a_figure); run += 1) {
    const rounds: Pair[] = [];
    for (let i = 0; i < turns; i += 1) rounds.push(await round());
    pairs.push({ value: median(rounds.map((one) => one.value)), baseline: median(rounds.map((one) => one.baseline)) });
  }
  return pairs;
}

/** The middlemost: a turn in which the machine was busy elsewhere says nothing. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** What this share of the values do not exceed: the smallest such value. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? Number.NaN;
}

/** The run whose figure is the middlemost. @throws without any */
export function middlemost<Run>(runs: readonly Run[], figure: (run: Run) => number): Run {
  const [middle] = runs.toSorted((a, b) => figure(a) - figure(b)).slice(Math.floor(runs.length / 2));
  if (middle === undefined) throw new Error("nothing was measured");
  return middle;
}

async function turn<T>(side: Side<T>, calls: number, now: () => number): Promise<number> {
  const made: T[] = [];
  const start = now();
  for (let i = 0; i < calls; i += 1) made.push(await side.once());
  const seconds = now() - start;
  await side.check?.(made);
  return seconds;
}

/** What a figure is called and what its sides did. */
export type Caption = { readonly name: string; readonly note: string };

/** The figure of two rates, value ÷ baseline, higher is better. `baseline` of the figure is calls a second. */
export function ratioOfRates(caption: Caption, pairs: readonly Pair[]): Figure {
  return figureOf(caption, pairs, (pair) => pair.baseline / pair.value);
}

/** The figure of two times, value ÷ baseline, lower is better. `baseline` of the figure is calls a second. */
export function ratioOfTimes(caption: Caption, pairs: readonly Pair[]): Figure {
  return figureOf(caption, pairs, (pair) => pair.value / pair.baseline);
}

function figureOf({ name, note }: Caption, pairs: readonly Pair[], ratio: (pair: Pair) => number): Figure {
  const middle = middlemost(pairs, ratio);
  const perSecond = (seconds: number): number => rounded(1 / seconds);
  const detail = `${perSecond(middle.value)}/s against ${perSecond(middle.baseline)}/s`;
  return {
    name,
    value: rounded(ratio(middle)),
    baseline: perSecond(middle.baseline),
    unit: "ratio",
    runs: pairs.map((pair) => rounded(ratio(pair))),
    note: `${note}; ${detail}`,
  };
}

/** Three significant digits: more would be noise. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
