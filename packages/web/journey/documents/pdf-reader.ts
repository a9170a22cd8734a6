/** A thin wrapper around pdf.js: opens a file of the session piece by piece, draws pages, says where foreign fields are. */
import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from "pdfjs-dist/legacy/build/pdf.mjs";
import workerUrl from "pdfjs-dist/legacy/build/pdf.worker.min.mjs?url";
import { fileUrl } from "../../api/calls.ts";
import { sessionHeaders } from "../../api/client.ts";
import { foreignRects } from "./foreign-fields.ts";

GlobalWorkerOptions.workerSrc = workerUrl;

/** CSS pixels from the top left of the drawn page. */
export type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** CSS pixels at scale 1, rotation applied. */
export type PageSize = { readonly width: number; readonly height: number };

/** An opened document. `close` ends its worker. */
export type PdfReader = {
  readonly pages: number;
  readonly page: (number: number) => Promise<PDFPageProxy>;
  readonly close: () => void;
};

const range_chunk_bytes = 128 * 1024;
const canvas_pixels_max = 16_000_000;

/** Opens a file with ranged requests: only what is looked at is fetched. */
export async function openReader(fileId: string): Promise<PdfReader> {
  const task = getDocument({
    url: fileUrl(fileId),
    httpHeaders: { Accept: "application/pdf", ...sessionHeaders() },
    rangeChunkSize: range_chunk_bytes,
    disableAutoFetch: true,
    disableStream: true,
    cMapUrl: "/pdfjs/cmaps/",
    standardFontDataUrl: "/pdfjs/standard_fonts/",
    iccUrl: "/pdfjs/iccs/",
    wasmUrl: "/pdfjs/wasm/",
    // WebAssembly needs an exception in the Content-Security-Policy; the decoders exist as plain script too.
    useWasm: false,
  });
  const document: PDFDocumentProxy = await task.promise;
  return { pages: document.numPages, page: (number) => document.getPage(number), close: () => void task.destroy() };
}

/** The size of a page at scale 1. */
export function sizeOfPage(page: PDFPageProxy): PageSize {
  const { width, height } = page.getViewport({ scale: 1 });
  return { width, height };
}

/** Draws a page; the answer cancels. Nothing is drawn on a canvas that is larger than a phone can hold. */
export function drawPage(page: PDFPageProxy, canvas: HTMLCanvasElement, scale: number): () => void {
  const viewport = page.getViewport({ scale });
  const wanted = window.devicePixelRatio;
  const density = Math.min(wanted, Math.sqrt(canvas_pixels_max / (viewport.width * viewport.height)));
  canvas.width = Math.floor(viewport.width * density);
  canvas.height = Math.floor(viewport.height * density);
  const task = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] });
  task.promise.catch(() => undefined); // a cancelled drawing is no fault
  return () => task.cancel();
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
