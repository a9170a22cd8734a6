/** One product and one browser a test file, and people who come and go. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { startApart, type Walked } from "./apart.ts";
import { launchBrowser, newPerson, type Person } from "./browser.ts";
import { startProduct } from "./product.ts";
import { tellLogWhenFailed } from "./tell-log.ts";

/** What a test file of walks has. */
export type Walk = {
  readonly product: Walked;
  /** Lets one person act in a browser of their own; fails on any script error, CSP report or third-party request. */
  readonly withPerson: (
    options: Parameters<typeof newPerson>[2],
    act: (person: Person) => Promise<void>,
  ) => Promise<void>;
};

/**
 * Starts product and browser before the tests of a file and ends them after. On an embedded database it is one process, as a
 * newcomer starts it; where DATABASE_URL names a server, several, as an operator does: every walk is walked in both.
 */
export function startWalk(env: Record<string, string> = {}): Walk {
  let product: Walked | undefined;
  let browser: Browser | undefined;
  const running = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error("the product has not started");
    return part;
  };
  beforeAll(async () => {
    const start = process.env.DATABASE_URL === undefined ? startProduct : startApart;
    [product, browser] = await Promise.all([start(env), launchBrowser()]);
  }, 120_000);
  tellLogWhenFailed(() => product?.printed() ?? "");
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });
  return {
    get product() {
      return running(product);
    },
    withPerson: async (options, act) => {
      const someone = await newPerson(running(browser), running(product).demo.baseUrl, options);
      try {
        await act(someone);
        expect(someone.faults).toEqual([]);
      } finally {
        await someone.context.close();
      }
    },
  };
}
