/**
 * The pages of one PDF, drawn by the program that draws them in the browser (pdf.js), set up as the web sets it up
 * (contract/page-drawing.ts). Two steps are others: who sets pixels, and embedded fonts, which browsers give to a font engine of theirs
 * and pdf.js draws by itself here.
 */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { createCanvas } from "@napi-rs/canvas";
import { widgetsAmong } from "@siegel/contract/foreign-fields.ts";
import { reading_block_bytes } from "@siegel/contract/limits.ts";
import { shared_drawing_options } from "@siegel/contract/page-drawing.ts";
import type { ByteSource } from "@siegel/kernel/pdf/byte-source.ts";
import { getDocument, PDFDataRangeTransport, type PDFPageProxy, Util } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { PageDescription, TextRun } from "../../ports/page-description.ts";
import { registerDrawingFonts } from "../fonts/drawing-fonts.ts";

/** An opened PDF; pages are counted from 1. */
export type PdfPages = {
  readonly count: number;
  /** The page as a WebP, `width` pixels wide where that does not make it too large. */
  readonly picture: (page: number, width: number) => Promise<Uint8Array>;
  readonly describe: (page: number) => Promise<PageDescription>;
};

/** A page of A4 in the largest width has half as many. */
const picture_pixels_max = 16_000_000;
/** WebP has no more: 14 bits (RFC 9649 §2.5). */
const picture_side_max = 16_383;
/** A page of small print has a tenth of it. */
const text_chars_max = 100_000;
const text_runs_max = 20_000;
const webp_quality = 80;

registerDrawingFonts();

const folder = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
const inside = (name: string): string => `${join(folder, name)}/`;

/** By name, since pdf.js exports not all of them. What its reading half comes upon, it calls an UnknownErrorException, whatever it is. */
const ofFiles = new Set([
  "FormatError",
  "InvalidPDFException",
  "PasswordException",
  "ResponseException",
  "UnknownErrorException",
]);

/** Whether pdf.js says with it that a file cannot be read. */
export const isOfFile = (fault: unknown): boolean => fault instanceof Error && ofFiles.has(fault.name);

/** Opens a PDF, reading only what is asked for. @throws what pdf.js throws about files it cannot open */
export async function openPages(source: ByteSource): Promise<PdfPages> {
  const range = new PDFDataRangeTransport(source.size, null);
  range.requestDataRange = (begin, end) => {
    // pdf.js takes them over for good: what a source still has must not be given away.
    const bytes = new Uint8Array(source.read(begin, Math.min(end, source.size) - begin));
    setImmediate(() => range.onDataRange(begin, bytes));
  };
  const document = await getDocument({
    range,
    rangeChunkSize: 64 * reading_block_bytes,
    ...shared_drawing_options,
    cMapUrl: inside("cmaps"),
    standardFontDataUrl: inside("standard_fonts"),
    iccUrl: inside("iccs"),
    wasmUrl: pathToFileURL(inside("wasm")).href,
    // Native code reads no font of a document: pdf.js draws its outlines. Skia is handed paths and pixels (SECURITY.md).
    disableFontFace: true,
    isOffscreenCanvasSupported: false,
    // Fonts of this machine are not those of the reader's.
    useSystemFonts: false,
    verbosity: 0,
  }).promise;
  return {
    count: document.numPages,
    picture: async (number, width) => {
      const page = await document.getPage(number);
      try {
        return await draw(page, width);
      } finally {
        page.cleanup();
      }
    },
    describe: async (number) => await describe(await document.getPage(number), number),
  };
}

async function draw(page: PDFPageProxy, width: number): Promise<Uint8Array> {
  const whole = page.getViewport({ scale: 1 });
  const scale = Math.min(
    width / whole.width,
    picture_side_max / whole.height,
    Math.sqrt(picture_pixels_max / (whole.width * whole.height)),
  );
  const viewport = page.getViewport({ scale });
  const canvas = createCanvas(Math.max(1, Math.floor(viewport.width)), Math.max(1, Math.floor(viewport.height)));
  // The same drawing as in a browser; nothing but drawing is asked of it.
  await page.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport }).promise;
  return await canvas.encode("webp", webp_quality);
}

async function describe(page: PDFPageProxy, number: number): Promise<PageDescription> {
  const { width, height, transform } = page.getViewport({ scale: 1 });
  const widgets = widgetsAmong(await page.getAnnotations({ intent: "display" }));
  const text = await textOf(page, transform);
  return { page: number, size: { width, height }, transform: transform.map(Number), widgets, text };
}

/** The runs that the web's own viewer lays over a page, in the same order (pdf.js TextLayer). */
async function textOf(page: PDFPageProxy, toPage: readonly number[]): Promise<TextRun[]> {
  const { items, styles } = await page.getTextContent();
  const runs: TextRun[] = [];
  let chars = 0;
  for (const item of items) {
    if (!("str" in item)) continue;
    chars += item.str.length;
    if (chars > text_chars_max || runs.length >= text_runs_max) break;
    const style = styles[item.fontName];
    const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0]: readonly number[] = Util.transform([...toPage], item.transform);
    const angle = Math.atan2(b, a) + (style?.vertical === true ? Math.PI / 2 : 0);
    const height = Math.hypot(c, d);
    const ascent = height * ascentOf(style);
    runs.push({
      text: item.str,
      endsLine: item.hasEOL,
      left: rounded(x + ascent * Math.sin(angle)),
      top: rounded(y - ascent * Math.cos(angle)),
      height: rounded(height),
      length: rounded(style?.vertical === true ? item.height : item.width),
      angle: rounded((angle * 180) / Math.PI),
    });
  }
  return runs;
}

function ascentOf(style: { readonly ascent?: number; readonly descent?: number } | undefined): number {
  if (style?.ascent) return style.ascent;
  return style?.descent ? 1 + style.descent : 0.8;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
