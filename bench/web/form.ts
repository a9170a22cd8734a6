/** `web.form`: how long the page stands still while somebody types in a form of 300 fields, on the paper and in the guide. */
import type { Page } from "playwright-core";
import { makePdf } from "../../fixtures/make-pdf.ts";
import { atEffort, type Bench, runs_of_a_figure } from "../figure.ts";
import { median, rounded } from "../interleave.ts";
import { withReading } from "./reading.ts";

const fields = 300;
const fields_a_page = 50;
const reference = "reader";

/** A form of `fields` text fields over as few pages as they need. */
function formPdf(): Uint8Array {
  const pages = Math.ceil(fields / fields_a_page);
  const all = Array.from({ length: fields }, (_, at) => at);
  const fieldNumber = (at: number): number => 4 + pages + at;
  const widget = (at: number): string => {
    const [column, row] = [at % 2, Math.floor((at % fields_a_page) / 2)];
    const [x, y] = [50 + column * 260, 770 - row * 29];
    return `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${reference}.f${at}) /Rect [${x} ${y} ${x + 220} ${y + 20}] /F 4 /P ${4 + Math.floor(at / fields_a_page)} 0 R /DA (/Helv 10 Tf 0 g) >>`;
  };
  const refs = (some: readonly number[]): string => some.map((at) => `${fieldNumber(at)} 0 R`).join(" ");
  return makePdf({
    objects: [
      `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${refs(all)}] /DA (/Helv 10 Tf 0 g) /DR << /Font << /Helv 3 0 R >> >> >> >>`,
      `<< /Type /Pages /Count ${pages} /MediaBox [0 0 595 842] /Kids [${Array.from({ length: pages }, (_, at) => `${4 + at} 0 R`).join(" ")}] >>`,
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
      ...Array.from({ length: pages }, (_, page) => {
        const own = all.slice(page * fields_a_page, (page + 1) * fields_a_page);
        return `<< /Type /Page /Parent 2 0 R /Resources << >> /Annots [${refs(own)}] >>`;
      }),
      ...all.map(widget),
    ],
  });
}

/** The ninety-ninth of a hundred frames while one types: at most 50 ms. */
export const formTyping: Bench = {
  name: "web.form",
  floor: { at: "most", value: 50, goal: 16 },
  measure: async (effort) =>
    await withReading(async ({ send, read }) => {
      const link = await send(formPdf(), reference);
      const runs: number[] = [];
      for (let run = 0; run < atEffort(effort, runs_of_a_figure); run += 1)
        runs.push(await read(link, (page) => typedFrames(page, atEffort(effort, 120, 10))));
      const note = `${fields} fields, typed in one on the paper and one in the guide`;
      return { name: "web.form", value: median(runs), baseline: null, unit: "ms", runs, note };
    }),
};

async function typedFrames(page: Page, characters: number): Promise<number> {
  const onPaper = page.locator("[data-page] input.pf, [data-page] textarea.pf");
  await onPaper.nth(3).waitFor();
  await page.waitForTimeout(1_000);
  const frames = page.evaluate(watchFrames);
  frames.catch(() => undefined); // what went wrong before the page was closed is what has to be told
  const half = "Speicherstrasse 8 ".repeat(10).slice(0, Math.ceil(characters / 2));
  for (const field of [onPaper.nth(3), page.locator("#guide-field")]) {
    await field.focus();
    await page.keyboard.type(half, { delay: 25 });
  }
  await page.evaluate(() => document.dispatchEvent(new Event("typed")));
  const sorted = (await frames).sort((a, b) => a - b);
  return rounded(sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN);
}

/** Milliseconds from frame to frame until the document is told that somebody has typed. */
function watchFrames(): Promise<number[]> {
  return new Promise((resolve) => {
    const frames: number[] = [];
    let [last, ended] = [performance.now(), false];
    document.addEventListener("typed", () => {
      ended = true;
    });
    const frame = (): void => {
      const now = performance.now();
      frames.push(now - last);
      last = now;
      if (ended) resolve(frames);
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}
