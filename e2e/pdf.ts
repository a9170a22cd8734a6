/** The documents of the walks. */
import { contentStream, makePdf } from "../fixtures/make-pdf.ts";

/** A document of one page with a line of text and, on demand, a text field of that full name. */
export function onePagePdf(options: { field?: string } = {}): Uint8Array {
  const { field } = options;
  const annotation = `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${field}) /Rect [72 690 320 712] /F 4 /P 3 0 R /DA (/Helv 11 Tf 0 g) >>`;
  const form = "/AcroForm << /Fields [6 0 R] /DA (/Helv 11 Tf 0 g) /DR << /Font << /Helv 4 0 R >> >> >>";
  return makePdf({
    objects: [
      `<< /Type /Catalog /Pages 2 0 R ${field === undefined ? "" : form} >>`,
      "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] >>",
      `<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R ${field === undefined ? "" : "/Annots [6 0 R]"} >>`,
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
      contentStream("BT /F1 18 Tf 72 760 Td (Mietvertrag Speicherstrasse 8) Tj ET"),
      ...(field === undefined ? [] : [annotation]),
    ],
  });
}

/**
 * A lease of several pages, each with its number and a few lines of text; the field stands on the second. `padding` bytes of
 * comment stand in each page's content.
 */
export function manyPagesPdf(pages: number, options: { field?: string; padding?: number } = {}): Uint8Array {
  const { field, padding = 0 } = options;
  const first = field === undefined ? 4 : 5;
  const numbers = Array.from({ length: pages }, (_, at) => at + 1);
  const pageObject = (page: number): string =>
    `<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 3 0 R >> >> /Contents ${first + 2 * page - 1} 0 R ${field !== undefined && page === 2 ? "/Annots [4 0 R]" : ""} >>`;
  const form =
    field === undefined
      ? ""
      : "/AcroForm << /Fields [4 0 R] /DA (/Helv 11 Tf 0 g) /DR << /Font << /Helv 3 0 R >> >> >>";
  return makePdf({
    objects: [
      `<< /Type /Catalog /Pages 2 0 R ${form} >>`,
      `<< /Type /Pages /Kids [${numbers.map((page) => `${first + 2 * page - 2} 0 R`).join(" ")}] /Count ${pages} /MediaBox [0 0 595 842] >>`,
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
      ...(field === undefined
        ? []
        : [
            `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${field}) /Rect [72 590 320 612] /F 4 /P ${first + 2} 0 R /DA (/Helv 11 Tf 0 g) >>`,
          ]),
      ...numbers.flatMap((page) => [pageObject(page), contentStream(`${leaseText(page)}\n%${"-".repeat(padding)}\n`)]),
    ],
  });
}

function leaseText(page: number): string {
  const lines = [
    `Das Mitglied nutzt die Wohnung auf Seite ${page} dieses Vertrags zu Wohnzwecken.`,
    "Die Nutzungsgeb\\374hr ist bis zum dritten Werktag eines Monats zu entrichten.",
    "Die Wohnung wird besenrein \\374bergeben; Sch\\344den sind am selben Tag anzuzeigen.",
    "Ort der \\334bergabe:",
  ];
  const text = lines.map((line, at) => `1 0 0 1 72 ${700 - at * 24} Tm (${line}) Tj`).join(" ");
  return `BT /F1 18 Tf 1 0 0 1 72 760 Tm (\\247 ${page} Nutzung) Tj /F1 11 Tf ${text} ET`;
}
