/** A long document that an honest person sends, through the workers and the limits of the product. */
import { createCipheriv } from "node:crypto";
import { expect, it } from "vitest";
import { makePdf } from "../../../fixtures/make-pdf.ts";
import { taken } from "../test/take-in.ts";

const pages = 600;
const side = 108;

/** Bytes that do not compress, the same every time. */
const noise = (n: number, size: number): Buffer =>
  createCipheriv("aes-128-ctr", Buffer.alloc(16, n % 251), Buffer.alloc(16, n >> 8)).update(Buffer.alloc(size));

/** A scanned book of about 20 MB: each page has a picture of its own, which does not compress, and a page of text over it. */
function scannedBook(): Uint8Array {
  const text = (n: number) =>
    Array.from(
      { length: 40 },
      (_, line) => `1 0 0 1 60 ${780 - 18 * line} Tm (Page ${n}, line ${line}: the rent is due.) Tj`,
    );
  const stream = (entries: string, body: string) =>
    `<< ${entries} /Length ${body.length} >>\nstream\n${body}\nendstream`;
  const objects = Array.from({ length: pages }, (_, n) => {
    const at = 4 + 3 * n;
    const image = noise(n, side * side * 3).toString("latin1");
    return [
      `<< /Type /Page /Parent 2 0 R /Contents ${at + 1} 0 R /Resources << /Font << /F 3 0 R >> /XObject << /I ${at + 2} 0 R >> >> >>`,
      stream("", `q 500 0 0 700 40 60 cm /I Do Q BT /F 10 Tf ${text(n + 1).join(" ")} ET`),
      stream(
        `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceRGB /BitsPerComponent 8`,
        image,
      ),
    ];
  });
  const kids = Array.from({ length: pages }, (_, n) => `${4 + 3 * n} 0 R`).join(" ");
  return makePdf({
    objects: [
      "<< /Type /Catalog /Pages 2 0 R >>",
      `<< /Type /Pages /Kids [${kids}] /Count ${pages} /MediaBox [0 0 595 842] >>`,
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
      ...objects.flat(),
    ],
  });
}

it("[T-041] takes a document of 600 pages and 20 MB", async () => {
  const book = scannedBook();
  expect(book.length).toBeGreaterThan(20_000_000);
  const { file } = await taken(book, { alice: [{ kind: "text", name: "city", page: pages, rect: [60, 60, 200, 80] }] });
  // The picture fills the last page: the mark has a page of its own.
  expect(file).toMatchObject({ pages: pages + 1 });
}, 120_000);
