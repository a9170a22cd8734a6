// Limits for reading one document as a whole. Limits for single objects and streams are not enough: a file of one
// megabyte can have thousands of streams that each unpack to just below the limit, or refer to one object many times.
import type { PdfLimits } from "./limits.ts";
import { tooComplex } from "./refusal.ts";

/** Counts what reading cost so far; each function adds to it and throws PdfRefusal FILE_TOO_COMPLEX over the limit. */
export type ReadingBudget = {
  readonly parse: (bytes: number) => void;
  /** Bytes that a filter reads or gives. */
  readonly decode: (bytes: number) => void;
  /** Objects asked for: without this, one that is kept in memory could be asked for without end. */
  readonly look: (steps: number) => void;
  /** Decoded bytes that stay in memory as long as the document: cross-reference streams. */
  readonly keep: (bytes: number) => void;
  /** How many bytes one more stream may decode to. */
  readonly decodeMax: () => number;
};

/** A value is made once, and written again whenever its object is: a little of a look each. */
export const stepsOfAValue = 3;

/** Sixteen bytes for each of eight million objects. */
const keptBytesMax = 128 * 1024 * 1024;

/** A budget of which nothing is spent. */
export function readingBudget(limits: PdfLimits): ReadingBudget {
  let [parsed, decoded, kept, looked] = [0, 0, 0, 0];
  return {
    parse: (bytes) => {
      parsed += bytes;
      if (parsed > limits.scannedBytesMax) throw tooComplex(`more than ${limits.scannedBytesMax} bytes to parse`);
    },
    decode: (bytes) => {
      decoded += bytes;
      if (decoded > limits.decodedTotalBytesMax)
        throw tooComplex(`streams unpack to more than ${limits.decodedTotalBytesMax} bytes`);
    },
    look: (steps) => {
      looked += steps;
      if (looked > limits.stepsMax) throw tooComplex(`more than ${limits.stepsMax} steps from object to object`);
    },
    keep: (bytes) => {
      kept += bytes;
      if (kept > keptBytesMax) throw tooComplex(`cross-reference streams of more than ${keptBytesMax} bytes`);
    },
    decodeMax: () => Math.min(limits.decodedBytesMax, limits.decodedTotalBytesMax - decoded + 1),
  };
}
