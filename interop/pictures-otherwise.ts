/** Pages that one program draws otherwise than the two others, before and after signing, with the reason. */
export const drawsOtherwise: readonly {
  readonly file: string;
  readonly by: "poppler" | "mupdf" | "pdf.js";
  readonly why: string;
}[] = [
  {
    file: "xref-broken/pdfjs__poppler-67295-0.pdf",
    by: "poppler",
    why: "believes a /Count of -2147483648 and shows no page of the original either; we, pdf.js and mupdf count the pages",
  },
];
