/** `http.memory`: whether a server that has served many is larger than one that has served some. */
import { atEffort, type Bench } from "../figure.ts";
import { rounded } from "../interleave.ts";
import { type LoadedProduct, withProduct } from "./journeys.ts";

const atOnce = 2;
/** SIEGEL_BENCH_JOURNEYS makes fewer, in the same proportion, where an hour is too long: the note says how many it were. */
const all = (): number => Number(process.env.SIEGEL_BENCH_JOURNEYS ?? 5_000);

/** Resident memory after 5,000 journeys ÷ after 500: at most 1.15. A run of its own would take another hour: there is one. */
export const memory: Bench = {
  name: "http.memory",
  floor: { at: "most", value: 1.15, goal: 1.05 },
  measure: (effort) =>
    withProduct(async (product) => {
      const journeys = atEffort(effort, all(), 4);
      const first = Math.ceil(journeys / 10);
      const early = await residentAfter(product, first);
      const late = await residentAfter(product, journeys - first);
      const value = rounded(late / early);
      const note = `${rounded(late)} MB after ${journeys} journeys ÷ ${rounded(early)} MB after ${first}`;
      return { name: "http.memory", value, baseline: rounded(early), unit: "ratio", runs: [value], note };
    }),
};

const journeys_at_a_time = 50;

/**
 * Megabytes of the server's own process once it has come to rest: the smallest of what it shows after each of the last ten
 * lots, because V8 takes what it needs and gives it back when it likes.
 */
async function residentAfter(product: LoadedProduct, journeys: number): Promise<number> {
  const shown: number[] = [];
  for (let left = journeys; left > 0; left -= journeys_at_a_time) {
    const waiting = [...(await product.prepare(Math.min(left, journeys_at_a_time)))];
    const walk = async (): Promise<void> => {
      for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) await product.journey(url);
    };
    await Promise.all(Array.from({ length: atOnce }, walk));
    await product.untilIdle();
    shown.push(product.residentMegabytes());
  }
  return Math.min(...shown.slice(-10));
}
