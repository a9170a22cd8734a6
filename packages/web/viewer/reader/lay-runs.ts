/** The text of a page whose picture the server drew, laid over it as pdf.js lays its own (styles/text-layer.css). */
import type { PageDescription } from "@siegel/contract/calls/pages.ts";
import type { Drawing, PageSize } from "./document-reader.ts";

type Run = PageDescription["text"][number];

/** As many elements as a browser lays out without anybody waiting for it. */
const runs_max = 20_000;
/** Words are as long as in the document whatever face they are in; this one every device has. */
const face = "sans-serif";

/** Elements in the order of the content; one of each run, whether or not there is something to read in it. */
export function layRuns(
  container: HTMLElement,
  size: PageSize,
  runs: readonly Run[],
): Drawing & { readonly pieces: readonly HTMLElement[] } {
  const measure = document.createElement("canvas").getContext("2d");
  const pieces: HTMLElement[] = [];
  for (const run of runs.slice(0, runs_max)) {
    const piece = elementOf(run, size, measure);
    pieces.push(piece);
    if (run.text !== "") container.append(piece);
    if (run.ends_line) container.append(lineEnd());
  }
  return { done: Promise.resolve(), cancel: () => undefined, pieces };
}

function elementOf(run: Run, size: PageSize, measure: CanvasRenderingContext2D | null): HTMLElement {
  const piece = document.createElement("span");
  piece.setAttribute("role", "presentation");
  piece.textContent = run.text;
  piece.dir = "auto";
  const { style } = piece;
  style.left = `${((100 * run.left) / size.width).toFixed(2)}%`;
  style.top = `${((100 * run.top) / size.height).toFixed(2)}%`;
  style.fontFamily = face;
  style.setProperty("--font-height", `${run.height}px`);
  if (run.angle !== 0) style.setProperty("--rotate", `${run.angle}deg`);
  const length = measure === null || run.text.length < 2 ? 0 : lengthOf(measure, run);
  if (length > 0 && run.length > 0) style.setProperty("--scale-x", String(run.length / length));
  return piece;
}

function lengthOf(measure: CanvasRenderingContext2D, { text, height }: Run): number {
  // Measured large: small letters are wider than their share.
  measure.font = `100px ${face}`;
  return (measure.measureText(text).width * height) / 100;
}

function lineEnd(): HTMLElement {
  const end = document.createElement("br");
  end.setAttribute("role", "presentation");
  return end;
}
