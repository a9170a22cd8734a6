/**
 * `qes.sign.tail` and `qes.loop`: what qualified signers wait for who come steadily, and how late the server's event loop is meanwhile. They
 * come five a second, or at 40 % of what both processors do in argon2id in the same run, whichever is less.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { type Certified, certify } from "../../e2e/desk.ts";
import { onePagePdf } from "../../e2e/pdf.ts";
import { person, send } from "../../e2e/sender.ts";
import { confirmFiles, logIn, receiveQualifiedCode } from "../../fixtures/signer-client.ts";
import { freePort } from "../../packages/server/adapters/database/embedded-postgres.ts";
import { oneArgon2id } from "../../packages/server/test/one-argon2id.ts";
import { atEffort, type Bench, type Effort } from "../figure.ts";
import { median, quantile, rounded } from "../interleave.ts";
import { type LoadedProduct, withProduct } from "./journeys.ts";

/** Three times forty: with all that prepares them it takes a minute and a half. */
const runs_of_signers = 3;
const signers = 40;
const people = 6;
const prepared_at_once = 3;
const hashes = 16;
const per_second_max = 5;
const share_of_hashes = 0.4;

/** Seconds: every signing call of a run, one argon2id, and the event loop's delay at its 99th percentile. */
type Run = {
  readonly taken: readonly number[];
  readonly hash: number;
  readonly loop: number;
  readonly perSecond: number;
};

let measured: Promise<readonly Run[]> | undefined;

/** Both figures say something of the same signers. */
function qualifiedTimes(effort: Effort): Promise<readonly Run[]> {
  measured ??= measure(effort);
  return measured;
}

async function measure(effort: Effort): Promise<readonly Run[]> {
  const metricsPort = await freePort();
  return await withProduct(
    async (product) => {
      const met = await certified(product, atEffort(effort, people, 2));
      const runs: Run[] = [];
      // Nobody is measured who is the first to sign.
      for (const sign of await prepared(product, met, 2)) await sign();
      for (let run = 0; run < atEffort(effort, runs_of_signers); run += 1) {
        const perSecond = Math.min(per_second_max, share_of_hashes * (await hashesPerSecond(effort)));
        const acts = await prepared(product, met, atEffort(effort, signers, 2));
        await product.untilIdle();
        await loopDelay(metricsPort);
        const taken = await arrivals(acts, perSecond);
        const loop = await loopDelay(metricsPort);
        await product.untilIdle();
        runs.push({ taken, loop, perSecond, hash: await hashSeconds(effort) });
      }
      return runs;
    },
    { SIEGEL_METRICS_PORT: String(metricsPort) },
  );
}

/** People with a certificate of their own. */
async function certified({ demo }: LoadedProduct, count: number): Promise<readonly Certified[]> {
  const met = Array.from({ length: count }, (_, n) => ({
    first_name: "Ada Marie",
    last_name: `Löwe ${"ABCDEFGH"[n]}`,
    email: `ada.${n}@bench.example`,
    phone: `+491523456700${n}`,
    password: "Leuchtturm 7!",
  }));
  for (const who of met) await certify(demo, who);
  return met;
}

type Act = () => Promise<number>;

/** Signers of documents of their own, each with a code: what is left is the signing call, which answers its seconds. */
async function prepared(product: LoadedProduct, met: readonly Certified[], count: number): Promise<readonly Act[]> {
  const acts: Act[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let n = next++; n < count; n = next++) {
      const who = met[n % met.length];
      if (who !== undefined) acts.push(await prepareOne(product, who));
    }
  };
  await Promise.all(Array.from({ length: prepared_at_once }, work));
  return acts;
}

async function prepareOne({ demo }: LoadedProduct, { password, ...who }: Certified): Promise<Act> {
  const created = await send(demo, onePagePdf({ field: "signer.Ort" }), [person("q_signature", who)]);
  const signer = await logIn(created.signers[0]?.url ?? "");
  await confirmFiles(signer);
  const code = await receiveQualifiedCode(demo.sandboxUrl, signer, who);
  return async () => {
    const begun = performance.now();
    for (;;) {
      const answer = await signer.call("POST", "signing/signNowQes2Fa", { workflow: {}, password, ...code });
      if (answer.status === 200) return (performance.now() - begun) / 1_000;
      // No place was free, and nothing was used up: the signer's page calls again, and they wait all that time.
      if (answer.status !== 503) throw new Error(`a qualified act was answered ${answer.status} ${answer.code}`);
      await sleep(1_000 * Number(answer.headers.get("retry-after")));
    }
  };
}

/** Signers come at their times whether those before are done or not. */
async function arrivals(acts: readonly Act[], perSecond: number): Promise<readonly number[]> {
  const start = performance.now();
  return await Promise.all(
    acts.map(async (act, n) => {
      await sleep(Math.max(0, start + (n / perSecond) * 1_000 - performance.now()));
      return await act();
    }),
  );
}

/** What two processors do, a hash each at a time. */
async function hashesPerSecond(effort: Effort): Promise<number> {
  let left = atEffort(effort, hashes, 2);
  const begun = performance.now();
  const work = async (): Promise<void> => {
    while (left-- > 0) await oneArgon2id();
  };
  await Promise.all([work(), work()]);
  return atEffort(effort, hashes, 2) / ((performance.now() - begun) / 1_000);
}

/** The middlemost of some, one behind the other. */
async function hashSeconds(effort: Effort): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < atEffort(effort, hashes); n += 1) {
    const begun = performance.now();
    await oneArgon2id();
    times.push((performance.now() - begun) / 1_000);
  }
  return median(times);
}

/** The watch looks every ten milliseconds, and counts these (packages/server/metrics/runtime-figures.ts). */
const watch_seconds = 0.01;

/** How late the server's event loop was since this was asked last, at the 99th percentile, in seconds. */
async function loopDelay(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const shown = /^siegel_event_loop_delay_seconds\{quantile="0\.99"\} (\S+)$/m.exec(text)?.[1];
  return Math.max(0.000_001, Number(shown) - watch_seconds);
}

const inMs = (seconds: number): number => rounded(seconds * 1_000);

/** p99 of the signing call of all runs in one argon2id: at most 4. */
export const tailOfQualified: Bench = {
  name: "qes.sign.tail",
  floor: { at: "most", value: 4, goal: 2 },
  measure: async (effort) => {
    const runs = await qualifiedTimes(effort);
    const taken = runs.flatMap((run) => run.taken);
    const [p50, p99] = [quantile(taken, 0.5), quantile(taken, 0.99)];
    const hash = median(runs.map((run) => run.hash));
    const rates = runs.map(({ perSecond }) => rounded(perSecond)).join(", ");
    return {
      name: "qes.sign.tail",
      value: rounded(p99 / hash),
      baseline: inMs(hash),
      unit: "ratio",
      runs: runs.map((run) => rounded(quantile(run.taken, 0.99) / run.hash)),
      note: `p99 of ${taken.length} signing calls ${inMs(p99)} ms (p50 ${inMs(p50)} ms) ÷ ${inMs(hash)} ms for an argon2id, ${rates} signers/s`,
    };
  },
};

/** The event loop's delay at its 99th percentile meanwhile: at most 30 ms. */
export const loopBesideQualified: Bench = {
  name: "qes.loop",
  floor: { at: "most", value: 30, goal: 10 },
  measure: async (effort) => {
    const loops = (await qualifiedTimes(effort)).map(({ loop }) => inMs(loop));
    const note = "p99 of the event loop's delay while qualified signers sign";
    return { name: "qes.loop", value: median(loops), baseline: null, unit: "ms", runs: loops, note };
  },
};
