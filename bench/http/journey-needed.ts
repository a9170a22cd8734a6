/** `http.journey.needed`: how much of what a journey costs it could not do without. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import pg from "pg";
import { atEffort, type Bench, runs_of_a_figure } from "../figure.ts";
import { middlemost, rounded } from "../interleave.ts";
import { journeyRate, type LoadedProduct, processorSecondsOfTrees, withProduct } from "./journeys.ts";
import { openMailSink } from "./mail-sink.ts";

const atOnce = 8;
const journeys = 48;
/** Of which the last brings the work along. */
const requests_a_journey = 7;
const mails_a_journey = 2;

/** Seconds of processor time for one journey. */
type Run = { readonly needed: number; readonly used: number };

/**
 * Processor time that a complete advanced journey needs ÷ uses, of server and database alone, until mails and report are out, eight
 * at once: at least 0.12. Needed is a fixed programme: two B-LTA, a key and its certificate, seven HTTP requests that ask the database
 * one question each, 25 commits of a row on eight connections, two mails of the same number of bytes by a bare socket. Both in turns of one run,
 * on the same database.
 */
export const journeyNeeded: Bench = {
  name: "http.journey.needed",
  floor: { at: "least", value: 0.12, goal: 0.25 },
  measure: async (effort) => {
    const mails = await openMailSink();
    try {
      const count = atEffort(effort, journeys, 2);
      return await withProduct(
        async (product) => {
          await used(product, count);
          const sizes = mails.takeSizes();
          const mailBytes = Math.round(sizes.reduce((sum, size) => sum + size, 0) / Math.max(1, sizes.length));
          const bare = await startBare(product, mails.port, mailBytes);
          try {
            await bare.journeys(count);
            const runs: Run[] = [];
            for (let run = 0; run < atEffort(effort, runs_of_a_figure); run += 1)
              runs.push({ used: await used(product, count), needed: await bare.journeys(count) });
            const ratioOf = (one: Run): number => rounded(one.needed / one.used);
            const middle = middlemost(runs, ratioOf);
            const inMs = (seconds: number): number => rounded(seconds * 1_000);
            return {
              name: "http.journey.needed",
              value: ratioOf(middle),
              baseline: inMs(middle.used),
              unit: "ratio",
              runs: runs.map(ratioOf),
              note: `${inMs(middle.needed)} ms needed ÷ ${inMs(middle.used)} ms used of server and database, ${atOnce} at once; ${mails_a_journey} mails of ${mailBytes} bytes`,
            };
          } finally {
            await bare.stop();
          }
        },
        { SIEGEL_SMTP_URL: `smtp://127.0.0.1:${mails.port}` },
      );
    } finally {
      mails.close();
    }
  },
};

/** Seconds of a journey, everything that follows it included; what sending the workflows took is not. */
async function used(product: LoadedProduct, count: number): Promise<number> {
  const urls = await product.prepare(count);
  const before = product.allProcessorSeconds();
  await journeyRate(product, urls, atOnce);
  await product.untilIdle();
  return (product.allProcessorSeconds() - before) / count;
}

type Bare = { readonly journeys: (count: number) => Promise<number>; readonly stop: () => Promise<void> };

/** The fixed programme in a process of its own, on the product's database; its time there is what that uses meanwhile. */
async function startBare(product: LoadedProduct, mailPort: number, mailBytes: number): Promise<Bare> {
  await inDatabase(product, [
    "create table bench_row (id int primary key, text text not null)",
    "insert into bench_row select n, 'row ' || n from generate_series(1, 1000) as n",
    "create table bench_commit (at timestamptz not null)",
  ]);
  const main = join(import.meta.dirname, "needed-server.ts");
  const given = [main, product.databaseUrl, String(mailPort), String(mailBytes)];
  const child = spawn(process.execPath, given, { stdio: ["ignore", "pipe", "inherit"] });
  const url = `http://127.0.0.1:${await portOf(child)}/`;
  const seconds = (): number => processorSecondsOfTrees([child.pid ?? 0]) + product.allProcessorSeconds();
  const journey = async (): Promise<void> => {
    for (let n = 1; n <= requests_a_journey; n += 1) {
      const answer = await fetch(url, { method: n < requests_a_journey ? "GET" : "POST" });
      if (!answer.ok) throw new Error(await answer.text());
      await answer.arrayBuffer();
    }
  };
  return {
    journeys: async (count) => {
      const before = seconds();
      let left = count;
      const walk = async (): Promise<void> => {
        for (; left > 0; ) {
          left -= 1;
          await journey();
        }
      };
      await Promise.all(Array.from({ length: atOnce }, walk));
      return (seconds() - before) / count;
    },
    stop: async () => {
      if (child.exitCode === null) {
        child.kill();
        await once(child, "exit");
      }
      await inDatabase(product, ["drop table bench_commit", "drop table bench_row"]);
    },
  };
}

async function portOf(child: ChildProcess): Promise<string> {
  const [printed] = await Promise.race([
    once(child.stdout ?? child, "data"),
    once(child, "exit").then(() => Promise.reject(new Error("the bare server ended"))),
  ]);
  return String(printed).trim();
}

async function inDatabase({ databaseUrl }: LoadedProduct, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
