/** The whole product as a process of its own, and advanced journeys over HTTP: from login to the signed document. */
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { onePagePdf } from "../../e2e/pdf.ts";
import { embeddedUrl, type Product, startProduct } from "../../e2e/product.ts";
import { person, send } from "../../e2e/sender.ts";
import { confirmFiles, logIn, receiveCode, sign } from "../../fixtures/signer-client.ts";

/** A product with its limits out of the way, and what goes on inside of it. */
export type LoadedProduct = {
  readonly databaseUrl: string;
  /** Sends `count` workflows of one signer each and waits until nothing is left to do; answers their links. */
  readonly prepare: (count: number) => Promise<readonly string[]>;
  /** One journey; answers how long the signing call took, in seconds. @throws when it does not end with a signed document */
  readonly journey: (url: string) => Promise<number>;
  /** The same, and how long the login took. */
  readonly timedJourney: (url: string) => Promise<{ readonly login: number; readonly sign: number }>;
  /** What the server's own process has in memory. */
  readonly residentMegabytes: () => number;
  /** Seconds of processor time that the server's threads have used, its database and the sandbox not counted. */
  readonly processorSeconds: () => number;
  /** Resolves when the server has nothing left to do: mails, reports. */
  readonly untilIdle: () => Promise<void>;
};

const unlimited = { SIEGEL_CODES_PER_NUMBER_PER_HOUR: "100000", SIEGEL_CODES_PER_ADDRESS_PER_HOUR: "100000" };

/** Starts a product, hands it to `measure` and ends it. */
export async function withProduct<T>(measure: (product: LoadedProduct) => Promise<T>): Promise<T> {
  const product = await startProduct(unlimited);
  try {
    return await measure(loaded(product));
  } finally {
    await product.stop();
  }
}

function loaded(product: Product): LoadedProduct {
  const processorSeconds = (): number => processorSecondsOf(product.process().pid ?? 0);
  const timedJourney: LoadedProduct["timedJourney"] = async (url) => {
    const begun = performance.now();
    const signer = await logIn(url);
    const login = (performance.now() - begun) / 1_000;
    await confirmFiles(signer);
    const code = await receiveCode(product.demo.sandboxUrl, signer);
    const start = performance.now();
    const { status } = await sign(signer, code);
    if (status !== "FINISHED") throw new Error(`the journey ended as ${status}`);
    return { login, sign: (performance.now() - start) / 1_000 };
  };
  const untilIdle = async (): Promise<void> => await untilQuiet(processorSeconds);
  return {
    databaseUrl: product.env.DATABASE_URL ?? embeddedUrl(product.dataDir),
    processorSeconds,
    untilIdle,
    prepare: async (count) => {
      const urls: string[] = [];
      for (let i = 0; i < count; i += 1) {
        const created = await send(product.demo, onePagePdf({ field: "signer.Ort" }), [person("a_signature")]);
        urls.push(created.signers[0]?.url ?? "");
      }
      await untilIdle();
      return urls;
    },
    journey: async (url) => (await timedJourney(url)).sign,
    timedJourney,
    residentMegabytes: () => residentMegabytesOf(product.process().pid ?? 0),
  };
}

/** The Linux kernel's sched-stats: what each thread has run, in nanoseconds. proc(5) counts hundredths of a second, a tenth of a journey. */
function processorSecondsOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map(
    (thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0],
  );
  return nanoseconds.reduce((sum, text) => sum + Number(text), 0) / 1_000_000_000;
}

/** proc(5): what of a process lies in memory. */
function residentMegabytesOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_000;
}

/** Less than 4 % of a processor over a second: what timers and polls need. */
async function untilQuiet(processorSeconds: () => number): Promise<void> {
  for (let i = 0; i < 60; i += 1) {
    const before = processorSeconds();
    await sleep(1_000);
    if (processorSeconds() - before < 0.04) return;
  }
  throw new Error("the server never came to rest");
}

/** Journeys over `urls`, `atOnce` at a time; answers journeys a second. */
export async function journeyRate(product: LoadedProduct, urls: readonly string[], atOnce: number): Promise<number> {
  const waiting = [...urls];
  const walk = async (): Promise<void> => {
    for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) await product.journey(url);
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: atOnce }, walk));
  return urls.length / ((performance.now() - start) / 1_000);
}
