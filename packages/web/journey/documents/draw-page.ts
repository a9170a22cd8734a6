/** What pdf.js puts on a page: its picture, and over it its text, transparent, for selecting, searching and screen readers. */
import { type PDFPageProxy, TextLayer } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { Drawing, Fineness, Picture, TextPiece } from "./document-reader.ts";

/** Draws a page on a canvas of its own. What was decoded for it is forgotten afterwards. */
export function drawPage(page: PDFPageProxy, { scale, pixelsMax }: Fineness): Picture {
  const viewport = page.getViewport({ scale });
  const density = Math.min(window.devicePixelRatio, Math.sqrt(pixelsMax / (viewport.width * viewport.height)));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.floor(viewport.width * density));
  canvas.height = Math.max(1, Math.floor(viewport.height * density));
  const task = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] });
  // A scan is four octets a pixel of its own beside the canvas, and the next page has another one.
  const done = task.promise.finally(() => page.cleanup());
  done.catch(() => undefined); // a cancelled drawing is no fault
  const dispose = (): void => {
    canvas.width = 0;
    canvas.height = 0;
    canvas.remove();
  };
  return { element: canvas, done, cancel: () => task.cancel(), dispose };
}

/** A page's text where it stands. */
export function layText(
  page: PDFPageProxy,
  container: HTMLElement,
): Drawing & { readonly pieces: readonly HTMLElement[] } {
  const layer = new TextLayer({
    textContentSource: page.streamTextContent(),
    container,
    viewport: page.getViewport({ scale: 1 }),
  });
  const done = layer.render().then(() => undefined);
  done.catch(() => undefined);
  return { done, cancel: () => layer.cancel(), pieces: layer.textDivs };
}

/** The text of a page in the pieces that `layText` makes elements of, in the same order. */
export async function textOfPage(page: PDFPageProxy): Promise<readonly TextPiece[]> {
  const { items } = await page.getTextContent();
  return items.flatMap((item) => ("str" in item ? [{ text: item.str, endsLine: item.hasEOL }] : []));
}
