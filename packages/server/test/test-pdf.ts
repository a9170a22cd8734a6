/** A small real PDF for tests. */
import PDFDocument from "pdfkit";

/** A PDF of `pages` pages of A4 with a line of text on each. */
export async function testPdf(text = "Lease", pages = 1): Promise<Buffer> {
  const document = new PDFDocument({ size: "A4", autoFirstPage: false });
  for (let page = 1; page <= pages; page++) document.addPage().fontSize(18).text(`${text}, page ${page}`, 72, 72);
  document.end();
  const parts: Buffer[] = [];
  for await (const part of document) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
