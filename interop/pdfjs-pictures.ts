/** Pages as a signer sees them: drawn by pdf.js in Chromium, set up as the web's own viewer sets it up. */
import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { shared_drawing_options } from "@siegel/contract/page-drawing.ts";
import type { Page } from "playwright-core";
import { launchBrowser } from "../e2e/browser.ts";
import { ToolMissing } from "../fixtures/outside-tool.ts";
import type { Picture } from "../fixtures/pictures.ts";

/** Draws the first page of `file` at `dpi`. One drawing at a time. */
export type Viewer = (file: Uint8Array, dpi: number) => Promise<Picture>;

const library = join(import.meta.dirname, "../node_modules/pdfjs-dist");
const origin = "http://viewer.example";
const types: Readonly<Record<string, string>> = { ".mjs": "text/javascript", ".js": "text/javascript" };

/** Runs in the page: the same options and the same call as viewer/reader/pdf-reader.ts. */
const drawing = `async ({ dpi, url, options }) => {
  const pdfjs = await import("/legacy/build/pdf.mjs");
  pdfjs.GlobalWorkerOptions.workerSrc = "/legacy/build/pdf.worker.min.mjs";
  globalThis.worker ??= new pdfjs.PDFWorker();
  const task = pdfjs.getDocument({
    ...options,
    worker: globalThis.worker,
    url, cMapUrl: "/cmaps/", standardFontDataUrl: "/standard_fonts/", iccUrl: "/iccs/", wasmUrl: "/wasm/",
  });
  const page = await (await task.promise).getPage(1);
  const viewport = page.getViewport({ scale: dpi / 72 });
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(viewport.width);
  canvas.height = Math.round(viewport.height);
  await page.render({ canvas, viewport }).promise;
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const rgb = new Uint8Array((data.length / 4) * 3);
  for (let i = 0; i < data.length / 4; i += 1) rgb.set(data.subarray(4 * i, 4 * i + 3), 3 * i);
  await task.destroy();
  return { width: canvas.width, height: canvas.height, rgb: rgb.toBase64() };
}`;

/** Whether a text whose font is not in the file is in the font of that name that this machine has, as it is for a signer, or in pdf.js's own. */
type Fonts = { readonly useSystemFonts?: boolean };
type Viewers = { readonly viewers: readonly Viewer[]; readonly close: () => Promise<void> };

/** Opens a browser for many files, with so many viewers in it. @throws ToolMissing where there is no Chromium */
export async function openViewers(count: number, { useSystemFonts = true }: Fonts = {}): Promise<Viewers> {
  const browser = await launchBrowser().catch((cause: unknown) => {
    throw new ToolMissing("Chromium cannot be started", { cause });
  });
  const viewers = await Promise.all(
    Array.from({ length: count }, async () => openViewer(await browser.newPage(), { useSystemFonts })),
  );
  return { viewers, close: () => browser.close() };
}

async function openViewer(page: Page, fonts: Fonts): Promise<Viewer> {
  const options = { ...shared_drawing_options, ...fonts };
  let shown: Uint8Array = new Uint8Array();
  let drawings = 0;
  await page.route("**/*", async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === "/") return await route.fulfill({ contentType: "text/html", body: "<!doctype html>" });
    const body = pathname === "/file.pdf" ? Buffer.from(shown) : readFileSync(join(library, pathname));
    return await route.fulfill({ body, contentType: types[extname(pathname)] ?? "application/octet-stream" });
  });
  await page.goto(origin);
  return async (file, dpi) => {
    shown = file;
    drawings += 1;
    const wish = JSON.stringify({ dpi, url: `/file.pdf?${drawings}`, options });
    const drawn = (await page.evaluate(`(${drawing})(${wish})`)) as { width: number; height: number; rgb: string };
    return { ...drawn, rgb: new Uint8Array(Buffer.from(drawn.rgb, "base64")) };
  };
}
