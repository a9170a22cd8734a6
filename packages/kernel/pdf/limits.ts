// Bounds of reading: whatever is larger is refused, so that no document costs unbounded time or memory.

/** Bounds of one opened document; sizes in bytes. */
export type PdfLimits = {
  readonly fileBytesMax: number;
  readonly pagesMax: number;
  /** Source of one object without stream data; a signature's /Contents is the largest seen. */
  readonly objectBytesMax: number;
  /** Output of one decoded stream, and what is read of one to decode it. */
  readonly decodedBytesMax: number;
  /** Output of all streams decoded for one opened document, each time they are decoded. */
  readonly decodedTotalBytesMax: number;
  /** Source parsed as objects for one opened document, each time it is parsed; stream data that is skipped does not count. */
  readonly scannedBytesMax: number;
  /** Cross-reference sections along /Prev: revisions, in effect. */
  readonly sectionsMax: number;
  readonly objectsMax: number;
};

/** The product's bounds; intake passes its configured ones. */
export const defaultLimits: PdfLimits = {
  fileBytesMax: 2 ** 31,
  pagesMax: 5_000,
  objectBytesMax: 32 * 1024 * 1024,
  decodedBytesMax: 64 * 1024 * 1024,
  decodedTotalBytesMax: 512 * 1024 * 1024,
  scannedBytesMax: 512 * 1024 * 1024,
  sectionsMax: 2_000,
  objectsMax: 8_388_607,
};
