/** `http.journey.p95` and `http.sign.tail`: what signers wait for who come at half of the rate that two cores can do. */
import { setTimeout as sleep } from "node:timers/promises";
import { atEffort, type Bench, type Effort, runs_of_a_figure } from "../figure.ts";
import { middlemost, quantile, rounded } from "../interleave.ts";
import { bltaSide } from "../kernel/signatures.ts";
import { makeTrust } from "../kernel/trust.ts";
import { journeyRate, type LoadedProduct, withProduct } from "./journeys.ts";

const atOnce = 8;
const journeys = 48;
const signers = 100;
const signatures = 200;

/** Seconds: the signing call at three quantiles, and a B-LTA of the kernel in this process, measured beside it. */
type Run = { readonly p50: number; readonly p95: number; readonly p99: number; readonly signature: number };
type Measured = { readonly runs: readonly Run[]; readonly perSecond: number };

let measured: Promise<Measured> | undefined;

/** Both figures say something of the same signers. */
function signTimes(effort: Effort): Promise<Measured> {
  measured ??= withProduct(async (product) => {
    const { once } = bltaSide(await makeTrust());
    const full = await journeyRate(product, await product.prepare(atEffort(effort, journeys)), atOnce);
    const perSecond = full / 2;
    const runs: Run[] = [];
    for (let run = 0; run < atEffort(effort, runs_of_a_figure); run += 1) {
      const times = await arrivals(product, perSecond, atEffort(effort, signers));
      await product.untilIdle();
      runs.push({ ...times, signature: await secondsOf(once, atEffort(effort, signatures)) });
    }
    return { runs, perSecond };
  });
  return measured;
}

/** Processor time, which neighbours on the machine do not add to. */
async function secondsOf(once: () => unknown, count: number): Promise<number> {
  const start = process.cpuUsage();
  for (let i = 0; i < count; i += 1) await once();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000_000 / count;
}

/** Signers come at their times whether those before are done or not. */
async function arrivals(product: LoadedProduct, perSecond: number, count: number): Promise<Omit<Run, "signature">> {
  const urls = await product.prepare(count);
  const start = performance.now();
  const taken = await Promise.all(
    urls.map(async (url, i) => {
      await sleep(Math.max(0, start + (i / perSecond) * 1_000 - performance.now()));
      return await product.journey(url);
    }),
  );
  return { p50: quantile(taken, 0.5), p95: quantile(taken, 0.95), p99: quantile(taken, 0.99) };
}

const inMs = (seconds: number): number => rounded(seconds * 1_000);

/** p95 from the signing call to its answer, in B-LTA signatures of the kernel: at most 60. */
export const journeyP95: Bench = {
  name: "http.journey.p95",
  floor: { at: "most", value: 60, goal: 25 },
  measure: async (effort) => {
    const { runs, perSecond } = await signTimes(effort);
    const ratioOf = ({ p95, signature }: Run): number => rounded(p95 / signature);
    const middle = middlemost(runs, ratioOf);
    const note = `p95 of the signing call ${inMs(middle.p95)} ms ÷ ${inMs(middle.signature)} ms for a B-LTA, ${rounded(perSecond)} signers/s`;
    return {
      name: "http.journey.p95",
      value: ratioOf(middle),
      baseline: inMs(middle.signature),
      unit: "ratio",
      runs: runs.map(ratioOf),
      note,
    };
  },
};

/** p99 of the signing call in p50: at most 5. */
export const tailOfSigning: Bench = {
  name: "http.sign.tail",
  floor: { at: "most", value: 5, goal: 2.5 },
  measure: async (effort) => {
    const { runs, perSecond } = await signTimes(effort);
    const ratioOf = ({ p99, p50 }: Run): number => rounded(p99 / p50);
    const middle = middlemost(runs, ratioOf);
    const note = `p99 ÷ p50 of the signing call, p50 ${inMs(middle.p50)} ms, ${rounded(perSecond)} signers/s`;
    return {
      name: "http.sign.tail",
      value: ratioOf(middle),
      baseline: inMs(middle.p50),
      unit: "ratio",
      runs: runs.map(ratioOf),
      note,
    };
  },
};
