/** How far pdf.js, poppler and MuPDF are from each other in a picture of four points. */
import { inBothReaders } from "../../../fixtures/both-readers.ts";
import type { Picture } from "../../../fixtures/pictures.ts";
import { inPdfJs } from "./dark-in-readers.ts";

/** The largest difference between any two of them in the colour of a point, of 255, on a page that the picture fills but for an edge. */
export async function differenceInReaders(pdf: Uint8Array): Promise<number> {
  const [first = [], ...others] = [(await inPdfJs(pdf)).picture, ...inBothReaders(pdf)].map(quarters);
  const spread = first.map((part, i) => {
    const parts = [part, ...others.map((look) => look[i] ?? 0)];
    return Math.max(...parts) - Math.min(...parts);
  });
  return Math.max(...spread);
}

/** Mean red, green and blue of the four points. */
function quarters({ width, height, rgb: points }: Picture): readonly number[] {
  return [0.275, 0.725].flatMap((y) =>
    [0.275, 0.725].flatMap((x) => {
      const sums = [0, 0, 0];
      const reach = Math.floor(0.15 * width);
      for (let row = -reach; row < reach; row += 1)
        for (let column = -reach; column < reach; column += 1)
          for (const part of [0, 1, 2]) {
            const at = (Math.round(y * height) + row) * width + Math.round(x * width) + column;
            sums[part] = (sums[part] ?? 0) + (points[3 * at + part] ?? 0);
          }
      return sums.map((sum) => sum / (2 * reach) ** 2);
    }),
  );
}
