// Bounds of reading: whatever is larger is refused, so that no document costs unbounded time or memory.

/** Bounds of one opened document; sizes in bytes. */
export type PdfLimits = {
  readonly fileBytesMax: number;
  readonly pagesMax: number;
  /** Source of one object without stream data; a signature's /Contents is the largest seen. */
  readonly objectBytesMax: number;
  /** Output of one decoded stream, and what is read of one to decode it. */
  readonly decodedBytesMax: number;
  /** What all filters give for one opened document, each stage, each time a stream is decoded; slow ones count several times. */
  readonly decodedTotalBytesMax: number;
  /** Source parsed as objects for one opened document, each time it is parsed; stream data that is skipped does not count. */
  readonly scannedBytesMax: number;
  /** Objects asked for in one opened document: one step each, and more where it has to be read, for each of its values. */
  readonly stepsMax: number;
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
  stepsMax: 1_000_000_000,
  sectionsMax: 2_000,
  objectsMax: 8_388_607,
};

const megabyte = 1024 * 1024;

/**
 * What signing may cost where others wait for the same thread. Intake takes no file that costs more (rehearse-signing.ts);
 * each of these is less than 50 ms of the slowest there is of its kind.
 */
export const promptLimits: PdfLimits = {
  ...defaultLimits,
  decodedBytesMax: 16 * megabyte,
  decodedTotalBytesMax: 16 * megabyte,
  scannedBytesMax: 2 * megabyte,
  stepsMax: 240_000,
  sectionsMax: 500,
};

/** For looking where the content of one page leaves room: more than that is as good as full. */
export const contentLimits: PdfLimits = {
  ...defaultLimits,
  decodedBytesMax: 16 * megabyte,
  decodedTotalBytesMax: 32 * megabyte,
};

/** For signing: what intake took, and room for the revisions of a hundred signers behind it. */
export const signingLimits: PdfLimits = {
  ...promptLimits,
  decodedTotalBytesMax: 4 * promptLimits.decodedTotalBytesMax,
  scannedBytesMax: 16 * promptLimits.scannedBytesMax,
  stepsMax: 4 * promptLimits.stepsMax,
  sectionsMax: defaultLimits.sectionsMax,
};
