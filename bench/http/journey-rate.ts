/** `http.journey.rate` and `http.sign.tail`: eight signers at once, and what the slowest of a hundred waits for. */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { atEffort, type Bench } from "../figure.ts";
import { rounded } from "../interleave.ts";
import { journeyRate, type LoadedProduct, withProduct } from "./journeys.ts";

const atOnce = 8;
const journeys = 48;

/** Complete journeys a second in durable transactions of the same database: at least 0.02. */
export const rateOfJourneys: Bench = {
  name: "http.journey.rate",
  floor: { at: "least", value: 0.02 },
  measure: (effort) =>
    withProduct(async (product) => {
      await journeyRate(product, await product.prepare(atEffort(effort, journeys)), atOnce);
      const runs: { readonly rate: number; readonly transactions: number }[] = [];
      for (let run = 0; run < atEffort(effort, 3); run += 1) {
        const rate = await journeyRate(product, await product.prepare(atEffort(effort, journeys)), atOnce);
        await product.untilIdle();
        runs.push({ rate, transactions: await durableTransactions(product.databaseUrl) });
      }
      const ratios = runs.map(({ rate, transactions }) => rounded(rate / transactions));
      const value = Math.max(...ratios);
      const best = runs[ratios.indexOf(value)];
      const note = `${rounded(best?.rate ?? 0)} journeys/s, ${atOnce} at once ÷ durable transactions/s`;
      return {
        name: "http.journey.rate",
        value,
        baseline: rounded(best?.transactions ?? 0),
        unit: "ratio",
        runs: ratios,
        note,
      };
    }),
};

/** Rows that are inserted and committed, one a transaction, by eight connections in two seconds. */
async function durableTransactions(databaseUrl: string): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: atOnce });
  try {
    await pool.query("create table if not exists bench_commit (at timestamptz not null)");
    let count = 0;
    const end = performance.now() + 2_000;
    const commit = async (): Promise<void> => {
      for (; performance.now() < end; count += 1) await pool.query("insert into bench_commit values (now())");
    };
    await Promise.all(Array.from({ length: atOnce }, commit));
    await pool.query("drop table bench_commit");
    return count / 2;
  } finally {
    await pool.end();
  }
}

/** p99 of the signing call in p50, with signers coming half as often as they can be served: at most 8. */
export const tailOfSigning: Bench = {
  name: "http.sign.tail",
  floor: { at: "most", value: 8 },
  measure: (effort) =>
    withProduct(async (product) => {
      const full = await journeyRate(product, await product.prepare(atEffort(effort, journeys)), atOnce);
      const runs: { readonly tail: number; readonly p50: number }[] = [];
      for (let run = 0; run < atEffort(effort, 3); run += 1)
        runs.push(await tailAt(product, full / 2, atEffort(effort, signers)));
      const ratios = runs.map(({ tail }) => rounded(tail));
      const value = Math.min(...ratios);
      const p50 = rounded((runs[ratios.indexOf(value)]?.p50 ?? 0) * 1_000);
      const note = `p99 ÷ p50 of the signing call, p50 ${p50} ms, ${rounded(full / 2)} signers/s`;
      return { name: "http.sign.tail", value, baseline: p50, unit: "ratio", runs: ratios, note };
    }),
};

const signers = 100;

/** Signers come at their times whether those before are done or not. */
async function tailAt(
  product: LoadedProduct,
  perSecond: number,
  arrivals: number,
): Promise<{ tail: number; p50: number }> {
  const urls = await product.prepare(arrivals);
  const start = performance.now();
  const taken = await Promise.all(
    urls.map(async (url, i) => {
      await sleep(Math.max(0, start + (i / perSecond) * 1_000 - performance.now()));
      return await product.journey(url);
    }),
  );
  const sorted = taken.toSorted((a, b) => a - b);
  const quantile = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
  return { tail: quantile(0.99) / quantile(0.5), p50: quantile(0.5) };
}
