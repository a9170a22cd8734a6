/** The whole product as a process of its own, and advanced journeys over HTTP: from login to the signed document. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onePagePdf } from "../../e2e/pdf.ts";
import { embeddedUrl, type Product, startProduct } from "../../e2e/product.ts";
import { person, send } from "../../e2e/sender.ts";
import { confirmFiles, logIn, receiveCode, sign } from "../../fixtures/signer-client.ts";
import { postgresFolder, readPidFile } from "../../packages/server/adapters/database/postgres-folder.ts";

/** A product with its limits out of the way, and what goes on inside of it. */
export type LoadedProduct = {
  readonly demo: Product["demo"];
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
  /** The same with its other processes, the database among them, and without the sandbox. @throws where the database is none of its own */
  readonly allProcessorSeconds: () => number;
  /** Resolves when the server has nothing left to do: mails, reports. */
  readonly untilIdle: () => Promise<void>;
};

const unlimited = { SIEGEL_CODES_PER_NUMBER_PER_HOUR: "100000", SIEGEL_CODES_PER_ADDRESS_PER_HOUR: "100000" };

/** Starts a product, hands it to `measure` and ends it. */
export async function withProduct<T>(
  measure: (product: LoadedProduct) => Promise<T>,
  settings: Record<string, string> = {},
): Promise<T> {
  const product = await startProduct({ ...unlimited, ...settings });
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
    demo: product.demo,
    databaseUrl: product.env.DATABASE_URL ?? embeddedUrl(product.dataDir),
    processorSeconds,
    allProcessorSeconds: () => processorSecondsOfAll(product),
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

/** Of the server and its database, each with the processes that they started; the sandbox, which the server started too, is the outside world. */
function processorSecondsOfAll(product: Product): number {
  const database = readPidFile(postgresFolder(product.dataDir));
  if (database === null) throw new Error("the database is not the product's own: unset DATABASE_URL");
  const sandbox = Number(readFileSync(join(product.dataDir, "sandbox.pid"), "utf8"));
  return processorSecondsOfTrees([product.process().pid ?? 0, database.pid], sandbox);
}

/** The Linux kernel's sched-stats: what each thread has run, in nanoseconds. proc(5) counts hundredths of a second, a tenth of a journey. */
export function processorSecondsOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map(
    (thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0],
  );
  return nanoseconds.reduce((sum, text) => sum + Number(text), 0) / 1_000_000_000;
}

const ticks_a_second = 100;

/** The processes that live below these, themselves included, with what those that ended below them had used (proc(5): cutime, cstime). */
export function processorSecondsOfTrees(roots: readonly number[], without?: number): number {
  const living = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const told = living.flatMap((name) => statOf(Number(name)));
  const found: (typeof told)[number][] = [];
  let next = told.filter(({ pid }) => roots.includes(pid));
  while (next.length > 0) {
    found.push(...next);
    const parents = next.map(({ pid }) => pid);
    next = told.filter(({ pid, parent }) => parents.includes(parent) && pid !== without && !roots.includes(pid));
  }
  return found.reduce((sum, { pid, ended }) => sum + processorSecondsOf(pid) + ended, 0);
}

/** Nothing of a process that ended meanwhile. */
function statOf(pid: number): { readonly pid: number; readonly parent: number; readonly ended: number }[] {
  try {
    // The name in brackets may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    const [parent, user, system] = [fields[1], fields[13], fields[14]].map(Number);
    return [{ pid, parent: parent ?? 0, ended: ((user ?? 0) + (system ?? 0)) / ticks_a_second }];
  } catch {
    return [];
  }
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
