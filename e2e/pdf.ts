/** Small PDFs for the walks, written by hand so that every byte is known. */

/** A document of one page with a line of text and, on demand, a text field `<reference>.name`. */
export function onePagePdf(options: { field?: string; title?: string } = {}): Uint8Array {
  const content = `BT /F1 18 Tf 72 760 Td (${options.title ?? "Mietvertrag Speicherstrasse 8"}) Tj ET`;
  const annots = options.field === undefined ? "" : "/Annots [6 0 R]";
  const form =
    options.field === undefined
      ? ""
      : "/AcroForm << /Fields [6 0 R] /DA (/Helv 11 Tf 0 g) /DR << /Font << /Helv 4 0 R >> >> >>";
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${form} >>`,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R ${annots} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ...(options.field === undefined
      ? []
      : [
          `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${options.field}) /Rect [72 690 320 712] /F 4 /P 3 0 R /DA (/Helv 11 Tf 0 g) >>`,
        ]),
  ];
  let file = "%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n";
  const offsets = objects.map((object, i) => {
    const at = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((o) => `${String(o).padStart(10, "0")} 00000 n \n`).join("")}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(file, "latin1"));
}
