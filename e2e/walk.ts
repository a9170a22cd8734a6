/** One product and one browser a test file, and people who come and go. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchBrowser, newPerson, type Person } from "./browser.ts";
import { type Product, startProduct } from "./product.ts";

/** What a test file of walks has. */
export type Walk = {
  readonly product: Product;
  /** Lets one person act in a browser of their own; fails on any script error, CSP report or third-party request. */
  readonly withPerson: (
    options: Parameters<typeof newPerson>[2],
    act: (person: Person) => Promise<void>,
  ) => Promise<void>;
};

/** Starts product and browser before the tests of a file and ends them after. */
export function startWalk(env: Record<string, string> = {}): Walk {
  let product: Product | undefined;
  let browser: Browser | undefined;
  const running = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error("the product has not started");
    return part;
  };
  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(env), launchBrowser()]);
  }, 120_000);
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
