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
