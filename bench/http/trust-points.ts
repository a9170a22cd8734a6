/**
 * `ocsp.http`: OCSP answers against a small fixed file of the same server. `crl100k`: a list with 100,000 entries, from memory against a bare
 * route with as many bytes, and made anew. Rates are those of the server's own processor time, which no client adds to.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseCrl } from "@siegel/kernel/revocation/crl.ts";
import { buildOcspRequest } from "@siegel/kernel/revocation/ocsp-request.ts";
import { parseOcspResponse } from "@siegel/kernel/revocation/ocsp-response.ts";
import { parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import pg from "pg";
import { freePort } from "../../packages/server/adapters/database/embedded-postgres.ts";
import { atEffort, type Bench, type Effort, type Figure, runs_of_a_figure } from "../figure.ts";
import { median, rounded } from "../interleave.ts";
import { type LoadedProduct, processorSecondsOf, withProduct } from "./journeys.ts";

const ca = "issuing-1";
const entries_of_the_list = 100_000;
/** So that no address is bounded: each request comes from another one. */
const settings = { SIEGEL_TRUST_PROXY: "1" };

let asked = 0;
/** Asks for an address of the trust points, as somebody new. @throws when it is not answered 200 */
async function ask(url: string, body?: Uint8Array): Promise<Uint8Array> {
  asked += 1;
  const from = `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`;
  const headers = { "x-forwarded-for": from, "content-type": "application/ocsp-request" };
  const answer = await fetch(
    url,
    body === undefined ? { headers } : { method: "POST", headers, body: Buffer.from(body) },
  );
  if (answer.status !== 200) throw new Error(`${url} was answered ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Makes `count` requests; answers the processor seconds that the server uses for each. */
async function cost(seconds: () => number, count: number, single: () => Promise<unknown>): Promise<number> {
  const begun = seconds();
  for (let n = 0; n < count; n += 4) await Promise.all([single(), single(), single(), single()]);
  return (seconds() - begun) / count;
}

type Sides = { readonly value: () => Promise<number>; readonly bare: () => Promise<number> };

/** How much slower the first side is than the other, as a ratio of rates, by turns. */
async function ratio({ value, bare }: Sides, effort: Effort) {
  await value();
  await bare();
  const pairs: Array<{ readonly value: number; readonly bare: number }> = [];
  for (let run = 0; run < atEffort(effort, runs_of_a_figure); run += 1)
    pairs.push({ value: await value(), bare: await bare() });
  const runs = pairs.map((pair) => rounded(pair.bare / pair.value));
  const perSecond = (seconds: number[]): number => rounded(1 / median(seconds));
  return {
    value: median(runs),
    runs,
    rates: `${perSecond(pairs.map((pair) => pair.value))}/s against ${perSecond(pairs.map((pair) => pair.bare))}/s`,
    baseline: perSecond(pairs.map((pair) => pair.bare)),
  };
}

async function withDatabase<T>({ databaseUrl }: LoadedProduct, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

/** An OCSP request about something that the product issued. */
async function requestIn(product: LoadedProduct): Promise<Uint8Array> {
  const { rows } = await withDatabase(product, (client) =>
    client.query<{ certificate: Buffer }>(
      "select certificate from issued_certificate where issuer = $1 and certificate is not null limit 1",
      [ca],
    ),
  );
  const issuer = parseCertificate(await ask(`${product.demo.baseUrl}/pki/ca/${ca}.cer`));
  const certificate = parseCertificate(new Uint8Array(rows[0]?.certificate ?? []));
  return buildOcspRequest({ certificate, issuer });
}

/** OCSP answers a second ÷ downloads of a certificate, by the server's processor time: at least 0.4. */
export const ocspOverHttp: Bench = {
  name: "ocsp.http",
  floor: { at: "least", value: 0.4, goal: 0.7 },
  measure: (effort) =>
    withProduct(async (product): Promise<Figure> => {
      const { baseUrl } = product.demo;
      const request = await requestIn(product);
      const answer = parseOcspResponse(await ask(`${baseUrl}/pki/ocsp`, request));
      if (answer.status !== "successful") throw new Error("the responder does not answer");
      const count = atEffort(effort, 2_000, 8);
      const of = (single: () => Promise<unknown>) => () => cost(product.processorSeconds, count, single);
      const sides = {
        value: of(() => ask(`${baseUrl}/pki/ocsp`, request)),
        bare: of(() => ask(`${baseUrl}/pki/ca/${ca}.cer`)),
      };
      const { value, runs, rates, baseline } = await ratio(sides, effort);
      const note = `OCSP answers ÷ downloads of a certificate from the same server; ${rates}`;
      return { name: "ocsp.http", value, baseline, unit: "ratio", runs, note };
    }, settings),
};

/** Adds `count` revoked certificates and publishes the list; answers how long the job took, in seconds. */
async function publish(product: LoadedProduct, count: number): Promise<number> {
  return await withDatabase(product, async (client) => {
    await client.query(
      `insert into issued_certificate (issuer, serial, profile, certificate, certificate_hash, not_before, not_after, issued_at, status, revoked_at, reason)
       select $1, '5a' || md5(n::text), 'aes-person', null, md5(n::text), now() - interval '1 day', now() + interval '1 year', now(), 'revoked', date_trunc('second', now()), 'superseded'
         from generate_series((select count(*) + 1 from issued_certificate), (select count(*) from issued_certificate) + $2::int) n
           on conflict do nothing`,
      [ca, count],
    );
    const job = await client.query<{ id: string }>(
      "insert into pgboss.job (name, data) values ('publish-crl', $1) returning id",
      [JSON.stringify({ issuer: ca })],
    );
    for (;;) {
      const { rows } = await client.query<{ state: string; seconds: string }>(
        "select state, extract(epoch from completed_on - started_on) as seconds from pgboss.job where id = $1",
        [job.rows[0]?.id],
      );
      const [found] = rows;
      if (found?.state === "completed") return Number(found.seconds);
      if (found?.state === "failed") throw new Error("the list was not made");
      await sleep(100);
    }
  });
}

const listIn = async ({ demo }: LoadedProduct): Promise<Uint8Array> => await ask(`${demo.baseUrl}/pki/crl/${ca}.crl`);

async function startBare(bytes: number): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const script = join(import.meta.dirname, "bare-bytes.ts");
  const child = spawn(process.execPath, [script, String(bytes)], { stdio: ["ignore", "pipe", "inherit"] });
  const [printed] = (await once(child.stdout, "data")) as [Buffer];
  return { child, url: `http://127.0.0.1:${printed.toString().trim()}/` };
}

/** Downloads of a long list a second ÷ those of as many bytes from a bare server, by processor time: at least 0.5. */
export const longListFromMemory: Bench = {
  name: "crl100k.cache",
  floor: { at: "least", value: 0.5, goal: 0.9 },
  measure: (effort) =>
    withProduct(async (product): Promise<Figure> => {
      const entries = atEffort(effort, entries_of_the_list, 100);
      await publish(product, entries);
      // Memory is looked at once a second.
      await sleep(1_100);
      const list = await listIn(product);
      if (parseCrl(list).entries.size < entries) throw new Error("the list is too short");
      const { child, url } = await startBare(list.length);
      try {
        const count = atEffort(effort, 200, 4);
        const bareSeconds = () => processorSecondsOf(child.pid ?? 0);
        const sides = {
          value: () => cost(product.processorSeconds, count, () => listIn(product)),
          bare: () => cost(bareSeconds, count, () => ask(url)),
        };
        const { value, runs, rates, baseline } = await ratio(sides, effort);
        const note = `${entries} entries, ${list.length} bytes ÷ as many from a bare server; ${rates}`;
        return { name: "crl100k.cache", value, baseline, unit: "ratio", runs, note };
      } finally {
        child.kill();
      }
    }, settings),
};

/** The longest that the server's event loop was late since this was asked last, in seconds. */
async function longestDelay(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^siegel_event_loop_delay_seconds\{quantile="1"\} (\S+)$/m.exec(text)?.[1]);
}

const late_max_ms = 50;

/** A long list made anew, with one entry more each time: at most 2 s, and the server's event loop is never 50 ms late meanwhile. */
export const longListMade: Bench = {
  name: "crl100k.make",
  floor: { at: "most", value: 2, goal: 0.5 },
  measure: async (effort) => {
    const port = await freePort();
    return await withProduct(
      async (product): Promise<Figure> => {
        const entries = atEffort(effort, entries_of_the_list, 100);
        await publish(product, entries);
        const runs: number[] = [];
        const delays: number[] = [];
        for (let run = 0; run < atEffort(effort, runs_of_a_figure); run += 1) {
          await product.untilIdle();
          await longestDelay(port);
          runs.push(rounded(await publish(product, 1)));
          delays.push((await longestDelay(port)) * 1_000);
        }
        const late = rounded(median(delays));
        const note = `${entries} entries and one more; the event loop was ${late} ms late at most (floor ${late_max_ms})`;
        // A list that holds up everybody else is not made in time.
        const value = late > late_max_ms && effort === "full" ? Math.max(median(runs), 2.01) : median(runs);
        return { name: "crl100k.make", value, baseline: null, unit: "s", runs, note };
      },
      { ...settings, SIEGEL_METRICS_PORT: String(port) },
    );
  },
};
