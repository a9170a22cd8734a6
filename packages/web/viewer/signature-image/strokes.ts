/** A drawn line: where the pen was and how hard it pressed, and how broad the line is there. Pure. */

/** Where the pen was, in CSS pixels; how broad the line is there. */
export type StrokePoint = { readonly x: number; readonly y: number; readonly width: number };
/** A line from pen down to pen up. */
export type Stroke = readonly StrokePoint[];

/** What a pointer tells; `pressure` is 0 to 1, and 0.5 or 0 of whatever cannot tell. */
export type Touch = { readonly x: number; readonly y: number; readonly pressure: number; readonly atMs: number };

const [thinnest_px, broadest_px] = [1.8, 5];
/** How much of the width before stays: a hand does not change it at once. */
const inertia = 0.7;
/** Nearer than this says nothing new. */
const step_px = 0.7;

/** The line with one more place; the same line where nothing moved. */
export function extended(stroke: Stroke, touch: Touch, before: Touch | null): Stroke {
  const last = stroke.at(-1);
  if (last === undefined || before === null)
    return [{ x: touch.x, y: touch.y, width: (thinnest_px + broadest_px) / 2 }];
  const way = Math.hypot(touch.x - last.x, touch.y - last.y);
  if (way < step_px) return stroke;
  const wanted = widthOf(touch, way / Math.max(1, touch.atMs - before.atMs));
  return [...stroke, { x: touch.x, y: touch.y, width: last.width * inertia + wanted * (1 - inertia) }];
}

/** A pen presses; a finger or a mouse is fast, and thin, or slow. */
function widthOf({ pressure }: Touch, px_a_ms: number): number {
  const told = pressure > 0 && pressure !== 0.5;
  const share = told ? pressure : 1 / (1 + px_a_ms * 1.2);
  return thinnest_px + (broadest_px - thinnest_px) * Math.min(1, share);
}

/** Of a pad, in CSS pixels. */
export type PadSize = { readonly width: number; readonly height: number };

/** Lines drawn on a pad of one size, on a pad of another: whole, in their shape, in the middle, and never enlarged. */
export function fitted(strokes: readonly Stroke[], from: PadSize, to: PadSize): readonly Stroke[] {
  if (from.width === to.width && from.height === to.height) return strokes;
  const scale = Math.min(1, to.width / from.width, to.height / from.height);
  const [right, down] = [(to.width - from.width * scale) / 2, (to.height - from.height * scale) / 2];
  return strokes.map((stroke) =>
    stroke.map(({ x, y, width }) => ({ x: x * scale + right, y: y * scale + down, width: width * scale })),
  );
}

/** What a canvas draws on, as far as lines need it. */
export type Pen = Pick<
  CanvasRenderingContext2D,
  "beginPath" | "moveTo" | "quadraticCurveTo" | "lineTo" | "stroke" | "arc" | "fill" | "lineWidth"
>;

/** Draws a line, its corners rounded: each piece goes from middle to middle, bent by the place between them. */
export function drawStroke(pen: Pen, stroke: Stroke, scale: number): void {
  const [first] = stroke;
  if (first === undefined) return;
  if (stroke.length === 1) {
    pen.beginPath();
    pen.arc(first.x * scale, first.y * scale, (first.width / 2) * scale, 0, 2 * Math.PI);
    pen.fill();
    return;
  }
  let from = first;
  for (let i = 1; i < stroke.length; i += 1) {
    const [before, here] = [stroke[i - 1] ?? first, stroke[i] ?? first];
    const isLast = i === stroke.length - 1;
    const to = isLast ? here : { x: (before.x + here.x) / 2, y: (before.y + here.y) / 2, width: here.width };
    pen.beginPath();
    pen.lineWidth = here.width * scale;
    pen.moveTo(from.x * scale, from.y * scale);
    pen.quadraticCurveTo(before.x * scale, before.y * scale, to.x * scale, to.y * scale);
    pen.stroke();
    from = to;
  }
}
