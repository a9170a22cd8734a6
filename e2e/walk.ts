/** Walks of people: a product, a browser, and people who come and go, each with a browser context of their own. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { startApart, type Walked } from "./apart.ts";
import { newPerson, type Person } from "./browser.ts";
import { startProduct } from "./product.ts";
import { sharedBrowser, sharedProduct } from "./shared-product.ts";
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
 * The product and the browser that all walks of this worker share; with an environment of its own (`env`) a file gets a product of its
 * own, which ends with it. Where DATABASE_URL names a server it is several processes, as an operator starts them.
 */
export function startWalk(env?: Record<string, string>): Walk {
  let product: Walked | undefined;
  let browser: Browser | undefined;
  const running = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error("the product has not started");
    return part;
  };
  let printedBefore = 0;
  beforeAll(async () => {
    const start = process.env.DATABASE_URL === undefined ? startProduct : startApart;
    [product, browser] = await Promise.all([env === undefined ? sharedProduct() : start(env), sharedBrowser()]);
    printedBefore = product.printed().length;
  }, 120_000);
  tellLogWhenFailed(() => product?.printed().slice(printedBefore) ?? "");
  afterAll(async () => {
    if (env !== undefined) await product?.stop();
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
