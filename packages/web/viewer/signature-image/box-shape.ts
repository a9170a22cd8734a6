/** How a signature's box is divided, as the file will (kernel/forms/signature-look.ts). Pure. */

/** Whether the image stands beside the words; in a box that is narrower it stands above them. */
export const isWideBox = (box: { readonly width: number; readonly height: number }): boolean =>
  box.width >= 2 * box.height;
