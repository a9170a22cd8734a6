/** The documents the kernel is measured with: made here, the same each time, with an empty signature field. */
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { signatureField } from "../../fixtures/large-document.ts";
import { contentStream, makePdf } from "../../fixtures/make-pdf.ts";

/** The name of the field that waits for a signature. */
export const fieldName = "Signature";

/** A file of about `bytes` bytes and `pages` pages, ten pages to a node of the page tree. */
export function makeDocument({ bytes, pages }: { readonly bytes: number; readonly pages: number }): Uint8Array {
  const nodes = Math.ceil(pages / 10);
  const kids = (from: number, count: number): string =>
    Array.from({ length: count }, (_, i) => `${from + i} 0 R`).join(" ");
  const firstPage = 4 + nodes;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids(4, nodes)}] /Count ${pages} /MediaBox [0 0 595 842] >>`,
    "",
  ];
  for (let node = 0; node < nodes; node += 1) {
    const count = Math.min(10, pages - node * 10);
    objects.push(`<< /Type /Pages /Parent 2 0 R /Kids [${kids(firstPage + node * 10, count)}] /Count ${count} >>`);
  }
  for (let page = 0; page < pages; page += 1)
    objects.push(`<< /Type /Page /Parent ${4 + Math.floor(page / 10)} 0 R /Contents 3 0 R >>`);
  const rest = bytes - objects.reduce((sum, source) => sum + source.length + 40, 0);
  objects[2] = contentStream(`BT ET ${"0 0 m 9 9 l S ".repeat(Math.max(1, Math.floor(rest / 14)))}`);
  const file = makePdf({ objects });
  return Buffer.concat([file, signatureField(bytesSource(file), fieldName)]);
}
