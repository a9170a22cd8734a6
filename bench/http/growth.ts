/** `http.growth`: what a login and a signature take in a house that has stored a million workflows. */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { growingTables, storeWorkflows } from "../../fixtures/stored-workflows.ts";
import { atEffort, type Bench, type Effort, type Figure, runs_of_a_figure } from "../figure.ts";
import { median, middlemost, rounded } from "../interleave.ts";
import { type LoadedProduct, withProduct } from "./journeys.ts";

/** SIEGEL_BENCH_WORKFLOWS stores fewer, where a disk or an evening is too short: the note says how many it were. */
export const sizes = (effort: Effort): { readonly small: number; readonly large: number } => ({
  small: atEffort(effort, 1_000, 100),
  large: atEffort(effort, Number(process.env.SIEGEL_BENCH_WORKFLOWS ?? 1_000_000), 1_000),
});
const journeys = 30;
/** What years have stored was written to the disk long ago; a journey must not wait until that is done. */
const settle = "checkpoint";
/** From so many rows on, reading all of a table is what the figure must not contain. */
const rows_of_a_big_table = 10_000;

/**
 * The middlemost login and signing call with a million stored workflows ÷ with a thousand: at most 1.2. Two products beside each other,
 * each with a database of its own, signed in by turns: to store a million takes so long that the machine is another one afterwards.
 */
export const growth: Bench = {
  name: "http.growth",
  floor: { at: "most", value: 1.2, goal: 1 },
  measure: (effort) =>
    withProduct((large) =>
      withProduct(async (small) => {
        const { small: few, large: many } = sizes(effort);
        const client = new pg.Client({ connectionString: large.databaseUrl });
        await client.connect();
        try {
          if (effort === "full") await set(client, bulk);
          await fill(large, many);
          if (effort === "full") await set(client, []);
          await fill(small, few);
          // Neither is measured with what it reads for the first time.
          await roundOf({ large, small }, atEffort(effort, journeys));
          if (effort === "full") await forgetReads(client);
          const rounds: Round[] = [];
          for (let run = 0; run < atEffort(effort, runs_of_a_figure); run += 1)
            rounds.push(await roundOf({ large, small }, atEffort(effort, journeys)));
          if (effort === "full") await refuseScans(client);
          return figureOf(rounds, { many, few, count: atEffort(effort, journeys) });
        } finally {
          await client.end();
        }
      }),
    ),
};

type Times = { readonly login: number; readonly sign: number };
/** What both took in the middlemost of their journeys, in seconds. */
type Round = { readonly large: Times; readonly small: Times };

const ratioOf = ({ large, small }: Round): number =>
  rounded(Math.max(large.login / small.login, large.sign / small.sign));

function figureOf(rounds: readonly Round[], of: { many: number; few: number; count: number }): Figure {
  const middle = middlemost(rounds, ratioOf);
  const side = ({ login, sign }: Times): string => `login ${inMs(login)} ms, sign ${inMs(sign)} ms`;
  return {
    name: "http.growth",
    value: ratioOf(middle),
    baseline: inMs(middle.small.sign),
    unit: "ratio",
    runs: rounds.map(ratioOf),
    note: `${of.many} workflows: ${side(middle.large)}; ${of.few}: ${side(middle.small)} (p50 of ${of.count}); no big table read as a whole`,
  };
}
const inMs = (seconds: number): number => rounded(seconds * 1_000);

/** How the large product's own database is set while rows come by the million: nothing of it has to outlive a fall of the machine. */
export const bulk = ["autovacuum = off", "full_page_writes = off", "max_wal_size = '32GB'"] as const;

/** Sets these for all sessions of a server, and back whatever was set so before. */
export async function set(client: pg.Client, settings: readonly string[]): Promise<void> {
  await client.query("alter system reset all");
  for (const setting of settings) await client.query(`alter system set ${setting}`);
  await client.query("select pg_reload_conf()");
}

/** Stores workflows until there are so many: copies of one that was signed. */
export async function fill(product: LoadedProduct, count: number): Promise<void> {
  const [url = ""] = await product.prepare(1);
  await product.journey(url);
  await product.untilIdle();
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    await storeWorkflows(client, await finishedWorkflow(client), { from: 1, count });
    await client.query(settle);
  } finally {
    await client.end();
  }
}

/** Journeys in both by turns, and when all are done their mails and reports. */
async function roundOf(
  { large, small }: { large: LoadedProduct; small: LoadedProduct },
  count: number,
): Promise<Round> {
  const [inLarge, inSmall] = [await large.prepare(count), await small.prepare(count)];
  const taken: Round[] = [];
  for (const [n, url] of inLarge.entries()) {
    const [one, other] = [await large.timedJourney(url), await small.timedJourney(inSmall[n] ?? "")];
    taken.push({ large: one, small: other });
  }
  await large.untilIdle();
  await small.untilIdle();
  const middle = (times: readonly Times[]): Times => ({
    login: median(times.map(({ login }) => login)),
    sign: median(times.map(({ sign }) => sign)),
  });
  return { large: middle(taken.map((each) => each.large)), small: middle(taken.map((each) => each.small)) };
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
