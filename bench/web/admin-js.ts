/** `web.admin.js`: the JavaScript that a browser has loaded when the tokens table shows, from the login on, in KB (1,000 bytes) after gzip. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { newPerson } from "../../e2e/browser.ts";
import type { Bench } from "../figure.ts";
import { withReading } from "./reading.ts";

const dist = join(import.meta.dirname, "../../packages/web/dist");

/** The figure: at most 230 KB. */
export const webAdminJs: Bench = {
  name: "web.admin.js",
  floor: { at: "most", value: 230, goal: 170 },
  measure: async () =>
    await withReading(async ({ browser, demo }) => {
      const { admin, baseUrl } = demo;
      if (admin === null) throw new Error("the demo has no administrator");
      const { page, context } = await newPerson(browser, baseUrl);
      const paths = new Set<string>();
      page.on("response", (response) => {
        const { pathname } = new URL(response.url());
        if (/^\/assets\/.*\.m?js$/.test(pathname)) paths.add(pathname);
      });
      await page.goto(`${baseUrl}/adminLogin`);
      await page.locator("#email").fill(admin.email);
      await page.locator("input[type=password]").fill(admin.password);
      await page.locator("form button[type=submit]").first().click();
      await page.getByRole("table").waitFor();
      await context.close();
      const bytes = [...paths].map((path) => gzipSync(readFileSync(join(dist, path)), { level: 9 }).length);
      const value = Math.round(bytes.reduce((sum, length) => sum + length, 0) / 100) / 10;
      const note = `${paths.size} modules; what is loaded does not vary from run to run`;
      return { name: "web.admin.js", value, baseline: null, unit: "KB gz", runs: [value], note };
    }),
};
