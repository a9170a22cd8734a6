/** Forms of one field, and what two readers make of them. */
import { listFields } from "@siegel/kernel/forms/form-fields.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { contentStream, makePdf } from "../../../fixtures/make-pdf.ts";

/** A widget on the page of `form`. */
export const widget = (entries: string): string =>
  `<< /Type /Annot /Subtype /Widget /P 3 0 R /F 4 /Rect [20 20 120 50] ${entries} >>`;
/** An appearance that shows a text. */
export const text = (shown: string): string => picture(`BT /F1 12 Tf 2 5 Td (${shown}) Tj ET`);
/** An appearance as large as a widget. */
export const picture = (operators: string): string =>
  contentStream(operators).replace(
    "<<",
    "<< /Type /XObject /Subtype /Form /BBox [0 0 100 30] /Resources << /Font << /F1 5 0 R >> >>",
  );

/** One page with the widget 7; `nodes` from 6 on. */
export const form = (roots: string, ...nodes: readonly string[]): Uint8Array => formSaying("", roots, ...nodes);

/** The same, whose form says `more`. */
export const formSaying = (more: string, roots: string, ...nodes: readonly string[]): Uint8Array =>
  makePdf({
    objects: [
      `<< /Type /Catalog /Pages 2 0 R /AcroForm << ${more} /Fields [${roots}] /DA (/F1 12 Tf 0 g) /DR << /Font << /F1 5 0 R >> >> >> >>`,
      "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 200 200] >>",
      "<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> /Annots [7 0 R] >>",
      contentStream(""),
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
      ...nodes,
    ],
  });

/** What a reader makes of a field. */
export type Told = { readonly name: string; readonly value: unknown };

/** Names and values as we read them, and as pdf.js does; without fields of signatures. */
export async function bothReadings(pdf: Uint8Array): Promise<{ readonly ours: Told[]; readonly pdfJs: Told[] }> {
  const ours = listFields(openPdf(bytesSource(pdf))).filter(({ kind }) => kind !== "signature");
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const page = await (await loading.promise).getPage(1);
  const annotations: Array<{ fieldType: string; fieldName: string; fieldValue: unknown }> = await page.getAnnotations();
  await loading.destroy();
  return {
    ours: ours.map(({ name, value }) => ({ name, value })),
    pdfJs: annotations
      .filter(({ fieldType }) => fieldType !== "Sig")
      .map(({ fieldName: name, fieldValue: value }) => ({ name, value })),
  };
}
