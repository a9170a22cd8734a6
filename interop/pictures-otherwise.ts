/** Pages that one program draws otherwise than the two others, before and after signing, with the reason. */
export const drawsOtherwise: readonly {
  readonly file: string;
  readonly by: "poppler" | "mupdf" | "pdf.js";
  readonly why: string;
}[] = [];
