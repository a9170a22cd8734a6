/** `http.growth`: what a login and a signature take in a house that has stored a million workflows. */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { growingTables, storeWorkflows } from "../../fixtures/stored-workflows.ts";
import { atEffort, type Bench, type Effort } from "../figure.ts";
import { median, rounded } from "../interleave.ts";
import { type LoadedProduct, withProduct } from "./journeys.ts";

/** SIEGEL_BENCH_WORKFLOWS stores fewer, where a disk or an evening is too short: the note says how many it were. */
const sizes = (effort: Effort): { readonly small: number; readonly large: number } => ({
  small: atEffort(effort, 1_000, 100),
  large: atEffort(effort, Number(process.env.SIEGEL_BENCH_WORKFLOWS ?? 1_000_000), 1_000),
});
const journeys = 30;
/** What years have stored was written to the disk long ago; a journey must not wait until that is done. */
const settle = "checkpoint";
/** From so many rows on, reading all of a table is what the figure must not contain. */
const rows_of_a_big_table = 10_000;

/** The middlemost login and signing call with a million stored workflows ÷ with a thousand: at most 1.5. */
export const growth: Bench = {
  name: "http.growth",
  floor: { at: "most", value: 1.5 },
  measure: (effort) =>
    withProduct(async (product) => {
      const { small, large } = sizes(effort);
      const client = new pg.Client({ connectionString: product.databaseUrl });
      await client.connect();
      try {
        await timesOf(product, atEffort(effort, journeys)); // warms up, and leaves a workflow to copy
        const like = await finishedWorkflow(client);
        await storeWorkflows(client, like, { from: 1, count: small });
        await client.query(settle);
        const before = await roundsOf(product, effort);
        await storeWorkflows(client, like, { from: small + 1, count: large - small });
        await client.query(settle);
        if (effort === "full") await forgetReads(client);
        const after = await roundsOf(product, effort);
        if (effort === "full") await refuseScans(client);
        const runs = after.map(({ login, sign }, run) => {
          const small = before[run];
          return rounded(Math.max(login / (small?.login ?? 0), sign / (small?.sign ?? 0)));
        });
        const value = Math.min(...runs);
        const best = after[runs.indexOf(value)];
        const note = `${large} workflows ÷ ${small}; login ${inMs(best?.login)} ms, sign ${inMs(best?.sign)} ms (p50 of ${atEffort(effort, journeys)}); no big table read as a whole`;
        return {
          name: "http.growth",
          value,
          baseline: inMs(before[runs.indexOf(value)]?.sign),
          unit: "ratio",
          runs,
          note,
        };
      } finally {
        await client.end();
      }
    }),
};

type Times = { readonly login: number; readonly sign: number };
const inMs = (seconds = Number.NaN): number => rounded(seconds * 1_000);

async function roundsOf(product: LoadedProduct, effort: Effort): Promise<readonly Times[]> {
  const rounds: Times[] = [];
  for (let run = 0; run < atEffort(effort, 3); run += 1)
    rounds.push(await timesOf(product, atEffort(effort, journeys)));
  return rounds;
}

async function timesOf(product: LoadedProduct, count: number): Promise<Times> {
  const taken: Times[] = [];
  for (const url of await product.prepare(count)) taken.push(await product.timedJourney(url));
  await product.untilIdle();
  return { login: median(taken.map(({ login }) => login)), sign: median(taken.map(({ sign }) => sign)) };
}

async function finishedWorkflow(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    "select workflow_id as id from workflow where status = 'FINISHED' order by number desc limit 1",
  );
  if (rows[0] === undefined) throw new Error("no journey was finished");
  return rows[0].id;
}

// PostgreSQL: an idle connection tells what it has read after ten seconds.
const until_told_ms = 12_000;

/** What was read while there was little, and to store the rest, is nobody's fault. */
async function forgetReads(client: pg.Client): Promise<void> {
  await sleep(until_told_ms);
  await client.query("select pg_stat_force_next_flush()");
  await client.query("select pg_stat_reset()");
}

/** @throws naming the big tables that were read as a whole since the counters were reset */
async function refuseScans(client: pg.Client): Promise<void> {
  await sleep(until_told_ms);
  const { rows } = await client.query<{ name: string; scans: string }>(
    "select relname as name, seq_scan as scans from pg_stat_user_tables where seq_scan > 0 and relname = any ($1)",
    [growingTables],
  );
  const big: string[] = [];
  for (const { name, scans } of rows) {
    const { rows: counted } = await client.query<{ n: string }>(`select count(*) as n from ${name}`);
    if (Number(counted[0]?.n) >= rows_of_a_big_table) big.push(`${name} (${scans} times)`);
  }
  if (big.length > 0) throw new Error(`read as a whole: ${big.join(", ")}`);
}
