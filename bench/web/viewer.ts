/** `web.firstpage`, `web.memory`: a scan of 300 pages and 57 MB before somebody's eyes, over a slow line, and after thirty jumps in it. */
import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { atEffort, type Bench, type Effort, runs_of_a_figure } from "../figure.ts";
import { median, rounded } from "../interleave.ts";
import { type Reading, untilPainted, withReading } from "./reading.ts";
import { makeScan } from "./scan.ts";
import type { Line } from "./slow-line.ts";

const line: Line = { megabitsPerSecond: 10, roundTripMs: 60 };

async function sendScan({ browser, send }: Reading, effort: Effort): Promise<string> {
  return await send(await makeScan(browser, { pages: atEffort(effort, 300, 12), pageBytes: 200_000 }));
}

/** From opening the address of the documents' page, with nothing in the browser's cache, to writing on the first page: at most 2.5 s. */
export const firstPage: Bench = {
  name: "web.firstpage",
  floor: { at: "most", value: 2.5, goal: 1.5 },
  measure: async (effort) =>
    await withReading(async (reading) => {
      const link = await sendScan(reading, effort);
      const runs: number[] = [];
      const asDelivered: number[] = [];
      for (let run = 0; run < atEffort(effort, runs_of_a_figure); run += 1) {
        const times = await reading.read(link, timesOf);
        runs.push(times.cold);
        asDelivered.push(times.walked);
      }
      return {
        name: "web.firstpage",
        value: median(runs),
        baseline: null,
        unit: "s",
        runs,
        note: `cold cache, 10 Mbit/s, 60 ms; from the page before it ${median(asDelivered)} s`,
      };
    }, line),
};

/** Seconds: after the page before, as people come to it, and from an address with an empty cache. */
async function timesOf(page: Page): Promise<{ readonly walked: number; readonly cold: number }> {
  const arrived = performance.now();
  await untilPainted(page, 1);
  const walked = rounded((performance.now() - arrived) / 1_000);
  const session = await page.context().newCDPSession(page);
  await session.send("Network.clearBrowserCache");
  const opened = performance.now();
  await page.reload({ waitUntil: "commit" });
  await untilPainted(page, 1);
  return { walked, cold: rounded((performance.now() - opened) / 1_000) };
}

/**
 * Megabytes of the tab after thirty jumps in a window of a desktop: at most 350. People see the 'memory footprint' of the browser's
 * task manager, which leaves out what is shared; the proportional set size is that and the tab's part of the shared, pixels handed to
 * the screen among it. The resident set size, a hundred more, counts the browser's own program for each tab again.
 */
export const viewerMemory: Bench = {
  name: "web.memory",
  floor: { at: "most", value: 350, goal: 200 },
  measure: async (effort) =>
    await withReading(async (reading) => {
      const link = await sendScan(reading, effort);
      const runs: number[] = [];
      for (let run = 0; run < atEffort(effort, runs_of_a_figure); run += 1)
        runs.push(await reading.read(link, (page) => memoryAfterJumps(reading.browser, page, effort)));
      const note = "proportional set size of the renderer after 30 jumps";
      return { name: "web.memory", value: median(runs), baseline: null, unit: "MB", runs, note };
    }),
};

async function memoryAfterJumps(browser: Browser, page: Page, effort: Effort): Promise<number> {
  await untilPainted(page, 1);
  const pages = atEffort(effort, 300, 12);
  for (let jump = 1; jump <= atEffort(effort, 30, 3); jump += 1) {
    const wanted = 1 + ((jump * 97) % pages);
    await page.locator("#page-jump").fill(String(wanted));
    await page.keyboard.press("Enter");
    await untilPainted(page, wanted);
  }
  return await largestRenderer(browser);
}

async function largestRenderer(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const megabytes = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => setSizeOf(id));
  return Math.max(...megabytes);
}

/** proc(5): the set size in which a page of memory that several processes share counts as their part of it. */
function setSizeOf(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  return Math.round(Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? Number.NaN) / 1_000);
}
