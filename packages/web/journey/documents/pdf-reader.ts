/** A thin wrapper around pdf.js: opens a file of the session part by part, says where fields are. */
import { reading_block_bytes } from "@siegel/contract/limits.ts";
import {
  GlobalWorkerOptions,
  getDocument,
  PDFDataRangeTransport,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
} from "pdfjs-dist/legacy/build/pdf.mjs";
import workerUrl from "pdfjs-dist/legacy/build/pdf.worker.min.mjs?url";
import { fileUrl } from "../../api/calls.ts";
import { sessionHeaders } from "../../api/client.ts";
import { foreignRects } from "./foreign-fields.ts";
import { type LostOctets, openOctets } from "./octets.ts";

GlobalWorkerOptions.workerSrc = workerUrl;

/** The script of pdf.js's worker, to have it at hand before a document is opened. */
export const workerScript: string = workerUrl;

/** CSS pixels from the top left of the drawn page. */
export type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** CSS pixels at scale 1, rotation applied. */
export type PageSize = { readonly width: number; readonly height: number };

/** An opened document. */
export type PdfReader = {
  readonly pages: number;
  readonly page: (number: number) => Promise<PDFPageProxy>;
};

/** Opens a file part by part: only what is looked at is fetched. `onLost`: no more of it can be had; `close` ends its worker. */
export function openReader(
  { id, size }: { readonly id: string; readonly size: number },
  onLost: (why: LostOctets) => void,
): { readonly opened: Promise<PdfReader>; readonly close: () => void } {
  const octets = openOctets({
    url: fileUrl(id),
    size,
    headers: () => ({ Accept: "application/pdf", ...sessionHeaders() }),
    fetch: window.fetch.bind(window),
    wait: untilWorthTrying,
    onLost,
  });
  const range = new PDFDataRangeTransport(size, null);
  range.requestDataRange = (begin, end) => void octets.read(begin, end).then((part) => range.onDataRange(begin, part));
  range.abort = octets.close;
  const worker = PDFWorker.create({});
  const task = getDocument({
    worker,
    range,
    rangeChunkSize: reading_block_bytes,
    disableAutoFetch: true,
    disableStream: true,
    cMapUrl: "/pdfjs/cmaps/",
    standardFontDataUrl: "/pdfjs/standard_fonts/",
    iccUrl: "/pdfjs/iccs/",
    wasmUrl: "/pdfjs/wasm/",
    // WebAssembly needs an exception in the Content-Security-Policy; the decoders exist as plain script too.
    useWasm: false,
    // What the browser's own decoder makes stays in a cache of half a gigabyte until memory runs short; a phone is short at once.
    isImageDecoderSupported: false,
  });
  let isOpen = false;
  const close = (): void => {
    octets.close();
    // One that is still opening would stumble over its end, loudly; there is nothing of it to put away yet.
    if (isOpen) void task.destroy().finally(() => worker.destroy());
    else worker.destroy();
  };
  const toReader = (document: PDFDocumentProxy): PdfReader => {
    isOpen = true;
    return { pages: document.numPages, page: (number) => document.getPage(number) };
  };
  return { opened: task.promise.then(toReader), close };
}

const again_after_ms_max = 15_000;

/** A little longer each time; at once when the network is back. */
function untilWorthTrying(tries: number): Promise<void> {
  return new Promise((resolve) => {
    const come = (): void => {
      clearTimeout(timer);
      window.removeEventListener("online", come);
      resolve();
    };
    const timer = setTimeout(come, Math.min(again_after_ms_max, 500 * 2 ** tries));
    window.addEventListener("online", come);
  });
}

/** The size of a page at scale 1. */
export function sizeOfPage(page: PDFPageProxy): PageSize {
  const { width, height } = page.getViewport({ scale: 1 });
  return { width, height };
}

/** Where a rectangle of PDF user space [x0, y0, x1, y1] lies on the drawn page. */
export function boxOnPage(page: PDFPageProxy, scale: number, rect: readonly number[]): Box {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = rect;
  const viewport = page.getViewport({ scale });
  const [ax = 0, ay = 0] = viewport.convertToViewportPoint(x0, y0);
  const [bx = 0, by = 0] = viewport.convertToViewportPoint(x1, y1);
  return { left: Math.min(ax, bx), top: Math.min(ay, by), width: Math.abs(ax - bx), height: Math.abs(ay - by) };
}

/** Rectangles of other signers' fields, filled in or not: there the page may still change after this signer has signed. */
export async function foreignFields(page: PDFPageProxy, signerId: string): Promise<readonly (readonly number[])[]> {
  return foreignRects(await page.getAnnotations({ intent: "display" }), signerId);
}
