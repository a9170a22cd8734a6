/** Pages as PDFium draws them, which Chrome and Edge show PDF files with; compiled to WebAssembly. */
import { PDFiumLibrary } from "@hyzyla/pdfium";
import type { Picture } from "../fixtures/pictures.ts";

/** Draws the first pages of a file at `dpi`, fields and annotations too; none for a file that it cannot open. `close` ends it. */
export async function openPdfium() {
  const library = await PDFiumLibrary.init();
  const pages = async (file: Uint8Array, count: number, dpi: number): Promise<readonly Picture[]> => {
    const document = await library.loadDocument(file).catch(() => null);
    if (document === null) return [];
    const drawn: Picture[] = [];
    for (const page of document.pages()) {
      if (drawn.length === count) break;
      const { width, height, data } = await page.render({ scale: dpi / 72, render: "bitmap", renderFormFields: true });
      drawn.push({ width, height, rgb: withoutAlpha(data) });
    }
    document.destroy();
    return drawn;
  };
  return { pages, close: () => library.destroy() };
}

function withoutAlpha(rgba: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) rgb.set(rgba.subarray(from, from + 3), to);
  return rgb;
}
