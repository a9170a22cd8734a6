/** A thin wrapper around pdf.js: opens a file part by part, says where fields are. */
import { filledBesides, foreignRects, widgetsAmong } from "@siegel/contract/foreign-fields.ts";
import { reading_block_bytes } from "@siegel/contract/limits.ts";
import { shared_drawing_options } from "@siegel/contract/page-drawing.ts";
import {
  GlobalWorkerOptions,
  getDocument,
  PDFDataRangeTransport,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
  version,
} from "pdfjs-dist/legacy/build/pdf.mjs";
import workerUrl from "pdfjs-dist/legacy/build/pdf.worker.min.mjs?url";
import { openBytes } from "./bytes.ts";
import type { Box, DocumentReader, DocumentSource, Opening, PageWords, ReadPage, Rect } from "./document-reader.ts";
import { annotationsOf, drawPage, layText, textOfPage } from "./draw-page.ts";
import { type LostBytes, untilWorthTrying } from "./part-requests.ts";
import { viewerHeaders } from "./viewer-name.ts";

GlobalWorkerOptions.workerSrc = workerUrl;

/** The script of pdf.js's worker, to have it at hand before a document is opened. */
export const workerScript: string = workerUrl;

/** Opens a file part by part: only what is looked at is fetched. `onLost`: no more of it can be had; `close` ends its worker. */
export function openReader(
  { url, size, headers, fieldsOf }: DocumentSource,
  onLost: (why: LostBytes) => void,
): Opening {
  const bytes = openBytes({
    url,
    size,
    headers: () => ({ Accept: "application/pdf", ...headers(), ...viewerHeaders(`pdf.js ${version}`) }),
    fetch: window.fetch.bind(window),
    wait: untilWorthTrying,
    onLost,
  });
  const range = new PDFDataRangeTransport(size, null);
  range.requestDataRange = (begin, end) => void bytes.read(begin, end).then((part) => range.onDataRange(begin, part));
  range.abort = bytes.close;
  const worker = PDFWorker.create({});
  const task = getDocument({
    worker,
    range,
    rangeChunkSize: reading_block_bytes,
    ...shared_drawing_options,
    cMapUrl: "/pdfjs/cmaps/",
    standardFontDataUrl: "/pdfjs/standard_fonts/",
    iccUrl: "/pdfjs/iccs/",
    wasmUrl: "/pdfjs/wasm/",
  });
  let isOpen = false;
  const close = (): void => {
    bytes.close();
    // One that is still opening would stumble over its end, loudly; there is nothing of it to put away yet.
    if (isOpen) void task.destroy().finally(() => worker.destroy());
    else worker.destroy();
  };
  const toReader = (document: PDFDocumentProxy): DocumentReader => {
    isOpen = true;
    return {
      pages: document.numPages,
      page: async (number) => toPage(await document.getPage(number), fieldsOf),
      wordsFrom: async (number) => [await wordsOf(await document.getPage(number), fieldsOf)],
    };
  };
  return { opened: task.promise.then(toReader), close };
}

function toPage(page: PDFPageProxy, fieldsOf: string): ReadPage {
  const { width, height } = page.getViewport({ scale: 1 });
  return {
    size: { width, height },
    boxOf: (rect, scale) => boxOnPage(page, scale, rect),
    foreign: async () => foreignRects(widgetsAmong(await annotationsOf(page)), fieldsOf),
    draw: (fineness) => drawPage(page, fineness),
    layText: (container) => layText(page, container),
  };
}

async function wordsOf(page: PDFPageProxy, fieldsOf: string): Promise<PageWords> {
  // One after the other: drawPage (draw-page.ts) says what becomes of fields that are read twice at once.
  const filled = filledBesides(widgetsAmong(await annotationsOf(page)), fieldsOf);
  return { pieces: await textOfPage(page), filled };
}

function boxOnPage(page: PDFPageProxy, scale: number, rect: Rect): Box {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = rect;
  const viewport = page.getViewport({ scale });
  const [ax = 0, ay = 0] = viewport.convertToViewportPoint(x0, y0);
  const [bx = 0, by = 0] = viewport.convertToViewportPoint(x1, y1);
  return { left: Math.min(ax, bx), top: Math.min(ay, by), width: Math.abs(ax - bx), height: Math.abs(ay - by) };
}
