/** Somebody who reads a document in a browser: how they come to it, and when they see something. */

import type { Browser, Page } from "playwright-core";
import { launchBrowser, newPerson } from "../../e2e/browser.ts";
import { confirmDetails, logIn } from "../../e2e/journey.ts";
import { type Demo, type Product, startProduct } from "../../e2e/product.ts";
import { person, send } from "../../e2e/sender.ts";
import { freePort } from "../../packages/server/adapters/database/embedded-postgres.ts";
import { type Line, openSlowLine } from "./slow-line.ts";

/** A product and a browser, for as long as something is measured. */
export type Reading = {
  readonly browser: Browser;
  readonly demo: Demo;
  /** Sends a document to one signer; answers the link. */
  readonly send: (pdf: Uint8Array, reference?: string) => Promise<string>;
  /** Lets somebody new read the document behind a link, as far as the documents' page. */
  readonly read: <T>(link: string, act: (page: Page) => Promise<T>) => Promise<T>;
};

/** Starts both, hands them to `measure` and ends them. With a `line`, the product's public address is that of the line: nobody can log in at another one. */
export async function withReading<T>(measure: (reading: Reading) => Promise<T>, line?: Line): Promise<T> {
  const port = await freePort();
  const slow = line === undefined ? null : await openSlowLine(port, line);
  const address = slow === null ? {} : { SIEGEL_PUBLIC_URL: slow.url };
  const [product, browser] = await Promise.all([startProduct({ PORT: String(port), ...address }), launchBrowser()]);
  try {
    return await measure(readingOf(product, browser));
  } finally {
    await browser.close();
    await slow?.close();
    await product.stop();
  }
}

function readingOf({ demo }: Product, browser: Browser): Reading {
  return {
    browser,
    demo,
    send: async (pdf, reference = "reader") => await linkTo(demo, pdf, reference),
    read: async (link, act) => {
      const { page, context } = await newPerson(browser, demo.baseUrl);
      page.setDefaultTimeout(120_000);
      try {
        await logIn({ page }, link);
        await confirmDetails({ page });
        return await act(page);
      } finally {
        await context.close();
      }
    },
  };
}

async function linkTo(demo: Demo, pdf: Uint8Array, reference: string): Promise<string> {
  const url = (await send(demo, pdf, [person("a_signature", { reference })])).signers[0]?.url;
  if (url === undefined) throw new Error("a workflow without its signer");
  return url;
}

/** Resolves when there is writing on the picture of a page: darker than paper, seen from where the browser paints. */
export async function untilPainted(page: Page, number: number): Promise<void> {
  await page.waitForFunction(
    (wanted) => {
      const canvas = document.querySelector<HTMLCanvasElement>(`[data-page="${wanted}"] canvas`);
      if (canvas === null || canvas.width < 10) return false;
      const small = new OffscreenCanvas(40, 40).getContext("2d", { willReadFrequently: true });
      small?.drawImage(canvas, 0, 0, 40, 40);
      const pixels = small?.getImageData(0, 0, 40, 40).data ?? [];
      return pixels.some((value, at) => at % 4 === 0 && (pixels[at + 3] ?? 0) > 0 && value < 190);
    },
    number,
    { polling: 50 },
  );
}
