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

/**
 * What drawing one page may cost, for whoever looks at it in a browser: octets of operators that are gone through, forms that
 * are drawn, and how deep these may lie in each other. `glyphShare`: what an operator of a glyph weighs less than others.
 */
export const drawingLimits = {
  pageBytesMax: 64 * megabyte,
  pageFormsMax: 50_000,
  formDepthMax: 50,
  glyphShare: 64,
  /** What cells of patterns weigh less than others where each is counted for whatever is painted: little of it is with them. */
  tileShare: 16,
  /** Cells that a string of text is painted with weighs: poppler clips each to the letters. */
  textCells: 4,
  /** Places where a pattern repeats: a step of a point each way on the largest page (Annex C). */
  tilesMax: 250_000_000,
  /** Cells of a pattern over one point. */
  tilesUponEachOtherMax: 1_000,
  /** Points of pictures, each as often as it is drawn: readers need 10 ns each, small as it may be on the page. */
  pagePixelsMax: 1_000_000_000,
  /** Soft masks, each time one is set; a group is painted on a surface of its own too, and is a quarter of that. */
  pageMasksMax: 2_000,
  groupShare: 4,
  /** Octets of programs that colour each point of a page: an octet is 2 ms of the slowest reader. */
  pageProgramBytesMax: 8_192,
  /** Points of a page, as what is computed for other points is counted. */
  pointsOfAPage: 500_000,
  /** What programs weigh less where they are computed along one line. */
  alongShare: 50,
  /** How often a page may be painted over: 2 ms each time at 72 dpi for a plain colour, ten times that for a shading. */
  pageCoversMax: 5_000,
  shadingCovers: 10,
  /** Points along the edges of what is filled on a page: a browser needs half a microsecond each, and shows nothing of a path with too many. */
  pageEdgesMax: 8_000_000,
  /** Octets of operators that a triangle or patch of a mesh is as dear as: readers cut it into smaller ones. */
  meshElementBytes: 64,
  /** Pieces that lines are cut into. */
  pageDashesMax: 20_000_000,
  /** All pages together, each part once. */
  decodedTotalBytesMax: 1_024 * megabyte,
} as const;

/** For whoever signs: what intake took, and room for the revisions of a hundred signers behind it. */
export const signingLimits: PdfLimits = {
  ...promptLimits,
  decodedTotalBytesMax: 4 * promptLimits.decodedTotalBytesMax,
  scannedBytesMax: 16 * promptLimits.scannedBytesMax,
  stepsMax: 4 * promptLimits.stepsMax,
  sectionsMax: defaultLimits.sectionsMax,
};
