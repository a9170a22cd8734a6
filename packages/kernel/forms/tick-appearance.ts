// What checkboxes and the buttons of a group show, ticked and not (ISO 32000-2 §12.7.5.2). Always drawn by us: a tick comes after
// others have signed, and one that its author drew could cover what they have seen. As lines, not in a font: one that is not
// embedded would look different in each viewer, and PDF/A has no place for it.
import { dictionaryOf, textStringOf } from "../pdf/access.ts";
import type { PdfUpdate } from "../pdf/incremental-update.ts";
import { type PdfDict, type PdfRef, pdfDict, withEntries } from "../pdf/objects.ts";
import { addForm, borderOf, type WidgetSize, widgetSize } from "./appearance.ts";
import { isArchival, withoutCmyk } from "./archival.ts";
import { fixed } from "./show-text.ts";

/** A widget to be drawn, the name of the state it stands for, and whether it is a button of a group. */
export type Tick = { readonly widget: PdfRef; readonly state: string; readonly isRadio: boolean };

/** Broad enough for any form; a tick as broad as a page would cover it. */
const widestMarkPt = 30;
const usualStroke = "0.35 G";

/** Gives each widget both its appearances: a frame, and in it a tick, a cross or a dot as its caption wishes (table 192 /CA). */
export function drawTicks(update: PdfUpdate, ticks: readonly Tick[]): void {
  const isPdfA = ticks.length > 0 && isArchival(update);
  const drawn = new Map<string, PdfRef>();
  const draw = (size: WidgetSize, operators: string): PdfRef => {
    const key = `${size.width} ${size.height} ${size.rotate} ${operators}`;
    const form = drawn.get(key) ?? addForm(update, size, { operators, isPdfA });
    drawn.set(key, form);
    return form;
  };
  for (const { widget, state, isRadio } of ticks) {
    const dict = dictionaryOf(update, widget);
    const size = widgetSize(update, dict);
    const mark = markOf(update, dict, isRadio);
    const frame = isPdfA ? withoutCmyk(frameOf(update, dict, { size, mark })) : frameOf(update, dict, { size, mark });
    const on = draw(size, frame + marks[mark](size));
    const states = pdfDict({ [state]: on, Off: draw(size, frame) });
    update.put(widget, withEntries(dict, { AP: pdfDict({ N: states }) }));
  }
}

type Mark = "tick" | "cross" | "dot" | "square";

/** Captions are characters of Zapf Dingbats (Annex D.6). */
const captions: Readonly<Record<string, Mark>> = { "4": "tick", "8": "cross", l: "dot", n: "square" };

function markOf(update: PdfUpdate, widget: PdfDict, isRadio: boolean): Mark {
  const caption = textStringOf(update, dictionaryOf(update, widget.entries.get("MK")).entries.get("CA")) ?? "";
  return captions[caption] ?? (isRadio ? "dot" : "tick");
}

function frameOf(update: PdfUpdate, widget: PdfDict, { size, mark }: { size: WidgetSize; mark: Mark }): string {
  const { stroke = usualStroke, line } = borderOf(update, widget, size);
  const pen = `q ${stroke} ${fixed(Math.max(line, 0.5))} w`;
  if (mark === "dot") return `${pen} ${circle(size, Math.min(size.width, size.height) / 2 - line / 2)} S Q\n`;
  const [x, w, h] = [line / 2, size.width - line, size.height - line];
  return `${pen} ${fixed(x)} ${fixed(x)} ${fixed(w)} ${fixed(h)} re S Q\n`;
}

const marks: Readonly<Record<Mark, (size: WidgetSize) => string>> = {
  tick: (size) =>
    strokes(size, [
      [-0.26, 0.02],
      [-0.08, -0.18],
      [0.26, 0.22],
    ]),
  cross: (size) =>
    strokes(size, [
      [-0.22, -0.22],
      [0.22, 0.22],
    ]) +
    strokes(size, [
      [-0.22, 0.22],
      [0.22, -0.22],
    ]),
  dot: (size) => `q 0 g ${circle(size, sideOf(size) / 4)} f Q\n`,
  square: (size) => {
    const side = sideOf(size) / 2;
    const [x, y] = [(size.width - side) / 2, (size.height - side) / 2];
    return `q 0 g ${fixed(x)} ${fixed(y)} ${fixed(side)} ${fixed(side)} re f Q\n`;
  },
};

function sideOf({ width, height }: WidgetSize): number {
  return Math.min(width, height, widestMarkPt);
}

/** A line through points given from the middle in parts of the mark's side. */
function strokes(size: WidgetSize, points: readonly (readonly [number, number])[]): string {
  const side = sideOf(size);
  const path = points.map(
    ([x, y], i) => `${fixed(size.width / 2 + x * side)} ${fixed(size.height / 2 + y * side)} ${i === 0 ? "m" : "l"}`,
  );
  return `q 0 G ${fixed(side * 0.11)} w 1 J 1 j ${path.join(" ")} S Q\n`;
}

/** A circle of four curves around the middle. */
function circle({ width, height }: WidgetSize, radius: number): string {
  const [cx, cy, k] = [width / 2, height / 2, radius * 0.5523];
  const at = (x: number, y: number): string => `${fixed(cx + x)} ${fixed(cy + y)}`;
  const r = radius;
  return [
    `${at(r, 0)} m`,
    `${at(r, k)} ${at(k, r)} ${at(0, r)} c`,
    `${at(-k, r)} ${at(-r, k)} ${at(-r, 0)} c`,
    `${at(-r, -k)} ${at(-k, -r)} ${at(0, -r)} c`,
    `${at(k, -r)} ${at(r, -k)} ${at(r, 0)} c h`,
  ].join(" ");
}
