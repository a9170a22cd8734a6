/**
 * `web.shell.js`: the JavaScript that a browser has loaded when the documents step shows, from the login on, in KB (1,000 bytes)
 * after gzip. pdf.js is left out, its worker too: it is fetched while somebody reads the page before, and draws, but is not the step.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { newPerson } from "../../e2e/browser.ts";
import { confirmDetails, documentShown, logIn } from "../../e2e/journey.ts";
import { onePagePdf } from "../../e2e/pdf.ts";
import type { Bench } from "../figure.ts";
import { withReading } from "./reading.ts";

const dist = join(import.meta.dirname, "../../packages/web/dist");

/** The class of pdf.js that talks to its worker; nothing of ours says its name. */
const isPdfChunk = (script: Buffer): boolean => script.includes("PDFWorker");

/** The figure: at most 170 KB. */
export const webShellJs: Bench = {
  name: "web.shell.js",
  floor: { at: "most", value: 170, goal: 120 },
  measure: async () =>
    await withReading(async ({ browser, demo, send }) => {
      const { page, context } = await newPerson(browser, demo.baseUrl);
      const paths = new Set<string>();
      page.on("response", (response) => {
        const { pathname } = new URL(response.url());
        if (/^\/assets\/.*\.m?js$/.test(pathname)) paths.add(pathname);
      });
      await logIn({ page }, await send(onePagePdf()));
      await confirmDetails({ page });
      await documentShown({ page });
      await context.close();
      const scripts = [...paths].map((path) => readFileSync(join(dist, path)));
      const shell = scripts.filter((script) => !isPdfChunk(script));
      // Without the chunk that is left out something else would have been measured.
      if (shell.length === scripts.length) throw new Error("no chunk of pdf.js was loaded");
      const bytes = shell.map((script) => gzipSync(script, { level: 9 }).length);
      const value = Math.round(bytes.reduce((sum, length) => sum + length, 0) / 100) / 10;
      const note = `${shell.length} modules; what is loaded does not vary from run to run`;
      return { name: "web.shell.js", value, baseline: null, unit: "KB gz", runs: [value], note };
    }),
};
