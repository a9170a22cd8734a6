/**
 * `web.login.fcp`, `web.lighthouse`: what Lighthouse says of the pages a signer meets first, on the phone and the line that it
 * simulates by default: 'slow 4G' (1.6 Mbit/s, 150 ms) and a processor four times slower than this one.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromiumLaunch } from "../../e2e/browser.ts";
import { texts } from "../../e2e/journey.ts";
import { onePagePdf } from "../../e2e/pdf.ts";
import { startProduct } from "../../e2e/product.ts";
import { person, send } from "../../e2e/sender.ts";
import { atEffort, type Bench, type Effort } from "../figure.ts";
import { median, rounded } from "../interleave.ts";

/** As much of its page as is used here; the browser's is driven by what Lighthouse brings along for it. */
type Tab = {
  readonly goto: (url: string) => Promise<unknown>;
  readonly url: () => string;
  readonly waitForSelector: (selector: string) => Promise<unknown>;
  readonly waitForFunction: (script: string) => Promise<unknown>;
  readonly createCDPSession: () => Promise<{ readonly send: (method: string) => Promise<unknown> }>;
  readonly locator: (selector: string) => { readonly click: () => Promise<void> };
};
type Launched = { readonly newPage: () => Promise<Tab>; readonly close: () => Promise<void> };
type Puppeteer = { readonly launch: (options: ReturnType<typeof chromiumLaunch>) => Promise<Launched> };

/** Scores from 0 to 1, measurements in ms, of one page. */
type Report = {
  readonly lhr: {
    readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
    readonly audits: Readonly<Record<string, { readonly numericValue?: number; readonly errorMessage?: string }>>;
    readonly runtimeError?: { readonly message: string };
  };
};
type Lighthouse = (url: string, flags: object, config: undefined, page: Tab) => Promise<Report>;

const folder = join(import.meta.dirname, "../lighthouse");
const categories = ["performance", "accessibility", "best-practices"] as const;

/** Installs it where it is not yet: a hundred packages that nobody needs who does not measure. @throws when npm cannot */
async function loadLighthouse(): Promise<{ readonly lighthouse: Lighthouse; readonly puppeteer: Puppeteer }> {
  const modules = join(folder, "node_modules");
  if (!existsSync(join(modules, "lighthouse"))) {
    const installed = spawnSync("npm", ["ci", "--ignore-scripts"], { cwd: folder, encoding: "utf8" });
    if (installed.status !== 0) throw new Error(`Lighthouse could not be installed: ${installed.stderr}`);
  }
  const load = async (path: string) => (await import(pathToFileURL(join(modules, path)).href)).default;
  const [lighthouse, puppeteer] = await Promise.all([
    load("lighthouse/core/index.js"),
    load("puppeteer-core/lib/puppeteer/puppeteer-core.js"),
  ]);
  return { lighthouse, puppeteer };
}

/** A product, a browser and the link of a signer who has not opened it yet. */
type Visit = { readonly tab: Tab; readonly link: string; readonly look: () => Promise<Report["lhr"]> };

async function withVisit<T>(act: (visit: Visit) => Promise<T>): Promise<T> {
  const { lighthouse, puppeteer } = await loadLighthouse();
  const product = await startProduct();
  try {
    const browser = await puppeteer.launch(chromiumLaunch());
    try {
      const { signers } = await send(product.demo, onePagePdf(), [person("a_signature")]);
      const tab = await browser.newPage();
      const session = await tab.createCDPSession();
      // The session of the tab is what the pages behind the login live on; Lighthouse would empty the cache with it, or neither.
      const flags = { onlyCategories: categories, disableStorageReset: true, logLevel: "error" };
      const look = async () => {
        // Before the first look: one that broke off leaves the tab wherever it was.
        const url = tab.url();
        return await lookUntilJudged(async () => {
          await session.send("Network.clearBrowserCache");
          return (await lighthouse(url, flags, undefined, tab)).lhr;
        });
      };
      return await act({ tab, link: signers[0]?.url ?? "", look });
    } finally {
      await browser.close();
    }
  } finally {
    await product.stop();
  }
}

/**
 * A page that was not judged has no score, which is not a score of nothing: it is looked at anew, and said.
 * @throws after three looks, with Lighthouse's reasons
 */
export async function lookUntilJudged(look: Visit["look"], looks = 3): Promise<Report["lhr"]> {
  const lhr = await look();
  if (Object.values(lhr.categories).every(({ score }) => score !== null)) return lhr;
  const reasons = [lhr.runtimeError?.message, ...Object.values(lhr.audits).map(({ errorMessage }) => errorMessage)];
  const said = `Lighthouse judged nothing: ${[...new Set(reasons.filter((reason) => reason !== undefined))].join("; ")}`;
  if (looks === 1) throw new Error(said);
  process.stderr.write(`second try: ${said}\n`);
  return await lookUntilJudged(look, looks - 1);
}

/** The median of five, each with an empty cache: at most 1.5 s. */
export const loginFcp: Bench = {
  name: "web.login.fcp",
  floor: { at: "most", value: 1.5, goal: 0.9 },
  measure: async (effort) =>
    await withVisit(async ({ tab, link, look }) => {
      await tab.goto(link);
      const runs: number[] = [];
      for (let run = 0; run < atEffort(effort, 5); run += 1) {
        const { audits } = await look();
        runs.push(rounded((audits["first-contentful-paint"]?.numericValue ?? Number.NaN) / 1_000));
      }
      const note = "median; Lighthouse 13, phone, slow 4G, processor at a quarter";
      return { name: "web.login.fcp", value: median(runs), baseline: null, unit: "s", runs, note };
    }),
};

/** The lowest score of three pages in three categories, each the median of five: at least 95. */
export const lighthouseScores: Bench = {
  name: "web.lighthouse",
  floor: { at: "least", value: 95, goal: 100 },
  measure: async (effort) =>
    await withVisit(async (visit) => {
      const medians: { readonly name: string; readonly score: number; readonly runs: readonly number[] }[] = [];
      for (const [page, reach] of effort === "full" ? ways : ways.slice(0, 1)) {
        await reach(visit);
        for (const [category, runs] of await scoresOf(visit, effort))
          medians.push({ name: `${page} ${category} ${median(runs)}`, score: median(runs), runs });
      }
      const [lowest] = medians.toSorted((a, b) => a.score - b.score);
      if (lowest === undefined) throw new Error("nothing was measured");
      const note = medians.map(({ name }) => name).join(", ");
      const { score: value, runs } = lowest;
      return { name: "web.lighthouse", value, baseline: null, unit: "points", runs, note };
    }),
};

async function scoresOf({ look }: Visit, effort: Effort): Promise<ReadonlyMap<string, number[]>> {
  const scores = new Map<string, number[]>(categories.map((category) => [category, []]));
  for (let run = 0; run < atEffort(effort, 5); run += 1) {
    const lhr = await look();
    for (const [category, runs] of scores) runs.push(Math.round((lhr.categories[category]?.score ?? Number.NaN) * 100));
  }
  return scores;
}

const named = (role: string, name: string): string => `::-p-aria([name="${name}"][role="${role}"])`;
const at = async (tab: Tab, path: string): Promise<unknown> =>
  await tab.waitForFunction(`location.pathname.endsWith(${JSON.stringify(path)})`);

/** From each page to the next, as a signer goes. */
const ways: ReadonlyArray<readonly [string, (visit: Visit) => Promise<void>]> = [
  ["login", async ({ tab, link }) => void (await tab.goto(link))],
  [
    "credentials",
    async ({ tab, link }) => {
      await tab.goto(link);
      await tab.locator("input[type=checkbox]").click();
      await tab.locator(named("button", texts.en["login.continue"])).click();
      await at(tab, "/credentials");
    },
  ],
  [
    "authenticate",
    async ({ tab }) => {
      await tab.locator(named("button", texts.en["credentials.confirm"])).click();
      await tab.waitForSelector("[data-page] canvas");
      await tab.locator(named("button", texts.en["frame.next"])).click();
      await at(tab, "/authenticate");
    },
  ],
];
