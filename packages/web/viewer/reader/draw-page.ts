/** What pdf.js puts on a page: its picture, and over it its text, transparent, for selecting, searching and screen readers. */
import { type PDFPageProxy, type RenderTask, TextLayer } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { Drawing, Fineness, Picture, TextPiece } from "./document-reader.ts";

type Annotations = Awaited<ReturnType<PDFPageProxy["getAnnotations"]>>;

const asked = new WeakMap<PDFPageProxy, Promise<Annotations>>();

/** A page's annotations, asked for once. */
export function annotationsOf(page: PDFPageProxy): Promise<Annotations> {
  const known = asked.get(page);
  if (known !== undefined) return known;
  const annotations = page.getAnnotations({ intent: "display" });
  asked.set(page, annotations);
  annotations.catch(() => asked.delete(page));
  return annotations;
}

/**
 * Draws a page on a canvas of its own, after its annotations are known: pdf.js reads what a field looks like out of one stream, for its text
 * then and for its picture now, and both at once lose their places: what others filled in would be missing. What was decoded is forgotten afterwards.
 */
export function drawPage(page: PDFPageProxy, { scale, pixelsMax }: Fineness): Picture {
  const viewport = page.getViewport({ scale });
  const density = Math.min(window.devicePixelRatio, Math.sqrt(pixelsMax / (viewport.width * viewport.height)));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.floor(viewport.width * density));
  canvas.height = Math.max(1, Math.floor(viewport.height * density));
  let task: RenderTask | null = null;
  let isCancelled = false;
  const render = async (): Promise<void> => {
    await annotationsOf(page).catch(() => undefined);
    if (isCancelled) throw new Error("cancelled before it began");
    task = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] });
    await task.promise;
  };
  // A scan is four bytes a pixel of its own beside the canvas, and the next page has another one.
  const done = render().finally(() => page.cleanup());
  done.catch(() => undefined); // a cancelled drawing is no fault
  const dispose = (): void => {
    canvas.width = 0;
    canvas.height = 0;
    canvas.remove();
  };
  const cancel = (): void => {
    isCancelled = true;
    task?.cancel();
  };
  return { element: canvas, done, cancel, dispose };
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
