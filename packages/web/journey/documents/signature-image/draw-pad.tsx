import { type JSX, type PointerEvent, useEffect, useRef, useState } from "react";
import { Icon } from "../../../ui/icons.tsx";
import { contextOf, newCanvas } from "./compose.ts";
import { inkColour } from "./ink-colour.ts";
import { drawStroke, extended, type Stroke, type Touch } from "./strokes.ts";
import { useImageText } from "./use-image-text.ts";

/** Drawn again this much larger than on the screen: what is signed is read on paper. */
const print_scale = 3;

/** Somewhere to draw with a finger, a pen or a mouse; tells what is drawn after each line, null when nothing is. */
export function DrawPad({ onInk }: { onInk: (canvas: HTMLCanvasElement | null) => void }): JSX.Element {
  const t = useImageText();
  const pad = useRef<HTMLCanvasElement>(null);
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const drawing = useRef<{ stroke: Stroke; before: Touch | null; pointer: number } | null>(null);

  useEffect(() => {
    if (pad.current !== null) paint(pad.current, strokes, window.devicePixelRatio);
  }, [strokes]);

  function show(now: readonly Stroke[]): void {
    setStrokes(now);
    onInk(now.length === 0 || pad.current === null ? null : printed(pad.current, now));
  }
  function begin(event: PointerEvent<HTMLCanvasElement>): void {
    if (drawing.current !== null || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const touch = touchOf(event);
    drawing.current = { stroke: extended([], touch, null), before: touch, pointer: event.pointerId };
  }
  function go(event: PointerEvent<HTMLCanvasElement>): void {
    const now = drawing.current;
    if (now === null || now.pointer !== event.pointerId) return;
    for (const each of event.nativeEvent.getCoalescedEvents?.() ?? [event.nativeEvent]) {
      const touch = touchOf({ nativeEvent: each, currentTarget: event.currentTarget });
      now.stroke = extended(now.stroke, touch, now.before);
      now.before = touch;
    }
    paint(event.currentTarget, [...strokes, now.stroke], window.devicePixelRatio);
  }
  function end(event: PointerEvent<HTMLCanvasElement>): void {
    const now = drawing.current;
    if (now === null || now.pointer !== event.pointerId) return;
    drawing.current = null;
    show([...strokes, now.stroke]);
  }
  return (
    <div>
      <div className="sig-pad">
        {strokes.length === 0 && (
          <span className="sig-pad-hint" aria-hidden="true">
            {t("padHint")}
          </span>
        )}
        <canvas
          ref={pad}
          role="img"
          aria-label={t("pad")}
          onPointerDown={begin}
          onPointerMove={go}
          onPointerUp={end}
          onPointerCancel={end}
        />
      </div>
      <div className="row mt-2 gap-2">
        <button className="btn btn-side btn-sm" type="button" onClick={() => show(strokes.slice(0, -1))}>
          <Icon name="again" size={18} />
          {t("undo")}
        </button>
        <button className="btn btn-side btn-sm" type="button" onClick={() => show([])}>
          <Icon name="close" size={18} />
          {t("clear")}
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

/** Draws all lines on the pad, in the pixels of the screen. */
function paint(canvas: HTMLCanvasElement, strokes: readonly Stroke[], scale: number): void {
  const [width, height] = [Math.round(canvas.clientWidth * scale), Math.round(canvas.clientHeight * scale)];
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = contextOf(canvas);
  context.clearRect(0, 0, width, height);
  drawAll(context, strokes, scale);
}

function printed(pad: HTMLCanvasElement, strokes: readonly Stroke[]): HTMLCanvasElement {
  const canvas = newCanvas(pad.clientWidth * print_scale, pad.clientHeight * print_scale);
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
