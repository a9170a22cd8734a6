// List boxes (ISO 32000-2 §12.7.5.4): a choice that shows its options, a line each, and marks those that are chosen.
import { dictionaryOf, numberOf, type Objects } from "../pdf/access.ts";
import { type AppearanceJob, fieldAppearance } from "./appearance.ts";
import { readDefaults } from "./default-appearance.ts";
import { type FieldNode, fieldFlags, fieldKind, hasFlag, optionsOf } from "./field-tree.ts";
import type { TextShaper } from "./shaped-text.ts";
import { fixed } from "./show-text.ts";
import { layoutText } from "./text-layout.ts";

/** Whether a field is a list box: a choice that is no combo box and has options to list. */
export function isListBox(objects: Objects, field: FieldNode): boolean {
  return (
    fieldKind(objects, field) === "choice" &&
    !hasFlag(objects, field, fieldFlags.combo) &&
    optionsOf(objects, field.attribute("Opt")).length > 0
  );
}

/** Lines, margins and colour as the browser shows a list box, so that it looks the same on screen and in the file. */
const lineFactor = 1.35;
const marginPt = 2;
const usualSizePt = 12;
const leastSizePt = 4;
const markColour = "0.6 0.757 0.855 rg";

/** How each widget of a list box shows its options; `chosen` are the labels that are marked. */
export function listAppearances(
  objects: Objects,
  field: FieldNode,
  { shaper, chosen }: { readonly shaper: TextShaper; readonly chosen: readonly string[] },
): AppearanceJob[] {
  const labels = optionsOf(objects, field.attribute("Opt")).map(({ label }) => label);
  const first = Math.max(0, Math.trunc(numberOf(objects, field.attribute("TI")) ?? 0));
  const listed = labels.slice(first < labels.length ? first : 0);
  const quadding = numberOf(objects, field.attribute("Q")) ?? 0;
  return field.widgets.map(({ ref }) => {
    const dict = dictionaryOf(objects, ref);
    const defaults = objects.resolve(dict.entries.get("DA")) ?? field.attribute("DA");
    const block = { text: "", multiline: false, quadding };
    const job = fieldAppearance(objects, { widget: ref, dict, defaults, shaper, block });
    const sizePt = readDefaults(defaults).sizePt || autoSize(job.height, listed.length);
    const rows = rowsOf(listed, { height: job.height, sizePt });
    const marks = rows
      .filter(({ label }) => chosen.includes(label))
      .map(({ y, height }) => `q ${markColour} 1 ${fixed(y)} ${fixed(job.width - 2)} ${fixed(height)} re f Q\n`);
    const lines = rows.flatMap(({ label, y, height }) =>
      layoutText(shaper, { ...block, text: label, width: job.width, height, sizePt }).map((line) => ({
        ...line,
        y: line.y + y,
      })),
    );
    return { ...job, behind: `${job.behind}${marks.join("")}`, lines };
  });
}

/** The size at which all options are seen, as far as it can be read. */
function autoSize(height: number, count: number): number {
  return Math.max(leastSizePt, Math.min(usualSizePt, (height - 2 * marginPt) / count / lineFactor));
}

type Row = { readonly label: string; readonly y: number; readonly height: number };

/** From the top; what has no room below is not drawn. */
function rowsOf(labels: readonly string[], { height, sizePt }: { height: number; sizePt: number }): Row[] {
  const line = sizePt * lineFactor;
  const room = Math.max(1, Math.ceil((height - 2 * marginPt) / line));
  return labels.slice(0, room).map((label, i) => ({ label, y: height - marginPt - (i + 1) * line, height: line }));
}
