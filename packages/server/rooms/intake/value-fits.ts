/** Whether what a field will show has room in it: what a signature writes is asked of the kernel before anybody signs it. */
import { field_value_chars_max } from "@siegel/contract/limits.ts";
import { textFits } from "@siegel/kernel/forms/text-layout.ts";
import type { TextShapingPort } from "../../ports/text-shaping.ts";
import type { Field, Placement } from "./field.ts";

/** What texts are measured with. */
export type Measuring = Pick<TextShapingPort, "shape">;

/** Whether all of `text` is visible in every place of a text field or a choice. For a choice it is a label; ticks are lines. */
export function fitsField(shaper: Measuring, field: Field, text: string, leastPt?: number): boolean {
  const { multiline, comb, charsMax, placements } = field;
  const combCells = comb ? { combCells: charsMax ?? field_value_chars_max } : {};
  return placements.every((place) => fitsPlace(shaper, place, { text, multiline, ...combCells }, leastPt));
}

/** Smaller letters are read with an effort, on paper and on a screen that shows the page whole. */
const readable_pt = 6;

/** Whether a text comes out in letters that are hard to read because there is so much of it: a field where one figure does is as its sender made it. */
export function isSetSmall(shaper: Measuring, field: Field, text: string): boolean {
  return !fitsField(shaper, field, text, readable_pt) && fitsField(shaper, field, "0", readable_pt);
}

type Place = Pick<Placement, "rect" | "isTurned">;
type Set = { readonly text: string; readonly multiline: boolean; readonly combCells?: number };

/** Whether all of a text is visible in one place. */
export function fitsPlace(shaper: Measuring, place: Place, set: Set, leastPt?: number): boolean {
  // Measured as set from the left, whatever the field wishes: the margin is the same on the right, and a centred text has more room.
  return sizesOf(place).some(([width, height]) => textFits(shaper, { ...set, width, height, quadding: 0 }, leastPt));
}

/** How wide and high a place is for its text, in points; both ways if its rotation is unknown. */
export function sizesOf({ rect: [x0, y0, x1, y1], isTurned }: Place): [number, number][] {
  const [across, up] = [Math.abs(x1 - x0), Math.abs(y1 - y0)];
  if (isTurned === null)
    return [
      [across, up],
      [up, across],
    ];
  return isTurned ? [[up, across]] : [[across, up]];
}
