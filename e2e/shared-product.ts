/**
 * One product and one browser for each worker of the test runner: they start with the first walk of a worker and serve all that follow.
 * A worker ends without a word, so what it started is written into a folder of the run, and the run's teardown ends it.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { inject } from "vitest";
import { startApart, type Walked } from "./apart.ts";
import { launchForWalks } from "./browser.ts";
import { startProduct } from "./product.ts";

/** Every walk asks for codes from one address; how many one may ask for is tested in `packages/server/http`. */
const environment = { SIEGEL_CODES_PER_ADDRESS_PER_HOUR: "10000" };

let product: Promise<Walked> | undefined;
let browser: Promise<Browser> | undefined;

/** The product of this worker. On the tests' own PostgreSQL it is one process; where DATABASE_URL names a server, several. */
export async function sharedProduct(): Promise<Walked> {
  product ??= start();
  // A product that did not start must not fail every later file for the first one's reason.
  return await product.catch((fault: unknown) => {
    product = undefined;
    throw fault;
  });
}

async function start(): Promise<Walked> {
  const started =
    process.env.DATABASE_URL === undefined
      ? await startProduct(environment, inject("maintenanceUrl"))
      : await startApart(environment);
  const left = { pids: started.pids(), folders: [started.dataDir] };
  writeFileSync(join(inject("sharedFolder"), `${process.pid}.json`), JSON.stringify(left));
  return started;
}

/** The browser of this worker, a new one where the last has crashed. */
export async function sharedBrowser(): Promise<Browser> {
  const running = await browser?.catch(() => undefined);
  if (running?.isConnected() === true) return running;
  browser = launchForWalks();
  return await browser;
}
