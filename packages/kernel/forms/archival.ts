// What PDF/A requires of added content (ISO 19005-2): device-independent colours (§6.2.4), and transparency only where the page has a
// colour space for blending (§6.2.10).
import { catalogOf } from "../pdf/access.ts";
import type { PdfUpdate } from "../pdf/incremental-update.ts";
import { latin1 } from "../pdf/lexer.ts";
import { type PdfDict, pdfArray, pdfDict, pdfName, pdfNumber } from "../pdf/objects.ts";
import { PdfRefusal } from "../pdf/refusal.ts";

const archivalNamespace = "http://www.aiim.org/pdfa/ns/id/";

/** Whether the document's metadata say that it is PDF/A (ISO 19005-2 §6.6.4); metadata that cannot be read say nothing. */
export function isArchival(update: PdfUpdate): boolean {
  const metadata = update.resolve(catalogOf(update).entries.get("Metadata"));
  if (metadata?.kind !== "stream") return false;
  try {
    return latin1(update.doc.decodeStream(metadata)).includes(archivalNamespace);
  } catch (error) {
    if (error instanceof PdfRefusal) return false;
    throw error;
  }
}

/** Colour spaces that stand in for the device's (ISO 32000-2 §8.6.5.6), whatever the file's output intent is: grey and sRGB. */
export function calibratedSpaces(): PdfDict {
  const numbers = (...values: readonly number[]): ReturnType<typeof pdfArray> => pdfArray(values.map(pdfNumber));
  const white = numbers(0.9505, 1, 1.089);
  return pdfDict({
    DefaultGray: pdfArray([pdfName("CalGray"), pdfDict({ WhitePoint: white, Gamma: pdfNumber(2.2) })]),
    DefaultRGB: pdfArray([
      pdfName("CalRGB"),
      pdfDict({
        WhitePoint: white,
        Gamma: numbers(2.2, 2.2, 2.2),
        Matrix: numbers(0.4124, 0.2126, 0.0193, 0.3576, 0.7152, 0.1192, 0.1805, 0.0722, 0.9505),
      }),
    ]),
  });
}

/** Colour operators without CMYK, which has no such stand-in: `k` and `K` become `rg` and `RG`. */
export function withoutCmyk(operators: string): string {
  return operators.replace(/([\d.]+)\s+([\d.]+)\s+([\d.]+)\s+([\d.]+)\s+([kK])\b/g, (_, c, m, y, black, operator) => {
    const parts = [c, m, y].map((part) =>
      pdfNumber((1 - Math.min(1, Number(part))) * (1 - Math.min(1, Number(black)))),
    );
    return `${parts.map(({ text }) => text).join(" ")} ${operator === "k" ? "rg" : "RG"}`;
  });
}
