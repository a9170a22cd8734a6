/** Pages that one program draws otherwise than the two others, before and after signing, with the reason. */
export const drawsOtherwise: readonly {
  readonly file: string;
  readonly by: "poppler" | "mupdf" | "pdf.js";
  readonly why: string;
}[] = [
  {
    file: "form-i18n/pdfcpu__german.pdf",
    by: "pdf.js",
    why: "a value of nobody's, which intake draws anew, stood there before in a Courier-Bold that is not in the file; a browser takes no Type 1 font for it, poppler and mupdf do (0.9712): what differs is what was taken away",
  },
  {
    file: "form-i18n/pdfcpu__russian.pdf",
    by: "poppler",
    why: "the signature is put over a label and a date that intake draws anew: three texts through each other in 200 by 30 points, smoothed in three ways (0.85 of 0.85), all three of them there",
  },
];
