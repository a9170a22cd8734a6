/**
 * States that a page's contents restore without having saved them (ISO 32000-2 §8.4.2): pdf.js and MuPDF pass such a `Q` over, poppler shows
 * nothing of the page from there on. Without it every reader shows what the browser showed.
 */
import { deflateSync } from "node:zlib";
import { dictionaryOf } from "@siegel/kernel/pdf/access.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { pdfDict, pdfName, pdfStream, withEntries } from "@siegel/kernel/pdf/objects.ts";
import { joinedContents, type Page, pageNumbered } from "@siegel/kernel/pdf/pages.ts";

/** Behind each such `Q` of a page's contents joined, by the number of the page. */
export type Surplus = ReadonlyMap<number, readonly number[]>;

/** Puts a space in place of each, in contents of the page's own: others may draw the same parts. Answers whether there was any. */
export function leaveOutSurplus(update: PdfUpdate, pages: readonly Page[], surplus: Surplus): boolean {
  for (const [number, ends] of surplus) {
    const { ref, dict } = pageNumbered(pages, number);
    const octets = Buffer.from(joinedContents(update.doc, dict));
    for (const end of ends) octets[end - 1] = 0x20;
    const contents = pdfStream(pdfDict({ Filter: pdfName("FlateDecode") }), deflateSync(octets));
    update.put(ref, withEntries(dictionaryOf(update, ref), { Contents: update.add(contents) }));
  }
  return surplus.size > 0;
}
