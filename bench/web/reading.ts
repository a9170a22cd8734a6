/** Somebody who reads a document in a browser: how they come to it, and when they see something. */

import { createdWorkflow, uploadPdf } from "@siegel/contract/calls/sending.ts";
import type { Browser, Page } from "playwright-core";
import { launchBrowser, newPerson } from "../../e2e/browser.ts";
import { confirmDetails, logIn } from "../../e2e/journey.ts";
import { type Demo, type Product, startProduct } from "../../e2e/product.ts";
import { call, person } from "../../e2e/sender.ts";

/** A product and a browser, for as long as something is measured. */
export type Reading = {
  readonly browser: Browser;
  readonly demo: Demo;
  /** Sends a document to one signer; answers the link. */
  readonly send: (pdf: Uint8Array, reference?: string) => Promise<string>;
  /** Lets somebody new read the document behind a link, `origin` being the line to the product; as far as the documents' page. */
  readonly read: <T>(link: string, origin: string, act: (page: Page) => Promise<T>) => Promise<T>;
};

/** Starts both, hands them to `measure` and ends them. */
export async function withReading<T>(measure: (reading: Reading) => Promise<T>): Promise<T> {
  const [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  try {
    return await measure(readingOf(product, browser));
  } finally {
    await browser.close();
    await product.stop();
  }
}

function readingOf({ demo }: Product, browser: Browser): Reading {
  return {
    browser,
    demo,
    send: async (pdf, reference = "reader") => await sendLarge(demo, pdf, reference),
    read: async (link, origin, act) => {
      const { page, context } = await newPerson(browser, origin);
      page.setDefaultTimeout(120_000);
      try {
        await logIn({ page }, link.replace(demo.baseUrl, origin));
        await confirmDetails({ page });
        return await act(page);
      } finally {
        await context.close();
      }
    },
  };
}

async function sendLarge(demo: Demo, pdf: Uint8Array, reference: string): Promise<string> {
  const upload = await fetch(`${demo.baseUrl}${uploadPdf.path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${demo.apiKey}`, "content-type": "application/pdf" },
    body: Buffer.from(pdf),
  });
  const { upload_id } = uploadPdf.response.parse(((await upload.json()) as { readonly data: unknown }).data);
  const answer = await call(demo, "POST", "/api/v1/workflows", {
    name: "Scan",
    initiator: { first_name: "Jonas", last_name: "Feddersen", email: "jonas@hafenwerk.example" },
    documents: [{ name: "Scan.pdf", upload_id }],
    signers: [person("a_signature", { reference })],
  });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  const url = createdWorkflow.parse(answer.body.data).signers[0]?.url;
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
