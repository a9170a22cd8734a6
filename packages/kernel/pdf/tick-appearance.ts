// What a checkbox shows, ticked and not (ISO 32000-2 §12.7.5.2.3). Drawn as lines: a tick of a font that is not embedded would
// look different in each viewer, and PDF/A has no place for one.
import { calibratedSpaces, isArchival } from "./archival.ts";
import type { PdfUpdate } from "./incremental-update.ts";
import { type PdfDict, type PdfRef, pdfArray, pdfDict, pdfName, pdfNumber, pdfStream } from "./objects.ts";

const tickedState = "Yes";

/** The size of a widget in user space, and how far its page is turned when it is shown. */
export type TickBox = { readonly width: number; readonly height: number; readonly rotate: 0 | 90 | 180 | 270 };

/** Both appearances of a checkbox: a square in the middle of its place, upright for who sees the page turned. */
export function tickAppearances(update: PdfUpdate, box: TickBox): PdfDict {
  const spaces = isArchival(update) ? calibratedSpaces() : undefined;
  const draw = (operators: string): PdfRef =>
    update.add(
      pdfStream(
        pdfDict({
          Type: pdfName("XObject"),
          Subtype: pdfName("Form"),
          BBox: pdfArray([0, 0, box.width, box.height].map(pdfNumber)),
          Resources: pdfDict({ ColorSpace: spaces }),
        }),
        Buffer.from(operators, "latin1"),
      ),
    );
  const frame = square(box);
  return pdfDict({ N: pdfDict({ [tickedState]: draw(frame + tick(box)), Off: draw(frame) }) });
}

function sideOf({ width, height }: TickBox): number {
  return Math.min(width, height);
}

function square(box: TickBox): string {
  const side = sideOf(box);
  const line = Math.min(1, side / 12);
  const [x, y] = [(box.width - side) / 2 + line / 2, (box.height - side) / 2 + line / 2];
  return `q 1 g 0.35 G ${fixed(line)} w ${fixed(x)} ${fixed(y)} ${fixed(side - line)} ${fixed(side - line)} re B Q\n`;
}

/** Two strokes, in parts of the square's side from its middle, as seen upright. */
const strokes = [
  [-0.28, 0.02],
  [-0.08, -0.2],
  [0.28, 0.24],
] as const;

function tick(box: TickBox): string {
  const side = sideOf(box);
  // What is to stand upright on a page turned clockwise is turned counter-clockwise in user space (§7.7.3.3 table 31 /Rotate).
  const turn = (box.rotate * Math.PI) / 180;
  const points = strokes.map(([x, y]) => {
    const [turnedX, turnedY] = [x * Math.cos(turn) - y * Math.sin(turn), x * Math.sin(turn) + y * Math.cos(turn)];
    return `${fixed(box.width / 2 + turnedX * side)} ${fixed(box.height / 2 + turnedY * side)}`;
  });
  return `q 0 G ${fixed(side * 0.12)} w 1 J 1 j ${points[0]} m ${points[1]} l ${points[2]} l S Q\n`;
}

function fixed(value: number): string {
  return pdfNumber(Math.round(value * 1_000) / 1_000).text;
}
