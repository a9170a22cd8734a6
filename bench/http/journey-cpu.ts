/** `http.journey.cpu`: what a journey costs around the signature it is about. */
import { atEffort, type Bench, runs_of_a_figure } from "../figure.ts";
import { middlemost, rounded } from "../interleave.ts";
import { bltaSide } from "../kernel/signatures.ts";
import { makeTrust } from "../kernel/trust.ts";
import { type LoadedProduct, withProduct } from "./journeys.ts";

const journeys = 20;
const journeysFromRest = 10;
const signatures = 200;

/** Seconds of processor time: a journey from login to signed, one with what follows it, and a signature of the kernel. */
type Run = { readonly toSigned: number; readonly withAll: number; readonly signature: number };

/**
 * Processor time of the server for one journey, from login to the answer that the document is signed, in signatures of the kernel: at
 * most 35. What follows is done for nobody who waits, and is told beside it: mails, the report in them, and its seal.
 */
export const journeyCpu: Bench = {
  name: "http.journey.cpu",
  floor: { at: "most", value: 35, goal: 15 },
  measure: (effort) =>
    withProduct(async (product) => {
      const { once } = bltaSide(await makeTrust());
      const runs: Run[] = [];
      // The first round only warms all of it up.
      for (let run = 0; run < 1 + atEffort(effort, runs_of_a_figure); run += 1) {
        const withAll = await withWhatFollows(product, await product.prepare(atEffort(effort, journeys)));
        const toSigned = await fromRest(product, await product.prepare(atEffort(effort, journeysFromRest)));
        const start = process.cpuUsage();
        for (let i = 0; i < atEffort(effort, signatures); i += 1) await once();
        const { user, system } = process.cpuUsage(start);
        runs.push({ toSigned, withAll, signature: (user + system) / 1_000_000 / atEffort(effort, signatures) });
      }
      const ratioOf = ({ toSigned, signature }: Run): number => rounded(toSigned / signature);
      const counted = runs.slice(1);
      const middle = middlemost(counted, ratioOf);
      const inMs = (seconds: number): number => rounded(seconds * 1_000);
      const whole = `${inMs(middle.withAll)} ms (${rounded(middle.withAll / middle.signature)})`;
      const note = `${inMs(middle.toSigned)} ms of the server from login to signed ÷ ${inMs(middle.signature)} ms for a B-LTA; with mails and report ${whole}`;
      const runsOf = counted.map(ratioOf);
      return {
        name: "http.journey.cpu",
        value: ratioOf(middle),
        baseline: inMs(middle.signature),
        unit: "ratio",
        runs: runsOf,
        note,
      };
    }),
};

/** Each from login to signed while nothing else is done: the mails of the one before are out. */
async function fromRest(product: LoadedProduct, urls: readonly string[]): Promise<number> {
  let seconds = 0;
  for (const url of urls) {
    await product.untilIdle();
    const before = product.processorSeconds();
    await product.journey(url);
    seconds += product.processorSeconds() - before;
  }
  await product.untilIdle();
  return seconds / urls.length;
}

/** One behind the other, until the last mail of the last is out. */
async function withWhatFollows(product: LoadedProduct, urls: readonly string[]): Promise<number> {
  const before = product.processorSeconds();
  for (const url of urls) await product.journey(url);
  await product.untilIdle();
  return (product.processorSeconds() - before) / urls.length;
}
