/** `http.journey.cpu`: what a journey costs around the signature it is about. */
import { atEffort, type Bench } from "../figure.ts";
import { rounded } from "../interleave.ts";
import { bltaSide } from "../kernel/signatures.ts";
import { makeTrust } from "../kernel/trust.ts";
import { withProduct } from "./journeys.ts";

const journeys = 20;
const signatures = 200;

/** Processor time of the server for one journey, its mails and its report, in signatures of the kernel: at most 40. */
export const journeyCpu: Bench = {
  name: "http.journey.cpu",
  floor: { at: "most", value: 40 },
  measure: (effort) =>
    withProduct(async (product) => {
      const { once } = bltaSide(await makeTrust());
      const runs: { readonly journey: number; readonly signature: number }[] = [];
      // The first round only warms both up.
      for (let run = 0; run < atEffort(effort, 4, 2); run += 1) {
        const urls = await product.prepare(atEffort(effort, journeys));
        const before = product.processorSeconds();
        for (const url of urls) await product.journey(url);
        await product.untilIdle();
        const journey = (product.processorSeconds() - before) / urls.length;
        const start = process.cpuUsage();
        for (let i = 0; i < atEffort(effort, signatures); i += 1) await once();
        const { user, system } = process.cpuUsage(start);
        runs.push({ journey, signature: (user + system) / 1_000_000 / atEffort(effort, signatures) });
      }
      const ratios = runs.slice(1).map(({ journey, signature }) => rounded(journey / signature));
      const value = Math.min(...ratios);
      const best = runs[1 + ratios.indexOf(value)];
      const inMs = (seconds = Number.NaN): number => rounded(seconds * 1_000);
      const note = `${inMs(best?.journey)} ms of the server, mails and report included ÷ ${inMs(best?.signature)} ms for a B-LTA`;
      return { name: "http.journey.cpu", value, baseline: inMs(best?.signature), unit: "ratio", runs: ratios, note };
    }),
};
