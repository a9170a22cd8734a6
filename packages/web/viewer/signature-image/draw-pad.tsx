import { type JSX, type PointerEvent, useEffect, useRef } from "react";
import { useText } from "../../i18n/catalogue.ts";
import { Icon } from "../../ui/icons.tsx";
import { late } from "../../ui/late-icons.ts";
import { contextOf, newCanvas } from "./compose.ts";
import { inkColour } from "./ink-colour.ts";
import { drawStroke, extended, fitted, type PadSize, type Stroke, type Touch } from "./strokes.ts";
import type { ImageWords } from "./words-of-image.ts";

/** Drawn again this much larger than on the screen: what is signed is read on paper. */
const print_scale = 3;

/** Lines, and the size of the pad they were drawn on: turning a phone changes the pad, not the lines. */
export type Drawing = { readonly strokes: readonly Stroke[]; readonly size: PadSize };
/** A line from pen down on, and what it is drawn over. */
type UnderWay = { stroke: Stroke; before: Touch | null; readonly on: Drawing; readonly pointer: number };
/** Before the first line. */
export const nothingDrawn: Drawing = { strokes: [], size: { width: 1, height: 1 } };

type Props = {
  readonly words: Pick<ImageWords, "pad" | "padHint">;
  /** Kept by whoever shows the pad: another way may be looked at in between. */
  readonly drawn: Drawing;
  readonly onDrawn: (drawn: Drawing) => void;
  readonly onInk: (canvas: HTMLCanvasElement | null) => void;
};

/** Somewhere to draw with a finger, a pen or a mouse; tells what is drawn after each line, null when nothing is. */
export function DrawPad({ words, drawn, onDrawn, onInk }: Props): JSX.Element {
  const t = useText();
  const pad = useRef<HTMLCanvasElement>(null);
  const drawing = useRef<UnderWay | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a line is settled the same way whenever this was rendered
  useEffect(() => {
    const canvas = pad.current;
    if (canvas === null) return;
    // Tells the size at once too. A line that is under way ends with the pad it was begun on.
    const watch = new ResizeObserver(() => {
      const now = drawing.current;
      if (now === null) paint(canvas, fittedOn(canvas, drawn));
      else if (now.on.size.width !== canvas.clientWidth || now.on.size.height !== canvas.clientHeight) settle(now);
    });
    watch.observe(canvas);
    return () => watch.disconnect();
  }, [drawn]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was drawn before is told when the pad comes back, once
  useEffect(() => {
    if (drawn.strokes.length > 0) onInk(printed(drawn));
  }, []);

  // Always reachable, and without a line a press does nothing.
  const empty = drawn.strokes.length === 0 || undefined;
  function show(now: Drawing): void {
    onDrawn(now);
    onInk(now.strokes.length === 0 ? null : printed(now));
  }
  function settle({ on, stroke }: UnderWay): void {
    drawing.current = null;
    show({ ...on, strokes: [...on.strokes, stroke] });
  }
  function begin(event: PointerEvent<HTMLCanvasElement>): void {
    if (drawing.current !== null || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const touch = touchOf(event);
    const on = { strokes: fittedOn(event.currentTarget, drawn), size: sizeOf(event.currentTarget) };
    drawing.current = { stroke: extended([], touch, null), on, before: touch, pointer: event.pointerId };
  }
  function go(event: PointerEvent<HTMLCanvasElement>): void {
    const now = drawing.current;
    if (now === null || now.pointer !== event.pointerId) return;
    for (const each of event.nativeEvent.getCoalescedEvents?.() ?? [event.nativeEvent]) {
      const touch = touchOf({ nativeEvent: each, currentTarget: event.currentTarget });
      now.stroke = extended(now.stroke, touch, now.before);
      now.before = touch;
    }
    paint(event.currentTarget, [...now.on.strokes, now.stroke]);
  }
  function end(event: PointerEvent<HTMLCanvasElement>): void {
    const now = drawing.current;
    if (now !== null && now.pointer === event.pointerId) settle(now);
  }
  return (
    <div>
      <div className="sig-pad">
        {drawn.strokes.length === 0 && (
          <span className="sig-pad-hint" aria-hidden="true">
            {t(words.padHint)}
          </span>
        )}
        <canvas
          ref={pad}
          role="img"
          aria-label={t(words.pad)}
          onPointerDown={begin}
          onPointerMove={go}
          onPointerUp={end}
          onPointerCancel={end}
        />
      </div>
      <div className="row mt-2 flex-wrap gap-2">
        <button
          className="btn btn-side btn-sm"
          type="button"
          aria-disabled={empty}
          onClick={() => show({ ...drawn, strokes: drawn.strokes.slice(0, -1) })}
        >
          <Icon name={late.undo} size={18} />
          {t("image.undo")}
        </button>
        <button className="btn btn-side btn-sm" type="button" aria-disabled={empty} onClick={() => show(nothingDrawn)}>
          <Icon name="close" size={18} />
          {t("image.clear")}
        </button>
      </div>
    </div>
  );
}

type Told = { readonly nativeEvent: globalThis.PointerEvent; readonly currentTarget: HTMLCanvasElement };

function touchOf({ nativeEvent, currentTarget }: Told): Touch {
  const { left, top } = currentTarget.getBoundingClientRect();
  const { clientX, clientY, pressure, timeStamp } = nativeEvent;
  return { x: clientX - left, y: clientY - top, pressure, atMs: timeStamp };
}

const sizeOf = ({ clientWidth: width, clientHeight: height }: HTMLCanvasElement): PadSize => ({ width, height });

function fittedOn(pad: HTMLCanvasElement, { strokes, size }: Drawing): readonly Stroke[] {
  return strokes.length === 0 ? [] : fitted(strokes, size, sizeOf(pad));
}

/** Draws all lines on the pad, in the pixels of the screen. */
function paint(canvas: HTMLCanvasElement, strokes: readonly Stroke[]): void {
  const scale = window.devicePixelRatio;
  const [width, height] = [Math.round(canvas.clientWidth * scale), Math.round(canvas.clientHeight * scale)];
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = contextOf(canvas);
  context.clearRect(0, 0, width, height);
  drawAll(context, strokes, scale);
}

function printed({ strokes, size }: Drawing): HTMLCanvasElement {
  const canvas = newCanvas(size.width * print_scale, size.height * print_scale);
  drawAll(contextOf(canvas), strokes, print_scale);
  return canvas;
}

function drawAll(context: CanvasRenderingContext2D, strokes: readonly Stroke[], scale: number): void {
  context.strokeStyle = inkColour;
  context.fillStyle = inkColour;
  context.lineCap = "round";
  context.lineJoin = "round";
  for (const stroke of strokes) drawStroke(context, stroke, scale);
}
