/**
 * Highlights without an appearance (ISO 32000-2 §12.5.6.10): browsers draw them by their quadrilaterals, other programs leave them out.
 * Each gets the appearance that the browser shows.
 */

import { hasArea, hasOwnPicture, isHidden } from "@siegel/kernel/forms/own-picture.ts";
import { fixed } from "@siegel/kernel/forms/show-text.ts";
import { itemsOf, nameOf, numberOf, type Objects } from "@siegel/kernel/pdf/access.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { type PdfDict, pdfDict, pdfName, pdfNumber, pdfStream, withEntries } from "@siegel/kernel/pdf/objects.ts";
import type { Page } from "@siegel/kernel/pdf/pages.ts";
import { changeAnnotations } from "./change-annotations.ts";

const quadsMax = 10_000;

/** Draws them on these pages; answers whether there was one. */
export function giveHighlights(update: PdfUpdate, pages: readonly Page[]): boolean {
  return changeAnnotations(update, pages, (annotation) => {
    const isBare =
      nameOf(update, annotation.entries.get("Subtype")) === "Highlight" &&
      hasArea(update, annotation.entries.get("Rect")) &&
      !isHidden(update, annotation) &&
      !hasOwnPicture(update, annotation);
    return isBare ? highlighted(update, annotation) : annotation;
  });
}

function highlighted(update: PdfUpdate, annotation: PdfDict): PdfDict {
  const numbers = numbersOf(update, annotation, "QuadPoints");
  const quads = Array.from({ length: Math.min(quadsMax, Math.floor(numbers.length / 8)) }, (_, i) =>
    numbers.slice(8 * i, 8 * i + 8),
  );
  const colour = colourOf(numbersOf(update, annotation, "C"));
  if (quads.length === 0 || colour === undefined) return annotation;
  const opacity = numberOf(update, annotation.entries.get("CA")) ?? 1;
  const state = pdfDict({
    Type: pdfName("ExtGState"),
    BM: pdfName("Multiply"),
    ca: opacity < 1 ? pdfNumber(Math.max(0, opacity)) : undefined,
  });
  const form = pdfDict({
    Type: pdfName("XObject"),
    Subtype: pdfName("Form"),
    BBox: annotation.entries.get("Rect"),
    Resources: pdfDict({ ExtGState: pdfDict({ Multiply: state }) }),
  });
  const operators = `/Multiply gs ${colour}\n${quads.map(path).join("\n")}`;
  const N = update.add(pdfStream(form, Buffer.from(operators, "latin1")));
  return withEntries(annotation, { AP: pdfDict({ N }) });
}

/** Programs write the upper two of the four corners first, then the lower two, against the standard. */
function path([x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0, x4 = 0, y4 = 0]: readonly number[]): string {
  const at = (x: number, y: number): string => `${fixed(x)} ${fixed(y)}`;
  return `${at(x1, y1)} m ${at(x2, y2)} l ${at(x4, y4)} l ${at(x3, y3)} l h f`;
}

function numbersOf(objects: Objects, annotation: PdfDict, key: string): number[] {
  return itemsOf(objects, annotation.entries.get(key)).map((item) => numberOf(objects, item) ?? 0);
}

/** None for an annotation without colour, which shows nothing. */
function colourOf(parts: readonly number[]): string | undefined {
  if (parts.length === 0) return undefined;
  const operator = { 1: "g", 3: "rg", 4: "k" }[parts.length as 1 | 3 | 4];
  return operator && `${parts.map(fixed).join(" ")} ${operator}`;
}
