/**
 * Fields of nobody's. What readers show of them without a picture is up to each, and some show the value where others show the
 * picture; before anybody signs, each gets the one picture that says what it holds.
 */
import { field_value_chars_max } from "@siegel/contract/limits.ts";
import { storableLine } from "@siegel/contract/text.ts";
import {
  type AppearanceJob,
  addForm,
  clearAppearances,
  drawGrounds,
  fieldAppearance,
  onGround,
  withoutBackground,
  writeAppearances,
} from "@siegel/kernel/forms/appearance.ts";
import { type FieldNode, fieldKind, onStateOf, readFields } from "@siegel/kernel/forms/field-tree.ts";
import { drawHeld, heldText } from "@siegel/kernel/forms/fill-fields.ts";
import { hasArea, hasOwnPicture, isHidden } from "@siegel/kernel/forms/own-picture.ts";
import { drawTicks } from "@siegel/kernel/forms/tick-appearance.ts";
import { dictionaryOf, itemsOf, nameOf, textStringOf } from "@siegel/kernel/pdf/access.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { type PdfRef, pdfName, withEntries } from "@siegel/kernel/pdf/objects.ts";
import type { Page } from "@siegel/kernel/pdf/pages.ts";
import { PdfRefusal } from "@siegel/kernel/pdf/refusal.ts";
import type { IntakeSigner } from "./intake-rules.ts";
import { showCharacters } from "./make-readable.ts";
import { dropStaleValues, type Fonts, isFilledIn, ticksOf } from "./see-through-fields.ts";

type Unsigned = { readonly pages: readonly Page[]; readonly signers: readonly IntakeSigner[]; readonly fonts: Fonts };

/** A field with its widgets that show, and those of them that have no picture; `text` is what it says. */
type Shown = {
  readonly field: FieldNode;
  readonly widgets: readonly PdfRef[];
  readonly bare: readonly PdfRef[];
  readonly text: string;
};

/** Draws them; answers whether one that had no picture shows something now. What signers fill in is not looked at. */
export async function givePictures(update: PdfUpdate, { pages, signers, fonts }: Unsigned): Promise<boolean> {
  const onPages = new Set(
    pages.flatMap(({ dict }) =>
      itemsOf(update, dict.entries.get("Annots")).flatMap((item) => (item.kind === "ref" ? [item.num] : [])),
    ),
  );
  const jobs: AppearanceJob[] = [];
  let isTold = false;
  for (const field of readFields(update)) {
    if (isFilledIn(update, field, signers)) continue;
    const shown = shownOf(update, field, onPages);
    isTold ||= shown.bare.some((ref) => asksForPicture(update, ref, shown));
    if (shown.text !== "") jobs.push(...(await texts(update, shown, fonts)));
    else drawEmpty(update, shown);
  }
  if (jobs.length > 0) writeAppearances(update, await fonts(), jobs);
  return isTold;
}

function shownOf(update: PdfUpdate, field: FieldNode, onPages: ReadonlySet<number>): Shown {
  const widgets = field.widgets
    .map(({ ref }) => ref)
    .filter((ref) => {
      const dict = dictionaryOf(update, ref);
      return onPages.has(ref.num) && hasArea(update, dict.entries.get("Rect")) && !isHidden(update, dict);
    });
  const bare = widgets.filter((ref) => !hasOwnPicture(update, dictionaryOf(update, ref)));
  const kind = fieldKind(update, field);
  const [first] = bare;
  const text =
    kind === "text" || kind === "choice"
      ? heldText(update, field)
      : kind === "button" && first !== undefined
        ? captionOf(update, first)
        : "";
  return { field, widgets, bare, text };
}

function captionOf(update: PdfUpdate, widget: PdfRef): string {
  const look = dictionaryOf(update, dictionaryOf(update, widget).entries.get("MK"));
  return textStringOf(update, look.entries.get("CA")) ?? "";
}

function asksForPicture(update: PdfUpdate, widget: PdfRef, { field, text }: Shown): boolean {
  const dict = dictionaryOf(update, widget);
  const look = dictionaryOf(update, dict.entries.get("MK"));
  const state = nameOf(update, dict.entries.get("AS")) ?? nameOf(update, field.attribute("V")) ?? "Off";
  return /[^\s\p{Cc}]/u.test(text) || state !== "Off" || look.entries.has("BG") || look.entries.has("BC");
}

/** A value shows in all its widgets, whatever they showed; a caption where there is no picture of a button. */
async function texts(update: PdfUpdate, shown: Shown, fonts: Fonts): Promise<AppearanceJob[]> {
  const { field, text, widgets, bare } = shown;
  if (text.length > field_value_chars_max) {
    const name = storableLine(field.name, 100);
    throw new PdfRefusal(
      "FIELD_VALUE_INVALID",
      `the field ${name} holds more than ${field_value_chars_max} characters`,
    );
  }
  dropStaleValues(update, field);
  showCharacters(update, field);
  if (widgets.length === 0) return [];
  const shaper = await fonts();
  if (fieldKind(update, field) !== "button") {
    const places = new Set(widgets.map(({ num }) => num));
    const drawn = drawHeld(update, field, { value: text, shaper }).filter(({ widget }) => places.has(widget.num));
    return drawn.map((job) => onGround(update, job));
  }
  return bare.map((widget) => {
    const block = { text: captionOf(update, widget), multiline: false, quadding: 1 };
    const dict = dictionaryOf(update, widget);
    const defaults = update.resolve(dict.entries.get("DA")) ?? field.attribute("DA");
    return onGround(update, fieldAppearance(update, { widget, dict, defaults, shaper, block }));
  });
}

/** What holds no text shows what its widgets ask for beside one. */
function drawEmpty(update: PdfUpdate, { field, widgets, bare }: Shown): void {
  const kind = fieldKind(update, field);
  if (kind === "signature") {
    clearAppearances(update, bare);
    // Some readers draw an unsigned one anew whatever picture it has.
    for (const ref of widgets) withoutBackground(update, ref);
    return;
  }
  const isTick = kind === "checkbox" || kind === "radio";
  const drawn = new Set<number>();
  if (isTick && field.widgets.every(({ dict }) => !dict.entries.has("AP"))) {
    const ticks = ticksOf(update, field, { isRadio: kind === "radio", others: () => new Set() });
    drawTicks(update, ticks);
    for (const { widget } of ticks) drawn.add(widget.num);
  }
  for (const ref of bare)
    if (isTick && !drawn.has(ref.num) && drawState(update, ref, kind === "radio")) drawn.add(ref.num);
  drawGrounds(
    update,
    bare.filter(({ num }) => !drawn.has(num)),
  );
}

/** Gives the state that a tick is in a picture: ours where it is on, else one of nothing; false where it has no states. */
function drawState(update: PdfUpdate, ref: PdfRef, isRadio: boolean): boolean {
  const widget = dictionaryOf(update, ref);
  const appearances = dictionaryOf(update, widget.entries.get("AP"));
  if (onStateOf(update, appearances) === undefined) return false;
  const state = nameOf(update, widget.entries.get("AS")) ?? "Off";
  if (state !== "Off") drawTicks(update, [{ widget: ref, state, isRadio }]);
  else {
    const N = withEntries(dictionaryOf(update, appearances.entries.get("N")), { Off: blank(update) });
    update.put(ref, withEntries(widget, { AP: withEntries(appearances, { N }), AS: pdfName(state) }));
  }
  return true;
}

const blank = (update: PdfUpdate): PdfRef =>
  addForm(update, { width: 1, height: 1, rotate: 0 }, { operators: "", isPdfA: false });
