/**
 * Form fields without an appearance get one, as the browser shows them (decisions.md §12); an appearance that exists stays, whatever the
 * field holds. /NeedAppearances (ISO 32000-2 §12.7.3 table 224) asks viewers to draw all texts and choices again, so then all are drawn.
 */
import { field_value_chars_max } from "@siegel/contract/limits.ts";
import {
  type AppearanceJob,
  drawGrounds,
  fieldAppearance,
  onGround,
  writeAppearances,
} from "@siegel/kernel/forms/appearance.ts";
import { editForm } from "@siegel/kernel/forms/edit-form.ts";
import {
  type FieldNode,
  fieldFlags,
  fieldKind,
  formOf,
  hasFlag,
  onStateOf,
  readFields,
} from "@siegel/kernel/forms/field-tree.ts";
import { drawHeld, heldText } from "@siegel/kernel/forms/fill-fields.ts";
import { isListBox } from "@siegel/kernel/forms/list-box.ts";
import { hasArea, hasOwnPicture, isHidden } from "@siegel/kernel/forms/own-picture.ts";
import { drawTicks } from "@siegel/kernel/forms/tick-appearance.ts";
import { dictionaryOf, itemsOf, nameOf, textStringOf } from "@siegel/kernel/pdf/access.ts";
import type { PdfUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import type { PdfRef } from "@siegel/kernel/pdf/objects.ts";
import type { Page } from "@siegel/kernel/pdf/pages.ts";
import type { IntakeSigner } from "./intake-rules.ts";
import { type Fonts, isFilledIn, isTick } from "./signers-fields.ts";
import { hasStates, ticksOf } from "./ticks.ts";

type Unsigned = { readonly pages: readonly Page[]; readonly signers: readonly IntakeSigner[]; readonly fonts: Fonts };

/** Draws them; answers whether a field that no signer fills in had no appearance and shows something now. */
export async function giveAppearances(update: PdfUpdate, { pages, signers, fonts }: Unsigned): Promise<boolean> {
  const onPages = new Set(
    pages.flatMap(({ dict }) =>
      itemsOf(update, dict.entries.get("Annots")).flatMap((item) => (item.kind === "ref" ? [item.num] : [])),
    ),
  );
  const isAsked = asksForAppearances(update);
  const jobs: AppearanceJob[] = [];
  let isTold = false;
  for (const field of readFields(update)) {
    const shown = shownWidgets(update, field, onPages);
    const bare = shown.filter((ref) => !hasOwnPicture(update, dictionaryOf(update, ref)));
    const isWritten = ["text", "choice"].includes(fieldKind(update, field) ?? "");
    const drawn = isAsked && isWritten ? shown : bare;
    if (drawn.length === 0) continue;
    isTold ||= !isFilledIn(update, field, signers) && bare.some((ref) => showsSomething(update, field, ref));
    jobs.push(...(await jobsOf(update, { field, drawn, fonts })));
  }
  if (jobs.length > 0) writeAppearances(update, await fonts(), jobs);
  if (formOf(update).entries.has("NeedAppearances")) editForm(update, {});
  return isTold;
}

function asksForAppearances(update: PdfUpdate): boolean {
  const asked = update.resolve(formOf(update).entries.get("NeedAppearances"));
  return asked?.kind === "boolean" && asked.value;
}

/** The widgets that a page shows. */
function shownWidgets(update: PdfUpdate, field: FieldNode, onPages: ReadonlySet<number>): PdfRef[] {
  return field.widgets
    .map(({ ref }) => ref)
    .filter((ref) => {
      const dict = dictionaryOf(update, ref);
      return onPages.has(ref.num) && hasArea(update, dict.entries.get("Rect")) && !isHidden(update, dict);
    });
}

type Bare = { readonly field: FieldNode; readonly drawn: readonly PdfRef[]; readonly fonts: Fonts };

/** Draws what needs no font at once, and answers what is to be written in one. */
async function jobsOf(update: PdfUpdate, { field, drawn, fonts }: Bare): Promise<AppearanceJob[]> {
  const kind = fieldKind(update, field);
  // An unsigned signature field shows nothing in a browser.
  if (kind === undefined || kind === "signature") return [];
  if (isTick(update, field)) {
    drawStates(update, field, drawn);
    return [];
  }
  const isPassword = hasFlag(update, field, fieldFlags.password);
  const text = kind === "button" || isPassword ? "" : heldText(update, field);
  if (kind === "button") return await captions(update, { field, drawn, fonts });
  // The text is longer than any value that is accepted here: the field keeps its appearance.
  if (text.length > field_value_chars_max) return [];
  if (text === "" && !isListBox(update, field)) {
    drawGrounds(update, drawn);
    return [];
  }
  const places = new Set(drawn.map(({ num }) => num));
  return drawHeld(update, field, { value: text, shaper: await fonts() })
    .filter(({ widget }) => places.has(widget.num))
    .map((job) => onGround(update, job));
}

async function captions(update: PdfUpdate, { field, drawn, fonts }: Bare): Promise<AppearanceJob[]> {
  const captioned = drawn.filter((ref) => captionOf(update, ref) !== "");
  drawGrounds(
    update,
    drawn.filter((ref) => !captioned.includes(ref)),
  );
  if (captioned.length === 0) return [];
  const shaper = await fonts();
  return captioned.map((widget) => {
    const block = { text: captionOf(update, widget), multiline: false, quadding: 1 };
    const dict = dictionaryOf(update, widget);
    const defaults = update.resolve(dict.entries.get("DA")) ?? field.attribute("DA");
    return onGround(update, fieldAppearance(update, { widget, dict, defaults, shaper, block }));
  });
}

function captionOf(update: PdfUpdate, widget: PdfRef): string {
  const look = dictionaryOf(update, dictionaryOf(update, widget).entries.get("MK"));
  return textStringOf(update, look.entries.get("CA")) ?? "";
}

/** If a tick has appearances, a state without one shows nothing. That stays so. */
function drawStates(update: PdfUpdate, field: FieldNode, drawn: readonly PdfRef[]): void {
  const without = drawn.filter((ref) => !hasStates(update, dictionaryOf(update, ref)));
  const places = new Set(without.map(({ num }) => num));
  const ticks = without.length === 0 ? [] : ticksOf(update, field).filter(({ widget }) => places.has(widget.num));
  drawTicks(update, ticks);
  const ticked = new Set(ticks.map(({ widget }) => widget.num));
  drawGrounds(
    update,
    without.filter(({ num }) => !ticked.has(num)),
  );
}

function showsSomething(update: PdfUpdate, field: FieldNode, widget: PdfRef): boolean {
  const dict = dictionaryOf(update, widget);
  const look = dictionaryOf(update, dict.entries.get("MK"));
  const kind = fieldKind(update, field);
  if (kind === undefined || kind === "signature") return false;
  if (isTick(update, field)) {
    if (onStateOf(update, dict.entries.get("AP")) !== undefined) return false;
    return (nameOf(update, field.attribute("V")) ?? "Off") !== "Off";
  }
  if (kind === "button") return captionOf(update, widget) !== "" || look.entries.has("BG");
  if (hasFlag(update, field, fieldFlags.password)) return false;
  return isListBox(update, field) || /[^\s\p{Cc}]/u.test(heldText(update, field));
}
